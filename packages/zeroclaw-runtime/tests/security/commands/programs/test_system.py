"""What the rules say of system."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        date
        date +%F
        date -d yesterday +%s
        uname -a
        whoami
        ps aux
        ps -ef
        ps -aux
        ps auxww
        ps 1,2
        ps -u somebody
        ps -eo pid,args
        df
        uptime
        which git
        printenv
        hostname
        nproc
        sleep 1
        seq 3
    """,
    medium=r"""
        uname --unknown
    """,
    high=r"""
        date -s x
        ps e
        ps eww
        ps auxe
        ps -auxe
        ps e -u somebody
        ps -u somebody e
        ps ax e
        ps $X
        ps -eo pid,environ
        ps -o pid -o environment
        date 010100002030
        hostname x
        hostname -F x
        kill 1
        chmod +x a
        chown u a
        dd if=a of=b
        mount x y
        systemctl stop x
        crontab x
        reboot
        zeroclaw estop resume
        su
        tmux new id
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
