"""The provider kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.errors import ProviderOverloaded
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.scripted_provider import (
    FailToConnect,
    ScriptedProvider,
    Stall,
    Step,
    WaitFor,
    say,
)

OVERLOADED = ProviderOverloaded(provider="scripted.test", model="m", detail="busy")
END = Finish(FinishReason.STOP)


class TestScriptedProvider(ProviderConformance):
    answer: ClassVar[tuple[Step, ...]] = say("hello", usage=Usage(3, 2))
    failure: ClassVar[Exception] = OVERLOADED

    def make(self) -> Provider:
        return ScriptedProvider(always=self.answer)

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        yield ScriptedProvider([(TextDelta("a"), Stall())])

    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        yield ScriptedProvider([(FailToConnect(self.failure),)])

    def open_streams(self, provider: Provider) -> int | None:
        assert isinstance(provider, ScriptedProvider | ThroughGenerator)
        return provider.open_streams


class ThroughGenerator(ScriptedProvider):
    """Wraps a stream in a generator, as a careless adapter would."""

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        return self._open(request)

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with super().stream(request) as events, aclosing(self.wrap(events)) as wrapped:
            yield wrapped

    async def wrap(self, events: AsyncIterator[StreamEvent]) -> AsyncGenerator[StreamEvent, None]:
        async for event in events:
            yield event


class HoldsScope(ThroughGenerator):
    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with super()._open(request) as events:
            yield ScopedIterator(events)


class ScopedIterator(AsyncIterator[StreamEvent]):
    """Opens a scope with its first event, as a nursery across a yield would."""

    def __init__(self, events: AsyncIterator[StreamEvent]) -> None:
        self._events = events
        self._scope = trio.CancelScope()
        self._is_entered = False

    async def __anext__(self) -> StreamEvent:
        if not self._is_entered:
            self._is_entered = True
            self._scope.__enter__()
        return await anext(self._events)


class ClosesSlowly(ThroughGenerator):
    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with super()._open(request) as events:
            try:
                yield events
            finally:
                with trio.move_on_after(0.2, shield=True):
                    await trio.sleep_forever()


class Leaks(ScriptedProvider):
    """Forgets to count down, as a pool that never gets its connection back."""

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        self.open_streams += 1
        return super().stream(request)


class TestSlowlyClosed(TestScriptedProvider):
    """Only what the control below runs; it is a test class by inheritance."""

    __test__ = False
    prompt_limit: ClassVar[float] = 0.05

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        yield ClosesSlowly([(TextDelta("a"), Stall())])


def kit(provider: Provider) -> TestScriptedProvider:
    class Broken(TestScriptedProvider):
        time_limit: ClassVar[float] = 0.3

        def make(self) -> Provider:
            return provider

        @asynccontextmanager
        async def open_stalling(self) -> AsyncIterator[Provider]:
            yield provider

        @asynccontextmanager
        async def open_failing(self) -> AsyncIterator[Provider]:
            yield provider

    return Broken()


def playing(*steps: object) -> ScriptedProvider:
    return ScriptedProvider(always=steps)  # type: ignore[arg-type]  # some are broken on purpose


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (playing(TextDelta("a")), "test_finish_comes_exactly_once_and_last"),
        (playing(TextDelta("a"), END, END), "test_finish_comes_exactly_once_and_last"),
        (playing(TextDelta("a"), END, Usage(1)), "test_finish_comes_exactly_once_and_last"),
        (playing("text", END), "test_only_stream_events_come_out"),
        (playing(Usage(9, 9), Usage(9, 2), END), "test_reported_usage_never_goes_down"),
        (HoldsScope(always=say("hello")), "test_no_scope_is_held_across_a_yield"),
        (Leaks(always=say("hello")), "test_leaving_early_closes_the_stream"),
        (Leaks(always=say("hello")), "test_entering_without_reading_is_fine"),
        (playing(TextDelta("a")), "test_streams_side_by_side_each_finish"),
        (playing(WaitFor(trio.Event())), "test_name_and_capabilities_stay_the_same"),
        (playing(ConnectionError("raw")), "test_failure_is_a_provider_error_that_names_it"),
        (playing(*say("no failure")), "test_failure_is_a_provider_error_that_names_it"),
    ],
)
async def test_kit_catches_a_broken_provider(broken: ScriptedProvider, check: str) -> None:
    await require_caught(getattr(kit(broken), check))


async def test_kit_catches_a_stream_that_closes_slowly() -> None:
    await require_caught(TestSlowlyClosed().test_cancelling_mid_stream_closes_at_once)
