"""A script is judged by its text, or not at all."""

from __future__ import annotations

import pytest

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.judging import script_policy
from zeroclaw_runtime.security.commands.rules import CommandRules

judge = script_policy(CommandRules(roots=("/project",)))


def test_what_is_judged_is_what_runs() -> None:
    verdict = judge('git  "stat"us   # all of it')
    assert (verdict.risk, verdict.text, verdict.denial) == (Risk.LOW, "git status", None)


@pytest.mark.parametrize("script", ["echo 'open", "ls \r\n rm x", "f() (", "a" * 200_000, "x\0y"])
def test_what_cannot_be_parsed_is_denied_with_a_reason(script: str) -> None:
    verdict = judge(script)
    assert (verdict.denial, verdict.risk, verdict.prefixes) == ("unparsable", Risk.HIGH, ())
    assert "Write it more plainly." in verdict.advice
