"""What the rules say of searching."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        grep -rn foo src
        grep -E 'a|b' a
        grep '/etc/' a
        grep --include=*.py -r x .
        rg foo
        rg -n foo src
        rg --files
        find . -name '*.py'
        find . -name *.py
        find . -type f -not -path './x/*' -print0
        find src '(' -name a -o -name b ')'
        fd foo
        ag foo
    """,
    medium=r"""
        grep --unknown x a
        grep x /opt/a
        grep -f /opt/x a
        find /opt
        find . -newer /opt/a
        find . -print | xargs grep x
        rg foo /opt
        ag -g . /opt
        rg --files /opt
        grep -e x /opt/a
    """,
    high=r"""
        rg --pre ./x foo
        rg --pre=./x foo
        rg --hostname-bin=x foo
        rg foo *
        fd -x id
        fd --exec id
        fd foo -X id
        find . -exec id '{}' ';'
        find . -execdir id '{}' +
        find . -ok id ';'
        find . -delete
        find . -fprint out
        find . -fprintf out x
        find . -fls out
        find . -files0-from x
        find . *
        ag --pager=./x foo
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
