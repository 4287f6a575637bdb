"""Judges what a shell command that an agent runs can do to this machine."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from typing import Final

from attrs import field, frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning
from zeroclaw_api.risk import Autonomy, RiskProfile

__all__ = ["AgentRisk", "SandboxFacts", "judge_sandbox", "runs_unasked"]

SHELL: Final = "shell"


@frozen
class AgentRisk:
    """What an agent is allowed, with the name of the profile that says so."""

    profile: RiskProfile
    name: str | None = None


@frozen
class SandboxFacts:
    """How commands are started here.

    `room` is the program that owns their processes, None where nothing can; then, or where it is
    not bubblewrap, `problem` says why. `landlock` is the version that the kernel offers, 0 for
    none. `agents` are those that matter, by their alias.
    """

    room: str | None
    problem: str | None = None
    landlock: int = 0
    agents: Mapping[str, AgentRisk] = field(factory=dict, hash=False)


def judge_sandbox(facts: SandboxFacts) -> list[Finding]:
    """Says plainly what confines a command, and who runs some without being asked."""
    findings = [_room(facts), _landlock(facts)]
    unasked = {alias: risk for alias, risk in facts.agents.items() if runs_unasked(risk.profile)}
    # One for each profile, since that is what has to be changed.
    for name in dict.fromkeys(risk.name for risk in unasked.values()):
        aliases = sorted(alias for alias, risk in unasked.items() if risk.name == name)
        risk = unasked[aliases[0]]
        findings.append(_unasked(", ".join(aliases), risk))
    if not unasked:
        findings.append(fine(Subject.SANDBOX, "check_asks_first"))
    return findings


def runs_unasked(profile: RiskProfile) -> bool:
    """Whether a shell command runs without a question."""
    if SHELL in profile.never_allow or SHELL in profile.always_ask:
        return False
    if profile.level is Autonomy.FULL:
        return True
    return profile.level is Autonomy.SUPERVISED and SHELL in profile.auto_approve


def _unasked(agents: str, risk: AgentRisk) -> Finding:
    profile = f"risk_profiles.{risk.name}"
    if risk.profile.level is Autonomy.FULL:
        setting = quote(f"{profile}.level")
        return warning(Subject.SANDBOX, "check_runs_unasked", agents=agents, setting=setting)
    return warning(Subject.SANDBOX, "check_shell_approved", agents=agents, profile=profile)


def _room(facts: SandboxFacts) -> Finding:
    if facts.room is None:
        return error(Subject.SANDBOX, "check_no_room", problem=facts.problem)
    if facts.problem is not None:
        return warning(Subject.SANDBOX, "check_weaker_room", problem=facts.problem)
    return fine(Subject.SANDBOX, "check_room")


def _landlock(facts: SandboxFacts) -> Finding:
    key = "check_landlock" if facts.landlock else "check_no_landlock"
    return fine(Subject.SANDBOX, key, version=facts.landlock)
