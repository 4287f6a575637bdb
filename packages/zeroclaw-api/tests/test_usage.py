"""Usage adds up, prices bound what it costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Price, Usage
from zeroclaw_testing.strategies import usages

rates = st.integers(0, 10**6)
prices = st.builds(Price, rates, rates, st.none() | rates, st.none() | rates)


@given(usages(), usages(), usages())
def test_adding_usage_is_like_adding_numbers(a: Usage, b: Usage, c: Usage) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Usage() == a


def test_known_counts_are_summed_field_by_field() -> None:
    total = Usage(1, 2, 3, 4, 5) + Usage(10, 20, 30, 40, 50)
    assert total == Usage(11, 22, 33, 44, 55)


def test_unknown_on_both_sides_stays_unknown() -> None:
    assert (Usage(input_tokens=1) + Usage(input_tokens=2)).output_tokens is None


@pytest.mark.parametrize("usage", [Usage(), Usage(input_tokens=5), Usage(output_tokens=5)])
def test_cost_of_unknown_usage_is_unknown(usage: Usage) -> None:
    assert Price(1, 1).cost(usage) is None


def test_usual_prices_come_out_in_dollars() -> None:
    three_and_fifteen = Price(input=3_000, output=15_000)
    cost = three_and_fifteen.cost(Usage(1_000_000, 1_000_000))
    assert cost == 18 * NANODOLLARS_PER_DOLLAR


def test_parts_of_the_input_are_charged_at_their_own_price() -> None:
    price = Price(input=10, output=1, cached_input=1, cache_write=12)
    usage = Usage(100, 0, cached_input_tokens=60, cache_write_tokens=30)
    assert price.cost(usage) == 10 * 10 + 60 * 1 + 30 * 12


def test_parts_without_a_price_are_charged_as_plain_input() -> None:
    usage = Usage(100, 0, cached_input_tokens=60, cache_write_tokens=30)
    assert Price(input=10, output=1).cost(usage) == 1000


def test_free_cached_input_costs_nothing() -> None:
    assert Price(10, 1, cached_input=0).cost(Usage(5, 0, cached_input_tokens=5)) == 0


@given(prices, st.integers(0, 10**6), st.integers(0, 10**6), st.data())
def test_worst_case_is_never_exceeded(
    price: Price, tokens_in: int, tokens_out: int, data: st.DataObject
) -> None:
    cached = data.draw(st.integers(0, tokens_in))
    written = data.draw(st.integers(0, tokens_in - cached))
    cost = price.cost(Usage(tokens_in, tokens_out, cached, written))
    assert cost is not None
    assert cost <= price.worst_case(tokens_in, tokens_out)
