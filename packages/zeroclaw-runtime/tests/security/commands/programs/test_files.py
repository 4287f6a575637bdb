"""What the rules say of files."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        ls -la
        ls *
        ls --color=auto sub
        cat a b
        head -20 a
        head -n 5 a
        tail -n +3 a
        wc -l a
        stat -c %s a
        du -sh .
        df -h
        diff -u a b
        cmp a b
        file a
        tree -L 2
        basename /opt/a
        realpath a
        md5sum a
        od -c a
        less a
    """,
    medium=r"""
        ls --unknown
        ls /opt
        cat -Z a
        tree -o out
        file -C -m x
        xxd a out
        du --files0-from=/opt/x
        diff a /opt/b
        cat .*/a
        wc --files0-from /opt/list
    """,
    high=r"""
        less +!id a
        less -k x a
        more +x a
        less -o out a
        xxd a /opt/out
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
