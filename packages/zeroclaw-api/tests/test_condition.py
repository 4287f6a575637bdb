"""Conditions are values that can be compared."""

from __future__ import annotations

from zeroclaw_api.condition import Comparison, NumberCondition, PathCondition


def test_each_comparison_is_its_own_sign() -> None:
    assert {str(each) for each in Comparison} == {">=", "<=", "!=", "==", ">", "<"}


def test_the_two_kinds_of_condition_are_never_equal() -> None:
    whole = PathCondition((), Comparison.EQUAL, "5")
    assert len({whole, NumberCondition(Comparison.EQUAL, 5.0)}) == 2
    assert len({whole, PathCondition((), Comparison.EQUAL, "5")}) == 1
