"""Reads one answer: text is shown as it comes, everything else is collected until its end."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final, assert_never

import trio
from attrs import define, field

from zeroclaw_api.errors import BadStream, ZeroClawError
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

if TYPE_CHECKING:
    from zeroclaw_runtime.security.leaks.detector import Leak
    from zeroclaw_runtime.security.leaks.stream import StreamRedactor

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
    _answer_filter: StreamRedactor | None = None
    _thought_filter: StreamRedactor | None = None

    def filter_by(self, answer: StreamRedactor, thought: StreamRedactor) -> None:
        """Take secrets out of what comes from now on."""
        self._answer_filter, self._thought_filter = answer, thought

    def add_text(self, text: str) -> str:
        """Keep a piece of the answer; returns what of it can be shown now.

        White space is held back until something follows it: alone it is no answer, and strict
        providers refuse a history that holds it.
        """
        self._characters += len(text)
        return self._kept(text if self._answer_filter is None else self._answer_filter.feed(text))

    def end_text(self) -> str:
        """The answer has ended; returns what was held back of it."""
        return "" if self._answer_filter is None else self._kept(self._answer_filter.finish())

    def _kept(self, text: str) -> str:
        if not self._text:
            self._blank += text
            if not self._blank.strip():
                return ""
            text, self._blank = self._blank, ""
        if text:
            self._text.append(text)
        return text

    def add_thought(self, text: str) -> str:
        """Keep a piece of reasoning as it is, since it goes back; returns what can be shown."""
        self._characters += len(text)
        self._thought.append(text)
        return text if self._thought_filter is None else self._thought_filter.feed(text)

    def end_thought(self) -> str:
        """The reasoning has ended; returns what was held back of it."""
        return "" if self._thought_filter is None else self._thought_filter.finish()

    @property
    def leaks(self) -> list[Leak]:
        """What was taken out, of each rule once."""
        filters = [one for one in (self._answer_filter, self._thought_filter) if one is not None]
        return list({leak.rule: leak for one in filters for leak in one.leaks}.values())

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
    try:
        return await _read(turn, route, events, collected, silence)
    except ZeroClawError:
        if turn.released:
            # Something was shown, so that no other answer comes: what was held back belongs to it.
            await _show_rest(turn, collected)
        raise


async def _read(
    turn: Turn,
    route: ModelRoute,
    events: AsyncIterator[StreamEvent],
    collected: Collected,
    silence: trio.CancelScope,
) -> Response:
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
            if shown := collected.add_thought(text):
                await turn.show(Thinking(shown))
        case ReasoningBlock(data):
            collected.close_reasoning(data)
        case ToolCallDelta():
            return collected.add_call(event)
        case Usage():
            collected.usage = event
        case Finish():
            collected.finish = event
            await _show_rest(turn, collected)
        case _:
            assert_never(event)
    return f"more than {MAX_TEXT_CHARACTERS} characters of text" if collected.is_too_long else None


async def _show_rest(turn: Turn, collected: Collected) -> None:
    """Show what was held back, and tell what was taken out."""
    if shown := collected.end_thought():
        await turn.show(Thinking(shown))
    if shown := collected.end_text():
        await turn.release(shown)
    for leak in collected.leaks:
        from zeroclaw_runtime.security.leaks.rule import LeakKind

        if leak.kind is LeakKind.UNKNOWN_RECEIPT:
            turn.warn("claim_forged_receipt", quote=leak.kind.placeholder)
        else:
            turn.warn("secret_redacted", rule=leak.rule)


def _broken(route: ModelRoute, detail: str) -> BadStream:
    return BadStream(provider=route.provider.name, model=route.model, detail=detail)
