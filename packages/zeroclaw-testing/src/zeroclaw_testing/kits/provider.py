"""What every provider must show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial

import trio

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.stream import (
    Finish,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_testing.kits.conformance import Conformance, failure_of, needs, optional

__all__ = ["ProviderConformance"]

_KINDS = (TextDelta, ReasoningDelta, ReasoningBlock, ToolCallDelta, Usage, Finish)


class ProviderConformance(Conformance[Provider]):
    """The subject answers `request()` with at least one event before its `Finish`, any number
    of times. The other providers of this kit go through `open_stalling` and `open_failing`.
    """

    def request(self) -> ModelRequest:
        """A request the subject answers."""
        said = Message(MessageId(1), TurnId(1), Role.USER, (Text("Say something."),))
        return ModelRequest(
            model="test", system="Be brief.", tools=(), messages=(said,), max_output_tokens=100
        )

    @optional
    def open_stalling(self) -> AbstractAsyncContextManager[Provider]:
        """A provider whose answer stands still after its first event."""
        raise NotImplementedError

    @optional
    def open_failing(self) -> AbstractAsyncContextManager[Provider]:
        """A provider whose request fails, on entering or later."""
        raise NotImplementedError

    def open_streams(self, provider: Provider) -> int | None:
        """How many connections the provider has open; None when a test cannot know."""
        return None

    async def test_finish_comes_exactly_once_and_last(self) -> None:
        async with self.subject() as provider, provider.stream(self.request()) as events:
            seen = [event async for event in events]
            ends = [place for place, event in enumerate(seen) if isinstance(event, Finish)]
            assert ends == [len(seen) - 1], f"Finish came at {ends} of {len(seen)} events"

    async def test_only_stream_events_come_out(self) -> None:
        async with self.subject() as provider, provider.stream(self.request()) as events:
            async for event in events:
                assert isinstance(event, _KINDS), f"{event!r} is no StreamEvent"

    async def test_reported_usage_never_goes_down(self) -> None:
        async with self.subject() as provider, provider.stream(self.request()) as events:
            before = Usage()
            async for event in events:
                if isinstance(event, Usage):
                    for name in ("input_tokens", "output_tokens"):
                        old, new = getattr(before, name), getattr(event, name)
                        assert old is None or (new is not None and new >= old), (
                            f"{name} went from {old} to {new}: usage is cumulative"
                        )
                    before = event

    async def test_no_scope_is_held_across_a_yield(self) -> None:
        async with self.subject() as provider, provider.stream(self.request()) as events:
            iterator = aiter(events)
            is_over = False
            while not is_over:
                try:
                    with trio.CancelScope():
                        is_over = await anext(iterator, None) is None
                except RuntimeError as error:
                    raise AssertionError(f"the iterator holds a scope: {error}") from error

    async def test_leaving_early_closes_the_stream(self) -> None:
        async with self.subject() as provider:
            async with provider.stream(self.request()) as events:
                await anext(aiter(events))
            self._require_closed(provider)
            await _read_to_end(provider, self.request())

    async def test_entering_without_reading_is_fine(self) -> None:
        async with self.subject() as provider:
            async with provider.stream(self.request()):
                pass
            self._require_closed(provider)

    async def test_streams_side_by_side_each_finish(self) -> None:
        async with self.subject() as provider:
            counts: list[int] = []
            async with trio.open_nursery() as nursery:
                for _ in range(5):
                    nursery.start_soon(_count_finishes, provider, self.request(), counts)
            assert counts == [1] * 5, f"five streams ended with {counts} Finish events"
            self._require_closed(provider)

    @needs("open_stalling")
    async def test_cancelling_mid_stream_closes_at_once(self) -> None:
        with self.bounded():
            async with self.open_stalling() as provider:
                first = trio.Event()
                reading = partial(_read_on, provider, self.request(), first)
                await self.cancel_promptly("a stream", reading, first)
                self._require_closed(provider)

    @needs("open_stalling")
    async def test_cancelling_is_not_turned_into_an_error(self) -> None:
        with self.bounded():
            async with self.open_stalling() as provider:
                first = trio.Event()

                async def read() -> None:
                    failure = await failure_of(partial(_read_on, provider, self.request(), first))
                    raise AssertionError(f"cancelling came out as {failure!r}")

                await self.cancel_promptly("a stream", read, first)

    @needs("open_failing")
    async def test_failure_is_a_provider_error_that_names_it(self) -> None:
        with self.bounded():
            async with self.open_failing() as provider:
                failure = await failure_of(partial(_read_to_end, provider, self.request()))
                assert isinstance(failure, ProviderError), f"{failure!r} is no ProviderError"
                assert failure.provider == provider.name, "the error names another provider"
                assert str(failure).strip(), "the error says nothing"
                self._require_closed(provider)

    async def test_closing_needs_no_stream_to_have_been_opened(self) -> None:
        async with self.subject() as provider:
            await provider.aclose()

    async def test_name_and_capabilities_stay_the_same(self) -> None:
        async with self.subject() as provider:
            before = (provider.name, provider.capabilities)
            await _read_to_end(provider, self.request())
            assert before == (provider.name, provider.capabilities), "they changed"
            assert provider.name.strip(), "it has no name"

    def _require_closed(self, provider: Provider) -> None:
        count = self.open_streams(provider)
        assert count in (None, 0), f"{count} streams are still open"


async def _read_to_end(provider: Provider, request: ModelRequest) -> list[StreamEvent]:
    async with provider.stream(request) as events:
        return [event async for event in events]


async def _count_finishes(provider: Provider, request: ModelRequest, counts: list[int]) -> None:
    seen = await _read_to_end(provider, request)
    counts.append(sum(isinstance(event, Finish) for event in seen))


async def _read_on(provider: Provider, request: ModelRequest, first: trio.Event) -> None:
    async with provider.stream(request) as events:
        await _read_first(events, first)
        async for _ in events:
            continue


async def _read_first(events: AsyncIterator[StreamEvent], first: trio.Event) -> None:
    async for _ in events:
        first.set()
        return
