"""What the rules say of builtins."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        echo -e hi
        printf '%s' a
        test -f a
        [ a = b ]
        [ 1 -gt 0 ]
        true
        :
        pwd
        cd sub
        type ls
        export LANG=C
        exit 0
    """,
    medium=r"""
        cd /opt
        [ -n a* ]
    """,
    high=r"""
        eval ls
        . ./x
        source x
        trap 'id' EXIT
        alias ls=id
        set -e
        ulimit -c 0
        unset PATH
        read x
        export PATH=.
        printf -v PATH x
        test -v 'a[0]'
        enable -f ./x.so y
        declare x=1
        fc -s
        hash -p ./x ls
        pushd sub
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
