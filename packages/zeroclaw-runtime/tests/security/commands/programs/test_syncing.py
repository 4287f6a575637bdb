"""What the rules say of syncing."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    medium=r"""
        rsync -a a/ b/
        rsync -av --exclude=x a b
    """,
    high=r"""
        rsync -e ./x a b
        rsync --rsh=./x a b
        rsync --rsync-path=x a b
        rsync -a a h:b
        rsync -a --delete a b
        rsync * b
        rsync -a a /opt/b
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
