"""A model that costs next to nothing, so that a benchmark measures the kernel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager

import trio
from attrs import define, field

from zeroclaw_api.events import Done, Event, NewToken
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.session import ProcessMessage, Subscription
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_runtime import SessionActor

__all__ = ["CALL", "PlainModel", "next_done", "send", "token_times"]

STOP = Finish(FinishReason.STOP)
CALL: tuple[StreamEvent, ...] = (
    ToolCallDelta(0, "call_0", "look", '{"place": "here"}'),
    Finish(FinishReason.TOOL_USE),
)


@define(eq=False)
class PlainModel:
    """Says the same each time, letting other tasks run before each piece.

    With `calls_first` each turn begins with one tool call. With `stall_at` it falls silent
    before that piece; with `interval`, each piece takes so many seconds.
    """

    pieces: int = 20
    calls_first: bool = False
    stall_at: int | None = None
    interval: float = 0.0
    name: str = "plain"
    capabilities: ProviderCapabilities = field(factory=ProviderCapabilities)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """One answer."""
        wants_call = self.calls_first and not request.messages[-1].tool_results
        answer: tuple[StreamEvent, ...] = (*[TextDelta("word ")] * self.pieces, STOP)
        return _Answer(self, CALL if wants_call else answer)

    async def aclose(self) -> None:
        """Nothing to give back."""
        await trio.lowlevel.checkpoint()


@define(eq=False)
class _Answer(AbstractAsyncContextManager[AsyncIterator[StreamEvent]], AsyncIterator[StreamEvent]):
    _model: PlainModel
    _steps: Sequence[StreamEvent]
    _next: int = 0

    async def __aenter__(self) -> AsyncIterator[StreamEvent]:
        return self

    async def __aexit__(self, *_error: object) -> None:
        return None

    async def __anext__(self) -> StreamEvent:
        if self._next == len(self._steps):
            raise StopAsyncIteration
        if self._next == self._model.stall_at:
            await trio.sleep_forever()
        if self._model.interval:
            await trio.sleep(self._model.interval)
        else:
            await trio.lowlevel.checkpoint()
        self._next += 1
        return self._steps[self._next - 1]


async def send(session: SessionActor) -> None:
    """Say something to a session."""
    await session.process(ProcessMessage("Hello there.", LOCAL_USER, TurnOrigin.INTERACTIVE))


async def next_done(reader: Subscription) -> int:
    """Read to the end of a turn; how many events were read."""
    count = 0
    async for event in reader:
        count += 1
        if isinstance(event, Event) and isinstance(event.body, Done):
            return count
    raise AssertionError("the session ended without a Done")


async def token_times(reader: Subscription) -> list[float]:
    """Read to the end of a turn; when each text came."""
    times = []
    async for event in reader:
        if isinstance(event, Event) and isinstance(event.body, NewToken):
            times.append(trio.current_time())
        if isinstance(event, Event) and isinstance(event.body, Done):
            return times
    raise AssertionError("the session ended without a Done")
