"""Reads one answer: text is shown as it comes, everything else is collected until its end."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from typing import Final, assert_never

import trio
from attrs import define, field

from zeroclaw_api.errors import BadStream
from zeroclaw_api.events import Thinking
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Reasoning
from zeroclaw_api.stream import (
    Finish,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_runtime.agent import ModelRoute
from zeroclaw_runtime.turn.outcome import CallDraft, Response
from zeroclaw_runtime.turn.state import Turn

__all__ = ["Collected", "consume"]

MAX_CALLS: Final = 256
MAX_ARGUMENT_CHARACTERS: Final = 8 * 1024 * 1024
MAX_TEXT_CHARACTERS: Final = 8 * 1024 * 1024
"""More than any honest model sends; beyond them the stream counts as broken."""

MOST_SLACK: Final = 1.0
"""Seconds. Moving a deadline costs several times what reading a token costs: not for each one."""


@define
class _OpenCall:
    wire_id: str | None = None
    name: str = ""
    pieces: list[str] = field(factory=list)
    extra: JsonObject | None = None


@define(eq=False, repr=False)
class Collected:
    """What has arrived so far; `usage` and `saw_event` outlive a stream that breaks."""

    provider: str
    saw_event: bool = False
    usage: Usage = Usage()
    finish: Finish | None = None
    first_event_at: float | None = None
    _text: list[str] = field(factory=list)
    _reasoning: list[Reasoning] = field(factory=list)
    _thought: list[str] = field(factory=list)
    _calls: dict[int, _OpenCall] = field(factory=dict)
    _argument_characters: int = 0
    _characters: int = 0
    _blank: str = ""

    def add_text(self, text: str) -> str:
        """Keep a piece of the answer; returns what of it can be shown now.

        White space is held back until something follows it: alone it is no answer, and strict
        providers refuse a history that holds it.
        """
        self._characters += len(text)
        if not self._text:
            self._blank += text
            if not self._blank.strip():
                return ""
            text, self._blank = self._blank, ""
        self._text.append(text)
        return text

    def add_thought(self, text: str) -> None:
        """Keep a piece of reasoning."""
        self._characters += len(text)
        self._thought.append(text)

    @property
    def is_too_long(self) -> bool:
        """Whether more text came than any honest model sends."""
        return self._characters > MAX_TEXT_CHARACTERS

    def close_reasoning(self, data: JsonObject | None) -> None:
        """End the reasoning so far; its text and its opaque data stay together."""
        if self._thought or data is not None:
            self._reasoning.append(Reasoning("".join(self._thought), self.provider, data))
            self._thought.clear()

    def add_call(self, delta: ToolCallDelta) -> str | None:
        """Keep a piece of a call; says what is wrong when there is too much of it."""
        call = self._calls.setdefault(delta.index, _OpenCall())
        if delta.wire_id:
            call.wire_id = delta.wire_id
        if delta.name:
            call.name = delta.name
        if delta.extra is not None:
            call.extra = delta.extra
        call.pieces.append(delta.args_fragment)
        self._argument_characters += len(delta.args_fragment)
        if len(self._calls) > MAX_CALLS:
            return f"more than {MAX_CALLS} tool calls"
        if self._argument_characters > MAX_ARGUMENT_CHARACTERS:
            return f"more than {MAX_ARGUMENT_CHARACTERS} characters of arguments"
        return None

    def response(self, finish: Finish) -> Response:
        """The whole answer."""
        self.close_reasoning(None)
        return Response(
            text="".join(self._text),
            reasoning=tuple(self._reasoning),
            calls=tuple(
                CallDraft(call.wire_id, call.name, "".join(call.pieces), call.extra)
                for _, call in sorted(self._calls.items())
            ),
            finish=finish,
            usage=self.usage,
        )


async def consume(
    turn: Turn,
    route: ModelRoute,
    events: AsyncIterator[StreamEvent],
    collected: Collected,
    silence: trio.CancelScope,
) -> Response:
    """Read to the end. `silence` is the watchdog: it runs only while the provider is awaited.

    It barks up to a tenth of its limit late, at most a second.
    """
    limit = turn.agent.limits.silence_seconds
    slack = min(limit / 10, MOST_SLACK)
    patient_until = -math.inf
    async for event in events:
        if not turn.journal.hub.has_room:
            silence.deadline = math.inf
            patient_until = -math.inf
        if not collected.saw_event:
            collected.saw_event = True
            collected.first_event_at = trio.current_time()
        if collected.finish is not None:
            raise _broken(route, "it went on after its end")
        problem = await _take(turn, event, collected)
        if problem is not None:
            raise _broken(route, problem)
        now = trio.current_time()
        if now >= patient_until:
            patient_until = now + slack
            silence.deadline = patient_until + limit
    if collected.finish is None:
        raise _broken(route, "it stopped without its end")
    return collected.response(collected.finish)


async def _take(turn: Turn, event: StreamEvent, collected: Collected) -> str | None:
    match event:
        case TextDelta(text):
            if shown := collected.add_text(text):
                await turn.release(shown)
        case ReasoningDelta(text):
            if text:
                collected.add_thought(text)
                await turn.show(Thinking(text))
        case ReasoningBlock(data):
            collected.close_reasoning(data)
        case ToolCallDelta():
            return collected.add_call(event)
        case Usage():
            collected.usage = event
        case Finish():
            collected.finish = event
        case _:
            assert_never(event)
    return f"more than {MAX_TEXT_CHARACTERS} characters of text" if collected.is_too_long else None


def _broken(route: ModelRoute, detail: str) -> BadStream:
    return BadStream(provider=route.provider.name, model=route.model, detail=detail)
