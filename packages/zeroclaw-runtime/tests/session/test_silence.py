"""The watchdog over a provider: silence ends a request, slowness of others does not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import define
from trio.testing import MockClock

from zeroclaw_api.events import Done, Event, Outcome
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_runtime import Limits, ModelRoute, assemble, open_session

LIMIT = 10.0
STOP = Finish(FinishReason.STOP)


@define(eq=False)
class TimedProvider:
    """Says its pieces after so many seconds each."""

    waits: tuple[float, ...]
    size: int = 4
    name: str = "timed.test"
    capabilities: ProviderCapabilities = ProviderCapabilities()

    @asynccontextmanager
    async def stream(self, _request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        await trio.lowlevel.checkpoint()
        yield self._events()

    async def _events(self) -> AsyncIterator[StreamEvent]:
        for seconds in self.waits:
            with trio.move_on_after(seconds):
                await trio.sleep_forever()
            yield TextDelta("x" * self.size)
        yield STOP

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def outcome_of(*waits: float) -> tuple[Done, float]:
    """How a turn over such a stream ends, after how many seconds."""
    route = ModelRoute(TimedProvider(waits), "m")
    agent = assemble("patient", [route], limits=Limits(silence_seconds=LIMIT))
    with trio.fail_after(1000):
        async with open_session(agent, "s") as session:
            began = trio.current_time()
            return await session.ask("go"), trio.current_time() - began


async def test_stream_that_speaks_often_enough_may_take_any_time(autojump_clock: MockClock) -> None:
    done, took = await outcome_of(*[0.99 * LIMIT] * 20)
    assert done.outcome is Outcome.ANSWERED
    assert took == pytest.approx(20 * 0.99 * LIMIT)


@pytest.mark.parametrize("spoken", [0, 1, 2, 7])
@pytest.mark.parametrize("every", [0.001, 0.3, 1.0, 9.9])
async def test_silence_ends_a_request_at_most_a_tenth_late(
    autojump_clock: MockClock, spoken: int, every: float
) -> None:
    done, took = await outcome_of(*[every] * spoken, 2 * LIMIT)
    assert (done.outcome, done.error_key) == (Outcome.FAILED, "provider_timed_out")
    silent = took - spoken * every
    assert LIMIT <= silent <= 1.1 * LIMIT + 1e-6


async def test_waiting_for_a_stuck_driver_is_not_silence(autojump_clock: MockClock) -> None:
    route = ModelRoute(TimedProvider((0.1,) * 20, size=100_000), "m")
    agent = assemble("patient", [route], limits=Limits(silence_seconds=LIMIT))
    with trio.fail_after(1000):
        async with (
            open_session(agent, "s") as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            await session.process(ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE))
            entries = 0
            async for entry in reader:
                with trio.move_on_after(5 * LIMIT):
                    await trio.sleep_forever()
                entries += 1
                if isinstance(entry, Event) and isinstance(entry.body, Done):
                    break
    assert isinstance(entry, Event)
    assert isinstance(entry.body, Done)
    assert entry.body.outcome is Outcome.ANSWERED
    assert entries > 5
