"""The table of autonomy by risk, every cell, with every list over it."""

from __future__ import annotations

from itertools import product

import pytest

from zeroclaw_api.risk import Assessment, Autonomy, Effect, HighRisk, Risk, RiskProfile
from zeroclaw_runtime.security.autonomy import Autonomous, Verdict, decide

RUN, ASK, DENY = Verdict.RUN, Verdict.ASK, Verdict.DENY
READS, WRITES = frozenset({Effect.READ}), frozenset({Effect.WRITE})
LISTED = frozenset({"tool"})

TABLE = {
    (Autonomy.READONLY, Risk.LOW, READS): RUN,
    (Autonomy.READONLY, Risk.LOW, WRITES): DENY,
    (Autonomy.READONLY, Risk.MEDIUM, READS): DENY,
    (Autonomy.READONLY, Risk.MEDIUM, WRITES): DENY,
    (Autonomy.READONLY, Risk.HIGH, READS): DENY,
    (Autonomy.READONLY, Risk.HIGH, WRITES): DENY,
    (Autonomy.SUPERVISED, Risk.LOW, READS): RUN,
    (Autonomy.SUPERVISED, Risk.LOW, WRITES): RUN,
    (Autonomy.SUPERVISED, Risk.MEDIUM, READS): ASK,
    (Autonomy.SUPERVISED, Risk.MEDIUM, WRITES): ASK,
    (Autonomy.SUPERVISED, Risk.HIGH, READS): DENY,
    (Autonomy.SUPERVISED, Risk.HIGH, WRITES): DENY,
    (Autonomy.FULL, Risk.LOW, READS): RUN,
    (Autonomy.FULL, Risk.LOW, WRITES): RUN,
    (Autonomy.FULL, Risk.MEDIUM, READS): RUN,
    (Autonomy.FULL, Risk.MEDIUM, WRITES): RUN,
    (Autonomy.FULL, Risk.HIGH, READS): RUN,
    (Autonomy.FULL, Risk.HIGH, WRITES): RUN,
}


def verdict(profile: RiskProfile, risk: Risk, effects: frozenset[Effect] = WRITES) -> Verdict:
    return decide(profile, "tool", Assessment(risk, effects)).verdict


def test_table_of_these_tests_has_every_cell() -> None:
    assert set(TABLE) == set(product(Autonomy, Risk, [READS, WRITES]))


@pytest.mark.parametrize(("level", "risk", "effects"), TABLE)
def test_cell_without_lists_is_as_promised(
    level: Autonomy, risk: Risk, effects: frozenset[Effect]
) -> None:
    found = decide(RiskProfile(level), "tool", Assessment(risk, effects))
    assert found == Autonomous(TABLE[level, risk, effects], f"{level}:{risk.name.lower()}")


@pytest.mark.parametrize(("level", "risk", "effects"), TABLE)
def test_never_allow_beats_every_cell_and_every_list(
    level: Autonomy, risk: Risk, effects: frozenset[Effect]
) -> None:
    profile = RiskProfile(level, LISTED, LISTED, LISTED, HighRisk.ASK)
    found = decide(profile, "tool", Assessment(risk, effects))
    assert found == Autonomous(DENY, "never_allow")
    # The control: another tool is not on the list.
    assert decide(profile, "other", Assessment(risk, effects)).rule != "never_allow"


@pytest.mark.parametrize(("level", "risk", "effects"), TABLE)
def test_always_ask_asks_wherever_the_table_does_not_deny(
    level: Autonomy, risk: Risk, effects: frozenset[Effect]
) -> None:
    profile = RiskProfile(level, auto_approve=LISTED, always_ask=LISTED)
    expected = DENY if TABLE[level, risk, effects] is DENY else ASK
    assert verdict(profile, risk, effects) is expected


@pytest.mark.parametrize(("level", "risk", "effects"), TABLE)
def test_auto_approve_turns_only_a_medium_question_into_a_run(
    level: Autonomy, risk: Risk, effects: frozenset[Effect]
) -> None:
    by_table = TABLE[level, risk, effects]
    expected = RUN if by_table is ASK and risk is Risk.MEDIUM else by_table
    assert verdict(RiskProfile(level, auto_approve=LISTED), risk, effects) is expected


def test_high_risk_is_asked_about_only_when_supervised_and_told_so() -> None:
    for level, expected in {
        Autonomy.READONLY: DENY,
        Autonomy.SUPERVISED: ASK,
        Autonomy.FULL: RUN,
    }.items():
        profile = RiskProfile(level, auto_approve=LISTED, high_risk=HighRisk.ASK)
        assert verdict(profile, Risk.HIGH) is expected


@pytest.mark.parametrize("level", Autonomy)
def test_denial_of_a_policy_stands_at_every_level(level: Autonomy) -> None:
    profile = RiskProfile(level, auto_approve=LISTED)
    denied = Assessment(Risk.LOW, READS, denial="forbidden_path")
    assert decide(profile, "tool", denied) == Autonomous(DENY, "forbidden_path")
    # The control: without the denial the same call runs.
    assert decide(profile, "tool", Assessment(Risk.LOW, READS)).verdict is RUN


@pytest.mark.parametrize("effect", set(Effect) - {Effect.READ})
def test_readonly_runs_no_effect_besides_reading(effect: Effect) -> None:
    profile = RiskProfile(Autonomy.READONLY)
    assert verdict(profile, Risk.LOW, frozenset({Effect.READ, effect})) is DENY
    assert verdict(profile, Risk.LOW, frozenset()) is RUN
