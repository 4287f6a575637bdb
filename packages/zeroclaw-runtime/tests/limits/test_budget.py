"""Budgets reserve before they spend, so that requests side by side never overshoot."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.usage import Money
from zeroclaw_runtime import BudgetBook, BudgetLimits
from zeroclaw_runtime.errors import BudgetExceeded
from zeroclaw_runtime.limits.budget import Reservation

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
S = SessionId("s")


async def loaded(spent: Mapping[str, Money], scopes: frozenset[str]) -> BudgetBook:
    book = BudgetBook()

    async def load(_wanted: frozenset[str]) -> Mapping[str, Money]:
        await trio.lowlevel.checkpoint()
        return spent

    await book.ensure_loaded(scopes, load)
    return book


def test_scopes_name_only_the_limits_that_are_set() -> None:
    limits = BudgetLimits(session=Money(1), agent=Money(2), day=Money(3), month=Money(4))
    assert limits.scopes(S, "home", NOW) == {
        "session:s": 1,
        "agent:home": 2,
        "day:2026-11-30": 3,
        "month:2026-11": 4,
    }
    assert BudgetLimits(day=Money(3)).scopes(S, "home", NOW) == {"day:2026-11-30": 3}
    assert BudgetLimits().scopes(S, "home", NOW) == {}


steps = st.lists(
    st.tuples(
        st.sampled_from(["reserve", "settle"]),
        st.sampled_from([("a",), ("b",), ("a", "b")]),
        st.integers(0, 60),
        st.floats(0, 1, allow_nan=False),
    ),
    max_size=60,
)


@given(steps, st.integers(0, 120), st.integers(0, 120))
def test_reservations_in_any_order_never_exceed_a_limit(
    plan: list[tuple[str, tuple[str, ...], int, float]], limit_a: int, limit_b: int
) -> None:
    limits = {"a": Money(limit_a), "b": Money(limit_b)}
    book = trio.run(loaded, {}, frozenset(limits))
    open_ones: list[Reservation] = []
    spent, booked = {"a": 0, "b": 0}, {"a": 0, "b": 0}
    for action, scopes, amount, share in plan:
        if action == "settle" and open_ones:
            reservation = open_ones.pop(0)
            cost = Money(int(reservation.amount * share))
            for spend in (*reservation.spends, *book.settle(reservation, cost)):
                booked[spend.scope] += spend.cost
            for scope in reservation.scopes:
                spent[scope] += cost
            assert booked == spent
        else:
            asked = {scope: limits[scope] for scope in scopes}
            before = {scope: book.taken(scope) for scope in limits}
            try:
                open_ones.append(book.reserve(asked, Money(amount), NOW))
            except BudgetExceeded:
                assert any(before[scope] + amount > limits[scope] for scope in scopes)
                assert {scope: book.taken(scope) for scope in limits} == before
        for scope, limit in limits.items():
            reserved = sum(r.amount for r in open_ones if scope in r.scopes)
            assert book.taken(scope) == spent[scope] + reserved <= max(limit, 0)


async def test_requests_that_start_together_share_the_last_dollar_only_once() -> None:
    limits = {"day:x": Money(100)}
    book = await loaded({}, frozenset(limits))
    granted: list[Reservation] = []
    refused: list[BudgetExceeded] = []

    async def request() -> None:
        await trio.lowlevel.checkpoint()
        try:
            granted.append(book.reserve(limits, Money(40), NOW))
        except BudgetExceeded as error:
            refused.append(error)

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(request)
    assert len(granted) == 2
    assert len(refused) == 18
    # The control: checking what is spent, as without reservations, would let all of them start.
    spent_so_far = 0
    assert all(spent_so_far + 40 <= 100 for _ in range(20))


async def test_what_was_spent_before_is_learnt_once_for_each_scope() -> None:
    asked: list[frozenset[str]] = []

    async def load(scopes: frozenset[str]) -> Mapping[str, Money]:
        await trio.lowlevel.checkpoint()
        asked.append(scopes)
        return {"day:1": Money(70)}

    book = BudgetBook()
    await book.ensure_loaded(frozenset({"day:1"}), load)
    book.reserve({"day:1": Money(100)}, Money(10), NOW)
    await book.ensure_loaded(frozenset({"day:1", "day:2"}), load)
    assert asked == [frozenset({"day:1"}), frozenset({"day:2"})]
    assert book.taken("day:1") == 80
    assert book.taken("day:2") == 0


async def test_loading_twice_at_once_does_not_forget_a_reservation() -> None:
    book = BudgetBook()
    go = trio.Event()

    async def slow(_scopes: frozenset[str]) -> Mapping[str, Money]:
        await go.wait()
        return {}

    async def quick(_scopes: frozenset[str]) -> Mapping[str, Money]:
        await trio.lowlevel.checkpoint()
        return {}

    scopes = frozenset({"day:1"})
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(book.ensure_loaded, scopes, slow)
            await trio.testing.wait_all_tasks_blocked()
            await book.ensure_loaded(scopes, quick)
            book.reserve({"day:1": Money(100)}, Money(60), NOW)
            go.set()
    assert book.taken("day:1") == 60


async def test_the_error_names_the_tightest_scope_in_dollars() -> None:
    limits = {"agent:home": Money(5_000_000_000), "day:1": Money(2_000_000_000)}
    book = await loaded({"day:1": Money(1_500_000_000)}, frozenset(limits))
    with pytest.raises(BudgetExceeded) as caught:
        book.reserve(limits, Money(750_000_000), NOW)
    assert (caught.value.scope, caught.value.needed, caught.value.left, caught.value.limit) == (
        "day:1",
        0.75,
        0.5,
        2.0,
    )
    assert "day:1" in str(caught.value)


async def test_a_request_that_cost_more_than_reserved_counts_in_full() -> None:
    limits = {"day:1": Money(100)}
    book = await loaded({}, frozenset(limits))
    book.settle(book.reserve(limits, Money(50), NOW), Money(120))
    assert book.taken("day:1") == 120
    with pytest.raises(BudgetExceeded) as caught:
        book.reserve(limits, Money(1), NOW)
    assert caught.value.left == 0
