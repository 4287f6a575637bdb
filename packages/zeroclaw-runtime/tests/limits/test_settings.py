"""The usual limits are those that the reference promises."""

from __future__ import annotations

from zeroclaw_runtime import BudgetLimits, Limits, UnpricedPolicy


def test_usual_limits_are_the_promised_ones() -> None:
    limits = Limits()
    assert limits.iterations == 10
    assert limits.turn_seconds == 1800
    assert limits.question_seconds == 300
    assert limits.question_seconds_per_turn == 3600
    assert limits.hook_seconds == 5
    assert limits.result_characters == 50_000
    assert limits.actions_per_hour is None
    assert limits.budget == BudgetLimits()


def test_an_unpriced_model_only_warns_unless_told_otherwise() -> None:
    assert Limits().unpriced is UnpricedPolicy.WARN
    assert [policy.value for policy in UnpricedPolicy] == ["warn", "stop"]
