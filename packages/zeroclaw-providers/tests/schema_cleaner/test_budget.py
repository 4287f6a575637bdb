"""What is kept of a schema has bounds."""

from __future__ import annotations

import math

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.schema_cleaner.budget import MAX_VALUE_UNITS, Budget, Limits


def nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


def test_after_the_first_thing_that_does_not_fit_nothing_does() -> None:
    budget = Budget(Limits(units=10, depth=4))
    assert [budget.spend(units) for units in (4, 6, 1)] == [True, True, False]
    roomy = Budget(Limits(units=10, depth=4))
    assert [roomy.spend(units) for units in (4, 7, 1)] == [True, False, False]
    assert budget.is_cut
    assert roomy.is_cut


@pytest.mark.parametrize(
    "value",
    [
        "x" * MAX_VALUE_UNITS,
        ["x"] * MAX_VALUE_UNITS,
        {"x" * MAX_VALUE_UNITS: 1},
        nested(9),
        math.nan,
        [-math.inf],
        [10**5000],
    ],
)
def test_a_value_no_endpoint_would_take_is_left_out_alone(value: Json) -> None:
    budget = Budget(Limits(units=1_000_000, depth=8))
    assert not budget.spend_value(value)
    assert budget.spend_value({"a": [1, 2.5, None, True, "x"]})
    assert not budget.is_cut


def test_each_use_of_a_value_is_paid_for() -> None:
    budget = Budget(Limits(units=1_000, depth=8))
    value = "x" * 400
    assert [budget.spend_value(value) for _ in range(3)] == [True, True, False]
