"""The window of actions lets through at most its limit in any hour."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_runtime.limits.actions import HOUR, ActionWindow

moments = st.lists(st.floats(0, 3 * HOUR, allow_nan=False), max_size=40).map(sorted)


@given(moments, st.integers(1, 5))
def test_no_hour_ever_holds_more_than_the_limit(times: list[float], limit: int) -> None:
    window = ActionWindow(limit)
    taken = [now for now in times if window.reserve(now)]
    for end in taken:
        assert sum(end - HOUR < at <= end for at in taken) <= limit


@given(moments, st.integers(1, 5))
def test_a_place_is_refused_only_when_the_hour_is_full(times: list[float], limit: int) -> None:
    window = ActionWindow(limit)
    taken: list[float] = []
    for now in times:
        is_full = sum(now - HOUR < at <= now for at in taken) >= limit
        assert window.reserve(now) is not is_full
        if not is_full:
            taken.append(now)


def test_a_place_comes_back_after_exactly_an_hour() -> None:
    window = ActionWindow(1)
    assert window.reserve(10.0)
    assert not window.reserve(10.0 + HOUR - 0.001)
    assert window.reserve(10.0 + HOUR)


def test_a_place_given_back_can_be_taken_again() -> None:
    window = ActionWindow(1)
    assert window.reserve(10.0)
    window.give_back(10.0)
    assert window.reserve(11.0)
    assert not window.reserve(12.0)


def test_giving_back_one_of_two_equal_times_returns_one_place() -> None:
    window = ActionWindow(2)
    assert window.reserve(10.0)
    assert window.reserve(10.0)
    window.give_back(10.0)
    assert window.reserve(10.0)
    assert not window.reserve(10.0)


def test_no_limit_lets_everything_through_and_keeps_nothing() -> None:
    window = ActionWindow(None)
    assert all(window.reserve(0.0) for _ in range(1000))
    window.give_back(0.0)
    window.give_back(99.0)


def test_a_limit_of_zero_lets_nothing_through() -> None:
    assert not ActionWindow(0).reserve(0.0)
