"""Words what the gate decides about a command, as rows or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import join
from typing import Final

from attrs import frozen

from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import say
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import Assessment
from zeroclaw_runtime import Autonomous, Verdict

__all__ = ["Explained", "as_json", "explained_rows"]

_DECISIONS: Final = {Verdict.RUN: "allow", Verdict.ASK: "ask", Verdict.DENY: "deny"}


@frozen
class Explained:
    """A script with what the gate decides about it."""

    script: str
    decided: Autonomous
    assessment: Assessment


def explained_rows(found: Explained, style: Style) -> Iterator[str]:
    """The decision, why, then the commands that were found."""
    assessment, decision = found.assessment, _DECISIONS[found.decided.verdict]
    risk = assessment.risk.name.lower()
    yield style.bold(say(f"policy_{decision}"))
    yield say("policy_risk", risk=say(f"policy_risk_{risk}"), rule=_rule(found))
    if assessment.detail:
        yield f"  {visible(assessment.detail)}"
    if assessment.commands:
        yield say("policy_commands")
        yield from (f"  {visible(join(words))}" for words in assessment.commands)


def as_json(found: Explained) -> JsonObject:
    """All of it as one object."""
    assessment = found.assessment
    return {
        "decision": _DECISIONS[found.decided.verdict],
        "risk": assessment.risk.name.lower(),
        "rule": _rule(found),
        "detail": assessment.detail,
        "commands": [list(words) for words in assessment.commands],
        "effects": sorted(effect.value for effect in assessment.effects),
        "paths": list(assessment.paths),
        "hosts": list(assessment.hosts),
    }


def _rule(found: Explained) -> str:
    if found.assessment.denial is not None:
        return found.assessment.denial
    return f"{found.decided.rule}/{found.assessment.rule}"
