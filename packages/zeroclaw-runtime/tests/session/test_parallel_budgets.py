"""Turns side by side never spend more than a budget, whatever their requests really cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import cycle

import trio
import trio.testing
from attrs import define, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.errors import ProviderOverloaded, ProviderRateLimited, ProviderRejected
from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Money, Price, Usage
from zeroclaw_runtime import (
    BudgetBook,
    BudgetLimits,
    Limits,
    ModelRoute,
    SessionActor,
    assemble,
    open_session,
)
from zeroclaw_runtime.limits.budget import Reservation
from zeroclaw_runtime.turn.call import worst_input_tokens
from zeroclaw_testing import ManualClock, ModelStore, ScriptedProvider, call, say

NEW_YEARS_EVE = datetime(2026, 12, 31, 12, tzinfo=UTC)


class Fate(StrEnum):
    """What becomes of one request."""

    TOLD = "it says what it used"
    TOLD_EARLY = "it says what it used so far, then goes on"
    UNTOLD = "it never says what it used"
    REFUSED = "it is refused before it costs anything"
    REJECTED = "it is refused for good"
    BROKEN = "it fails in the middle"
    CUT_OFF = "it stops without its end"
    CANCELLED = "its turn is cancelled in the middle"
    CANCELLED_LATE = "its turn is cancelled after a first word on its usage"
    CANCELLED_EARLY = "its turn is cancelled before the first word"
    ACROSS_MIDNIGHT = "it ends on another day"


@frozen
class Plan:
    """A fate, with what the request really uses as shares of the worst case."""

    fate: Fate
    input: float
    output: float


@define(eq=False)
class Bills:
    """What a provider really bills, by scope, held against the limits each time it grows."""

    limits: BudgetLimits
    clock: ManualClock
    _sums: Counter[str] = field(factory=Counter)
    overshoot: int = 0
    requests: int = 0

    def add(self, session: SessionId, alias: str, cost: Money) -> None:
        """Book one request on the day it was sent."""
        self.requests += 1
        for scope, limit in self.limits.scopes(session, alias, self.clock.now()).items():
            self._sums[scope] += cost
            self.overshoot = max(self.overshoot, self._sums[scope] - limit)

    @property
    def sums(self) -> Mapping[str, int]:
        """What was billed in each scope."""
        return dict(self._sums)


@define(eq=False)
class BillingProvider:
    """Uses as much as the plans say. A session is known by the first word of its message."""

    bills: Bills
    price: Price
    plans: Sequence[Plan]
    sessions: dict[SessionId, SessionActor]
    midnight: trio.Event = field(factory=trio.Event)
    name: str = "billing.test"
    capabilities: ProviderCapabilities = ProviderCapabilities()
    _number: int = 0

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        plan = self.plans[self._number % len(self.plans)]
        self._number += 1
        text = request.messages[-1].text
        alias, session = text[text.index("<") + 1 : text.index(">")].split("/")
        used = Usage(
            int(plan.input * worst_input_tokens(request)),
            int(plan.output * request.max_output_tokens),
        )
        if plan.fate in (Fate.REFUSED, Fate.REJECTED):
            used = Usage(0, 0)
        cost = self.price.cost(used)
        assert cost is not None
        self.bills.add(SessionId(session), alias, cost)
        await trio.lowlevel.checkpoint()
        if plan.fate is Fate.REFUSED:
            raise ProviderRateLimited(
                provider=self.name, model=request.model, detail="slow down", retry_after=None
            )
        if plan.fate is Fate.REJECTED:
            raise ProviderRejected(provider=self.name, model=request.model, detail="no")
        yield self._events(plan, used, self.sessions[SessionId(session)], request)

    async def _events(
        self, plan: Plan, used: Usage, session: SessionActor, request: ModelRequest
    ) -> AsyncIterator[StreamEvent]:
        await trio.lowlevel.checkpoint()
        if plan.fate is Fate.CANCELLED_EARLY:
            session.cancel()
            await trio.sleep_forever()
        if plan.fate in (Fate.TOLD_EARLY, Fate.CANCELLED_LATE, Fate.BROKEN):
            yield Usage(used.input_tokens, 0)
        yield TextDelta("word ")
        await trio.lowlevel.checkpoint()
        if plan.fate in (Fate.CANCELLED, Fate.CANCELLED_LATE):
            session.cancel()
            await trio.sleep_forever()
        if plan.fate is Fate.BROKEN:
            raise ProviderOverloaded(provider=self.name, model=request.model, detail="it fell")
        if plan.fate is Fate.ACROSS_MIDNIGHT:
            await self.midnight.wait()
        yield TextDelta("more ")
        if plan.fate is Fate.CUT_OFF:
            return
        if plan.fate is not Fate.UNTOLD:
            yield used
        yield Finish(FinishReason.STOP)

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


@frozen
class World:
    """Everything that hypothesis chooses."""

    limits: BudgetLimits
    price: Price
    plans: tuple[Plan, ...]
    aliases: tuple[str, ...]
    sessions: int
    waves: int
    max_output: int
    day_steps: tuple[int, ...]


MONEY = st.one_of(st.none(), st.integers(0, 400_000).map(Money))
SHARES = st.one_of(st.just(1.0), st.floats(0, 1))
WORLDS = st.builds(
    World,
    limits=st.builds(BudgetLimits, session=MONEY, agent=MONEY, day=MONEY, month=MONEY),
    price=st.builds(Price, input=st.integers(0, 60), output=st.integers(1, 60)),
    plans=st.lists(
        st.builds(Plan, st.sampled_from(Fate), SHARES, SHARES), min_size=1, max_size=12
    ).map(tuple),
    aliases=st.sampled_from([("one",), ("one", "two")]),
    sessions=st.integers(1, 6),
    waves=st.integers(1, 4),
    max_output=st.integers(1, 1000),
    day_steps=st.lists(st.integers(0, 20), min_size=4, max_size=4).map(tuple),
)


@define(eq=False)
class Run:
    """One life of a process that shares a book between agents and sessions."""

    world: World
    bills: Bills
    store: ModelStore
    book: BudgetBook = field(factory=BudgetBook)
    dones: list[Done] = field(factory=list)

    async def live(self) -> None:
        """Wave after wave of turns side by side; time passes in the middle of each."""
        world, clock = self.world, self.bills.clock
        sessions: dict[SessionId, SessionActor] = {}
        provider = BillingProvider(self.bills, world.price, world.plans, sessions)
        routes = [ModelRoute(provider, "m", world.price, world.max_output)] * 2
        agents = {
            alias: assemble(
                alias, routes, limits=Limits(budget=world.limits), clock=clock, book=self.book
            )
            for alias in world.aliases
        }
        aliases = cycle(world.aliases)
        homes = {SessionId(f"s{number}"): next(aliases) for number in range(world.sessions)}
        async with AsyncExitStack() as stack:
            for key, alias in homes.items():
                opening = open_session(agents[alias], key, store=self.store)
                sessions[key] = await stack.enter_async_context(opening)
            for days in world.day_steps[: world.waves]:
                provider.midnight = trio.Event()
                async with trio.open_nursery() as nursery:
                    for key, session in sessions.items():
                        nursery.start_soon(self._ask, session, f"<{homes[key]}/{key}> go")
                    await trio.testing.wait_all_tasks_blocked()
                    clock.advance(timedelta(days=days))
                    provider.midnight.set()

    async def _ask(self, session: SessionActor, text: str) -> None:
        self.dones.append(await session.ask(text))


@given(WORLDS)
@settings(max_examples=300)
async def test_turns_side_by_side_never_overshoot_any_budget(world: World) -> None:
    bills = Bills(world.limits, ManualClock(NEW_YEARS_EVE))
    store = ModelStore()
    with trio.fail_after(20):
        first = Run(world, bills, store)
        await first.live()
        assert bills.overshoot <= 0
        spent = {scope: first.book.taken(scope) for scope in bills.sums}
        durable = await store.spent(frozenset(bills.sums))
        assert {k: v for k, v in durable.items() if v} == {k: v for k, v in spent.items() if v}
        assert all(bills.sums[scope] <= spent[scope] for scope in spent)
        again = Run(world, bills, store)
        await again.live()
        assert bills.overshoot <= 0
        assert all(again.book.taken(scope) >= spent[scope] for scope in _seen(again, spent))
    told = sum(done.cost or 0 for done in first.dones + again.dones)
    agents = frozenset(f"agent:{alias}" for alias in world.aliases)
    if world.limits.agent is not None:
        assert sum((await store.spent(agents)).values()) == told
    turns = len(first.dones) + len(again.dones)
    assert turns == 2 * world.sessions * world.waves
    for done in first.dones + again.dones:
        assert (done.error_key == "budget_exceeded") <= (done.outcome is Outcome.LIMIT)


def _seen(run: Run, scopes: Mapping[str, Money]) -> list[str]:
    """The scopes that a book had a reason to load."""
    return [scope for scope in scopes if run.book.taken(scope)]


@define(eq=False)
class LateBook(BudgetBook):
    """Looks whether there is money left, but takes it only when the request is over."""

    def reserve(self, limits: Mapping[str, Money], amount: Money, at: datetime) -> Reservation:
        """Check alone."""
        self.settle(super().reserve(limits, amount, at), Money(0))
        return Reservation(frozenset(limits), Money(0), at)


def crowded(limit: Money) -> World:
    """Six sessions that each send one request at once, every one at its worst."""
    return World(
        limits=BudgetLimits(day=limit),
        price=Price(input=1, output=100),
        plans=(Plan(Fate.TOLD, 1.0, 1.0),),
        aliases=("one", "two"),
        sessions=6,
        waves=1,
        max_output=1000,
        day_steps=(0,),
    )


async def billed_with(book: BudgetBook, limit: Money) -> Bills:
    world = crowded(limit)
    bills = Bills(world.limits, ManualClock(NEW_YEARS_EVE))
    with trio.fail_after(20):
        await Run(world, bills, ModelStore(), book).live()
    return bills


async def test_only_as_many_start_together_as_the_budget_can_bear() -> None:
    bills = await billed_with(BudgetBook(), Money(250_000))
    assert bills.requests == 2
    assert bills.overshoot <= 0


async def test_control_a_book_that_reserves_after_the_call_overshoots() -> None:
    bills = await billed_with(LateBook(), Money(250_000))
    assert bills.requests == 6
    assert bills.overshoot > 0


async def test_new_day_gives_new_money_and_the_old_day_keeps_its_bills() -> None:
    limit = Money(250_000)
    world = crowded(limit)
    clock = ManualClock(NEW_YEARS_EVE)
    bills, book = Bills(world.limits, clock), BudgetBook()
    with trio.fail_after(20):
        store = ModelStore()
        await Run(world, bills, store, book).live()
        assert bills.requests == 2
        await Run(world, bills, store, book).live()
        assert bills.requests == 2
        clock.advance(timedelta(days=1))
        await Run(world, bills, store, book).live()
    assert bills.requests == 4
    assert bills.sums.keys() == {"day:2026-12-31", "day:2027-01-01"}
    assert await store.spent(frozenset(bills.sums)) == bills.sums


async def test_reopened_process_knows_what_was_spent_before() -> None:
    world = crowded(Money(250_000))
    bills, store = Bills(world.limits, ManualClock(NEW_YEARS_EVE)), ModelStore()
    with trio.fail_after(20):
        await Run(world, bills, store).live()
        again = Run(world, bills, store)
        await again.live()
    assert bills.requests == 2
    assert {done.error_key for done in again.dones} == {"budget_exceeded"}


async def test_control_a_store_that_forgets_lets_the_next_process_spend_again() -> None:
    world = crowded(Money(250_000))
    bills = Bills(world.limits, ManualClock(NEW_YEARS_EVE))
    with trio.fail_after(20):
        await Run(world, bills, ModelStore()).live()
        await Run(world, bills, ModelStore()).live()
    assert bills.requests == 4
    assert bills.overshoot > 0


async def test_answer_cut_short_costs_its_worst_although_it_told_a_part() -> None:
    """What was told before the cut is not what will be billed."""
    price, used = Price(input=1, output=100), Usage(10, 1)
    book, limits = BudgetBook(), BudgetLimits(agent=Money(10_000_000))
    cut_off = (used, TextDelta("word"))
    provider = ScriptedProvider([cut_off, say("whole", usage=used)])
    agent = assemble(
        "one",
        [ModelRoute(provider, "m", price, 1000)],
        limits=Limits(budget=limits),
        book=book,
    )
    with trio.fail_after(5):
        async with open_session(agent, "s") as session:
            await session.ask("go")
            worst = price.worst_case(worst_input_tokens(provider.requests[0]), 1000)
            assert book.taken("agent:one") == worst
            whole = await session.ask("go")
            assert whole.cost == price.cost(used)
            assert book.taken("agent:one") == worst + (whole.cost or 0)


async def test_every_round_of_a_turn_is_paid_for_on_its_own() -> None:
    price, used = Price(input=1, output=100), Usage(10, 1)
    book, limits = BudgetBook(), BudgetLimits(session=Money(10_000_000))
    rounds = [call("nothing", {}, usage=used), say("done", usage=used)]
    route = ModelRoute(ScriptedProvider(rounds), "m", price, 1000)
    agent = assemble("one", [route], limits=Limits(budget=limits), book=book)
    with trio.fail_after(5):
        async with open_session(agent, "s") as session:
            done = await session.ask("go")
    assert done.cost == 2 * (price.cost(used) or 0) == book.taken("session:s")
