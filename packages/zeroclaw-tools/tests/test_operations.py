"""Operations give real numbers of bearable size, or say why not."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.errors import InvalidExpression
from zeroclaw_tools.operations import FUNCTIONS, Number, applied, called

NUMBERS = (
    st.integers()
    | st.integers(-(2**14_000), 2**14_000)
    | st.floats(allow_nan=False, allow_infinity=False)
)


@given(st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), NUMBERS, NUMBERS)
def test_any_operation_gives_a_number_or_a_reason(
    operator: str, left: Number, right: Number
) -> None:
    try:
        value = applied(operator, left, right)
    except InvalidExpression:
        return
    assert str(value)
    assert isinstance(value, int) or math.isfinite(value)


@given(st.sampled_from(sorted(FUNCTIONS)), st.lists(NUMBERS, min_size=1, max_size=4))
def test_any_function_gives_a_number_or_a_reason(name: str, values: list[Number]) -> None:
    try:
        told = str(called(name, values))
    except InvalidExpression as error:
        told = str(error)
    assert told


@given(st.integers(), st.integers().filter(bool))
def test_a_whole_quotient_stays_exact(left: int, right: int) -> None:
    assert applied("/", left * right, right) == left
    assert isinstance(applied("/", left * right, right), int)


@given(st.integers(), st.integers().filter(bool))
def test_division_with_a_rest_adds_up(left: int, right: int) -> None:
    whole, rest = applied("//", left, right), applied("%", left, right)
    assert whole * right + rest == left
    assert Fraction(left, right) // 1 == whole


@pytest.mark.parametrize(
    ("operator", "left", "right", "why"),
    [
        ("**", 9, 10**9, "power"),
        ("**", 2, 10**4000, "power"),
        ("**", -8, 0.5, "no real number"),
        ("**", 1e300, 2, "too large"),
        ("**", 0, -1, "zero"),
        ("/", 1, 0, "zero"),
        ("/", 10**4000 + 1, 10, "too large"),
        ("*", 1e300, 1e300, "too large"),
    ],
)
def test_what_cannot_be_told_is_refused(
    operator: str, left: Number, right: Number, why: str
) -> None:
    with pytest.raises(InvalidExpression, match=why):
        applied(operator, left, right)


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("factorial", [100_000], "at most"),
        ("factorial", [2.5], "whole"),
        ("factorial", [-1], "not allowed"),
        ("comb", [10**9, 5 * 10**8], "too many"),
        ("sqrt", [-1], "not allowed"),
        ("stdev", [1], "2 to"),
        ("eval", [1], "no function"),
        ("round", [1, 10**9], "digits"),
    ],
)
def test_a_function_refuses_what_it_cannot_take(name: str, values: list[Number], why: str) -> None:
    with pytest.raises(InvalidExpression, match=why):
        called(name, values)


@pytest.mark.parametrize(
    ("name", "values", "value"),
    [
        ("sqrt", [10**40], 10**20),
        ("mean", [1, 2, 3], 2),
        ("median", [5, 1, 3], 3),
        ("median", [5, 1, 3, 4], 3.5),
        ("round", [2.567, 2], 2.57),
        ("round", [2.5], 2),
        ("gcd", [12, 18], 6),
        ("sum", [1, 2.5], 3.5),
    ],
)
def test_a_function_gives_the_value_of_its_name(
    name: str, values: list[Number], value: Number
) -> None:
    assert called(name, values) == value


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20))
def test_spread_is_that_of_a_sample(values: list[float]) -> None:
    assert called("variance", [*values]) == pytest.approx(
        statistics.variance(values), rel=1e-9, abs=1e-6
    )
    assert called("stdev", [*values]) == pytest.approx(statistics.stdev(values), rel=1e-9, abs=1e-3)
