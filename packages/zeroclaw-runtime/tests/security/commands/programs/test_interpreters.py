"""What the rules say of interpreters."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        perl -v
    """,
    medium=r"""
        sh script.sh
        bash -e script.sh
        perl a.pl
        ruby a.rb
        sh -c ls
        java a.java
    """,
    high=r"""
        sh
        bash
        bash -i
        sh -s
        bash -l script.sh
        bash --rcfile x
        perl -e id
        perl -ne id
        ruby -e id
        echo id | sh
        sh < a
        bash /dev/stdin
        sh *
        vim a
        sqlite3 a
        parallel id
        watch id
        zsh -c id
        flock x id
        strace id
        script -c id
        bash -O extglob -c id
        sh -c 'rm -r x'
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
