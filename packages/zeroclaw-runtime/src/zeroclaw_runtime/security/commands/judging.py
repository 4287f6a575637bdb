"""Judges the text of a shell script: parsed first, then by the words of its commands."""

from __future__ import annotations

from collections.abc import Callable

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.errors import ScriptUnparsable
from zeroclaw_runtime.security.commands.parsing import parse_script
from zeroclaw_runtime.security.commands.policy import judge_script
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.verdict import CommandVerdict

__all__ = ["script_policy"]


def script_policy(rules: CommandRules) -> Callable[[str], CommandVerdict]:
    """A judge of scripts by these rules; what cannot be parsed is denied."""

    def judge(text: str) -> CommandVerdict:
        try:
            script = parse_script(text)
        except ScriptUnparsable as error:
            return CommandVerdict(
                risk=Risk.HIGH,
                effects=frozenset({Effect.EXECUTE}),
                rule="unparsable",
                detail=str(error),
                text=text,
                denial="unparsable",
                advice=str(error),
            )
        return judge_script(script, rules)

    return judge
