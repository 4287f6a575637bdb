"""A provider that plays a script, step by step, for tests of whatever drives a provider."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import TypeAlias

import trio
from attrs import frozen

from zeroclaw_api.json import JsonObject, canonical_json
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage

__all__ = [
    "FailToConnect",
    "Reached",
    "Round",
    "ScriptedProvider",
    "Stall",
    "Step",
    "WaitFor",
    "call",
    "calls",
    "say",
]


@frozen
class FailToConnect:
    """Entering the stream raises `error`; steps before it happen while entering."""

    error: Exception


@frozen(eq=False)
class WaitFor:
    """The stream says nothing until the event is set."""

    event: trio.Event


@frozen(eq=False)
class Reached:
    """Sets the event when the script gets here."""

    event: trio.Event


@frozen
class Stall:
    """The stream says nothing ever again; only cancellation ends it."""


Step: TypeAlias = StreamEvent | Exception | FailToConnect | WaitFor | Reached | Stall
Round: TypeAlias = tuple[Step, ...] | Callable[[ModelRequest], tuple[Step, ...]]


class ScriptedProvider:
    """Answers the n-th request with the n-th round; a request too many is an `AssertionError`.

    A round is a tuple of steps, or a function that makes one from the request. Events are
    yielded, exceptions raised. A round without `Finish` ends as a cut-off stream does. The
    provider lets other tasks run before every step.
    """

    def __init__(
        self,
        rounds: Iterable[Round] = (),
        *,
        name: str = "scripted.test",
        capabilities: ProviderCapabilities | None = None,
        always: Round | None = None,
    ) -> None:
        """`always` answers every request after the rounds are used up."""
        self.rounds: list[Round] = list(rounds)
        self.requests: list[ModelRequest] = []
        self.open_streams = 0
        self.most_open_streams = 0
        self.is_closed = False
        self._name = name
        self._capabilities = ProviderCapabilities() if capabilities is None else capabilities
        self._always = always

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """The capabilities it was given."""
        return self._capabilities

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """The next round of the script; which one is decided when it is entered."""
        return _ScriptedStream(self, request)

    async def aclose(self) -> None:
        """Take note; an open stream is an `AssertionError`."""
        await trio.lowlevel.checkpoint()
        assert self.open_streams == 0, f"{self._name} was closed with open streams"
        self.is_closed = True

    def take_round(self, request: ModelRequest) -> tuple[Step, ...]:
        """Note the request, give the steps that answer it."""
        number = len(self.requests)
        self.requests.append(request)
        wanted = self.rounds[number] if number < len(self.rounds) else self._always
        if wanted is None:
            raise AssertionError(
                f"the script of {self._name} has {len(self.rounds)} rounds,"
                f" and this is request {number + 1}"
            )
        return wanted(request) if callable(wanted) else wanted


class _ScriptedStream(
    AbstractAsyncContextManager[AsyncIterator[StreamEvent]], AsyncIterator[StreamEvent]
):
    """One answer being played."""

    def __init__(self, provider: ScriptedProvider, request: ModelRequest) -> None:
        self._provider = provider
        self._request = request
        self._steps: list[Step] = []
        self._next = 0
        self._is_open = False

    async def __aenter__(self) -> AsyncIterator[StreamEvent]:
        await trio.lowlevel.checkpoint()
        self._steps = list(self._provider.take_round(self._request))
        failing = [n for n, step in enumerate(self._steps) if isinstance(step, FailToConnect)]
        while failing and self._next <= failing[0]:
            await self._play()
        self._is_open = True
        self._provider.open_streams += 1
        self._provider.most_open_streams = max(
            self._provider.most_open_streams, self._provider.open_streams
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_open = False
        self._provider.open_streams -= 1

    def __aiter__(self) -> AsyncIterator[StreamEvent]:
        return self

    async def __anext__(self) -> StreamEvent:
        assert self._is_open, "a stream was read after it was left"
        while self._next < len(self._steps):
            event = await self._play()
            if event is not None:
                return event
        raise StopAsyncIteration

    async def _play(self) -> StreamEvent | None:
        """Play the next step; the event to yield, if it is one."""
        step = self._steps[self._next]
        await trio.lowlevel.checkpoint()
        match step:
            case WaitFor(event=event):
                await event.wait()
            case Stall():
                await trio.sleep_forever()
            case _:
                pass
        self._next += 1
        match step:
            case Reached(event=event):
                event.set()
            case FailToConnect(error=error):
                raise error
            case Exception():
                raise step
            case WaitFor() | Stall():
                pass
            case _:
                return step
        return None


def say(text: str, *, usage: Usage | None = None, pieces: int = 3) -> tuple[StreamEvent, ...]:
    """A round in which the model says `text`, in about so many deltas, then stops."""
    deltas = tuple(TextDelta(piece) for piece in _cut(text, pieces))
    return (*deltas, *_used(usage), Finish(FinishReason.STOP, "stop"))


def call(
    name: str, args: JsonObject, *, text: str = "", usage: Usage | None = None
) -> tuple[StreamEvent, ...]:
    """A round in which the model calls one tool, after saying `text`."""
    return calls((name, args), text=text, usage=usage)


def calls(
    *wanted: tuple[str, JsonObject],
    text: str = "",
    usage: Usage | None = None,
    fragments: int = 3,
) -> tuple[StreamEvent, ...]:
    """A round in which the model calls several tools; their fragments are interleaved."""
    said = (TextDelta(text),) if text else ()
    heads = tuple(
        ToolCallDelta(index, wire_id=f"call_{index}", name=name)
        for index, (name, _) in enumerate(wanted)
    )
    cut = [_cut(canonical_json(args), fragments) for _, args in wanted]
    pieces = tuple(
        ToolCallDelta(index, args_fragment=parts[turn])
        for turn in range(max((len(parts) for parts in cut), default=0))
        for index, parts in enumerate(cut)
        if turn < len(parts)
    )
    return (*said, *heads, *pieces, *_used(usage), Finish(FinishReason.TOOL_USE, "tool_calls"))


def _cut(text: str, pieces: int) -> list[str]:
    size = max(1, -(-len(text) // max(1, pieces)))
    return [text[start : start + size] for start in range(0, len(text), size)]


def _used(usage: Usage | None) -> tuple[Usage, ...]:
    return () if usage is None else (usage,)
