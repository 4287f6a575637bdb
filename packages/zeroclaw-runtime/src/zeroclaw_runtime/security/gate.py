"""The gate: every call of every turn passes here, where each stage can only narrow.

This is its pure part: advertised, arguments, assessment, autonomy with the lists. What has to
wait (hooks before it; reservations, the person who is asked after it) is done by the turn's
`admit` step, which comes back here with whatever was rewritten or replaced.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, assert_never

from zeroclaw_api.events import ToolErrorKind
from zeroclaw_api.json import canonical_json
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.risk import Assessment, Effect, RiskProfile
from zeroclaw_runtime.security.autonomy import Verdict, decide
from zeroclaw_runtime.security.decision import Allow, Ask, Decision, Deny
from zeroclaw_runtime.tools.catalogue import Catalogue

if TYPE_CHECKING:
    from zeroclaw_api.services import Validator
    from zeroclaw_api.tool import ToolSpec

__all__ = ["call_digest", "judge", "may_remember", "verdict_of"]

SHOWN_VIOLATIONS = 5


def judge(
    call: ToolCall, catalogue: Catalogue, validator: Validator, profile: RiskProfile
) -> Decision:
    """Decide about a call as it stands."""
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
    assessment = assess(tool.spec)
    decided = decide(profile, call.name, assessment)
    match decided.verdict:
        case Verdict.RUN:
            return Allow(call, tool, assessment, decided.rule)
        case Verdict.ASK:
            remembers = may_remember(profile, tool.spec)
            return Ask(call, tool, assessment, decided.rule, call_digest(call), remembers)
        case Verdict.DENY:
            text = f"The call of {call.name} was not allowed. Go on without it."
            return Deny(call, ToolErrorKind.DENIED, decided.rule, text)
        case _:
            assert_never(decided.verdict)


def may_remember(profile: RiskProfile, spec: ToolSpec) -> bool:
    """Whether an approval can hold for the same call later: never for a command."""
    return spec.name not in profile.always_ask and Effect.EXECUTE not in assess(spec).effects


def verdict_of(profile: RiskProfile, spec: ToolSpec) -> Verdict:
    """What becomes of a call of the tool at its worst, before hooks, budgets and the like."""
    return decide(profile, spec.name, assess(spec)).verdict


def assess(spec: ToolSpec) -> Assessment:
    """The worst case that the tool declares of itself."""
    return Assessment(risk=spec.risk, effects=spec.effects)


def call_digest(call: ToolCall) -> str:
    """What an approval is bound to: the tool with exactly these arguments."""
    return sha256(f"{call.name}\0{canonical_json(call.args)}".encode()).hexdigest()


def _not_advertised(call: ToolCall, catalogue: Catalogue) -> Deny:
    known = ", ".join(spec.name for spec in catalogue.specs) or "none"
    return Deny(
        call,
        ToolErrorKind.UNKNOWN,
        "advertised",
        f"There is no tool called {call.name[:100]}. Available: {known}.",
    )
