"""What the rules say of writers."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        tee /dev/null
        tee
    """,
    medium=r"""
        cp a b
        cp /opt/a b
        cp -r a b
        mv a b
        ln -s a b
        rm a
        rm -f a
        rm *.pyc
        mkdir -p a/b
        touch a
        tee out
        patch -p1 -i a.diff
        truncate -s 0 a
        mktemp
    """,
    high=r"""
        rm -r a
        rm -rf a
        rm -fr a
        rm -Rf a
        rm --recursive a
        rm --recurs a
        rm *
        rm [-]rf
        rm ?
        cp a /opt/b
        mv /opt/a b
        mv .git x
        rm -f .git
        ln -s a .git
        cp -t .git x
        cp -r x .git
        touch /opt/a
        patch -e
        install -m 4755 a b
        split --filter=id a
        tee /opt/x
        mkdir /opt/a
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
