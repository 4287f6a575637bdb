"""The table of autonomy by risk, with the lists that override it."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from attrs import frozen

from zeroclaw_api.risk import Assessment, Autonomy, HighRisk, Risk, RiskProfile

__all__ = ["Autonomous", "Verdict", "decide"]


class Verdict(Enum):
    """Whether a call runs, is asked about, or does not run."""

    RUN = "run"
    ASK = "ask"
    DENY = "deny"


@frozen
class Autonomous:
    """A verdict with the rule that gave it."""

    verdict: Verdict
    rule: str


def decide(profile: RiskProfile, tool_name: str, assessment: Assessment) -> Autonomous:
    """`never_allow` beats all; a denial stands; then `always_ask`; then the table."""
    if tool_name in profile.never_allow:
        return Autonomous(Verdict.DENY, "never_allow")
    if assessment.denial is not None:
        return Autonomous(Verdict.DENY, assessment.denial)
    by_table = _table(profile, assessment)
    if by_table.verdict is Verdict.DENY:
        return by_table
    if tool_name in profile.always_ask:
        return Autonomous(Verdict.ASK, "always_ask")
    if (
        by_table.verdict is Verdict.ASK
        and not assessment.must_ask
        and assessment.risk is Risk.MEDIUM
        and tool_name in profile.auto_approve
    ):
        return Autonomous(Verdict.RUN, "auto_approve")
    return by_table


def _table(profile: RiskProfile, assessment: Assessment) -> Autonomous:
    risk = assessment.risk
    rule = f"{profile.level}:{risk.name.lower()}"
    match profile.level:
        case Autonomy.FULL:
            return Autonomous(Verdict.RUN, rule)
        case Autonomy.READONLY:
            runs = risk is Risk.LOW and assessment.is_read_only
            return Autonomous(Verdict.RUN if runs else Verdict.DENY, rule)
        case Autonomy.SUPERVISED:
            return Autonomous(_supervised(profile, risk), rule)
        case _:
            assert_never(profile.level)


def _supervised(profile: RiskProfile, risk: Risk) -> Verdict:
    match risk:
        case Risk.LOW:
            return Verdict.RUN
        case Risk.MEDIUM:
            return Verdict.ASK
        case Risk.HIGH:
            return Verdict.ASK if profile.high_risk is HighRisk.ASK else Verdict.DENY
        case _:
            assert_never(risk)
