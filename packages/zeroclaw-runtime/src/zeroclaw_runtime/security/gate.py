"""The gate: every call of every turn passes here, where each stage can only narrow.

This is its pure part: advertised, arguments, assessment, autonomy with the lists. What has to
wait (hooks before it; reservations, the person who is asked after it) is done by the turn's
`admit` step, which comes back here with whatever was rewritten or replaced.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, assert_never

from attrs import evolve

from zeroclaw_api.approvals import ApprovalScope, SameCall
from zeroclaw_api.events import ToolErrorKind
from zeroclaw_api.json import canonical_json
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.risk import DECLARED, Assessment, Effect, Risk, RiskProfile
from zeroclaw_runtime.security.autonomy import Verdict, decide
from zeroclaw_runtime.security.decision import Allow, Ask, Decision, Deny
from zeroclaw_runtime.security.policies import Policies, assess
from zeroclaw_runtime.tools.catalogue import Catalogue

if TYPE_CHECKING:
    from zeroclaw_api.services import Validator
    from zeroclaw_api.tool import ToolSpec

__all__ = ["call_digest", "judge", "verdict_of"]

SHOWN_VIOLATIONS = 5


def judge(
    call: ToolCall,
    catalogue: Catalogue,
    validator: Validator,
    profile: RiskProfile,
    policies: Policies,
    place: str,
) -> Decision:
    """Decide about a call as it stands; `place` is what an approval holds for besides it."""
    tool = catalogue.get(call.name)
    if tool is None:
        return _not_advertised(call, catalogue)
    violations = validator.violations(tool.spec.parameters, call.args)
    if violations:
        problems = "; ".join(
            f"{violation.where or 'arguments'} {violation.problem}"
            for violation in violations[:SHOWN_VIOLATIONS]
        )
        return Deny(call, ToolErrorKind.INVALID, "arguments", f"Invalid arguments: {problems}.")
    assessment = assess(tool.spec, call.args, policies)
    decided = decide(profile, call.name, assessment)
    match decided.verdict:
        case Verdict.RUN:
            return Allow(call, tool, assessment, decided.rule)
        case Verdict.ASK:
            digest = call_digest(call, place)
            keeps = _keeps(profile, call.name, assessment, digest)
            asked = evolve(assessment, keeps=keeps)
            return Ask(call, tool, asked, _rule(decided.rule, assessment), digest)
        case Verdict.DENY:
            advice = assessment.advice or "Go on without it."
            text = f"The call of {call.name} was not allowed. {advice}"
            return Deny(call, ToolErrorKind.DENIED, _rule(decided.rule, assessment), text)
        case _:
            assert_never(decided.verdict)


def verdict_of(profile: RiskProfile, spec: ToolSpec) -> Verdict:
    """What becomes of a call of the tool at its worst, before hooks, budgets and the like."""
    return decide(profile, spec.name, Assessment(spec.risk, spec.effects)).verdict


def call_digest(call: ToolCall, place: str) -> str:
    """What an approval is bound to: the tool with exactly these arguments, at this place."""
    return sha256(f"{call.name}\0{canonical_json(call.args)}\0{place}".encode()).hexdigest()


def _rule(decided: str, assessment: Assessment) -> str:
    """What decided, with what made the call as risky as it is."""
    if assessment.denial is not None or assessment.rule == DECLARED:
        return decided
    return f"{decided}/{assessment.rule}"


def _keeps(
    profile: RiskProfile, name: str, assessment: Assessment, digest: str
) -> tuple[ApprovalScope, ...]:
    """What an approval may be kept for: never for a command that was not judged in parts."""
    if name in profile.always_ask or assessment.must_ask or assessment.risk is Risk.HIGH:
        return ()
    if assessment.keeps or Effect.EXECUTE in assessment.effects or assessment.paths:
        return assessment.keeps
    return (SameCall(digest),)


def _not_advertised(call: ToolCall, catalogue: Catalogue) -> Deny:
    known = ", ".join(spec.name for spec in catalogue.specs) or "none"
    return Deny(
        call,
        ToolErrorKind.UNKNOWN,
        "advertised",
        f"There is no tool called {call.name[:100]}. Available: {known}.",
    )
