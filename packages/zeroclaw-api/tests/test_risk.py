"""Only reading leaves the world as it was."""

from __future__ import annotations

import pytest

from zeroclaw_api.risk import Assessment, Autonomy, Effect, HighRisk, Risk, RiskProfile


@pytest.mark.parametrize("effect", list(Effect))
def test_only_reading_counts_as_read_only(effect: Effect) -> None:
    assessment = Assessment(Risk.LOW, frozenset({Effect.READ, effect}))
    assert assessment.is_read_only is (effect is Effect.READ)


def test_risks_are_ordered_from_low_to_high() -> None:
    assert Risk.LOW < Risk.MEDIUM < Risk.HIGH


def test_profile_nobody_filled_in_is_the_careful_one() -> None:
    profile = RiskProfile()
    assert (profile.level, profile.high_risk) == (Autonomy.SUPERVISED, HighRisk.DENY)
    assert not profile.auto_approve
