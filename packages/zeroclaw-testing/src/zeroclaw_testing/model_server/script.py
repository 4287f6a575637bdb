"""The vocabulary of a script: what the server answers, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise, repeat, zip_longest
from typing import TypeAlias

import trio
from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage

__all__ = [
    "Answer",
    "Comment",
    "Completion",
    "Cut",
    "Delivery",
    "Frame",
    "Framing",
    "HttpAnswer",
    "InBandError",
    "Newline",
    "Pause",
    "Raw",
    "Repeat",
    "ScriptStep",
    "Shape",
    "Silence",
    "calling",
    "cut_call",
    "html_page",
    "interleave",
    "saying",
]


@frozen
class Pause:
    """Wait so many seconds.

    Pauses that follow each other are paced: a pause counts from the planned end of the one
    before, so that a busy machine does not stretch an answer.
    """

    seconds: float


@frozen
class Silence:
    """Send nothing until the event is set; without one, for ever."""

    until: trio.Event | None = None


@frozen
class Cut:
    """Close the connection here, in the middle of the answer.

    With `inside`, the bytes of that event are sent first, up to the last occurrence of `after`
    in them and including it: the way to stop within a line, or within one character. `reset`
    sends a TCP reset in place of an orderly end.
    """

    inside: StreamEvent | None = None
    after: bytes = b""
    reset: bool = False


@frozen
class InBandError:
    """An error object in the body, after a status line that promised success."""

    message: str
    kind: str = "server_error"
    code: str | None = None


@frozen
class Comment:
    """A line that carries no data, as servers send to keep a connection open."""

    text: str = "keep-alive"


@frozen
class Frame:
    """One frame with this payload, whatever a well-behaved server would send."""

    payload: JsonObject | str = field(hash=False)


@frozen
class Raw:
    """Bytes of the body, as they are."""

    data: bytes


@frozen
class Repeat:
    """The same event many times, each after a pause; encoded once, so it costs little."""

    event: StreamEvent
    times: int
    every: float = 0.0


ScriptStep: TypeAlias = (
    StreamEvent | Pause | Silence | Cut | InBandError | Comment | Frame | Raw | Repeat
)


class Shape(Enum):
    """Which form of answer is sent."""

    AS_ASKED = "as_asked"
    STREAM = "stream"
    WHOLE = "whole"


class Framing(Enum):
    """How the end of a body is marked: chunks, a length, or the end of the connection."""

    CHUNKED = "chunked"
    LENGTH = "length"
    UNTIL_CLOSE = "until_close"


class Newline(Enum):
    """What ends a line of a stream."""

    LF = "\n"
    CRLF = "\r\n"
    CR = "\r"


@frozen
class Delivery:
    """How the bytes of an answer travel.

    `hold` is waited out before the status line. `write_size` cuts the body into writes of so
    many bytes, whatever they contain; `write_delay` seconds pass before each. After `cut_after`
    bytes of the body the connection is closed. `content_type` replaces the right one, `headers`
    are added. Without `framing`, streams are chunked, everything else has a length.
    """

    hold: Pause | Silence | None = None
    framing: Framing | None = None
    newline: Newline = Newline.LF
    colon_space: bool = True
    byte_order_mark: bool = False
    write_size: int | None = None
    write_delay: float = 0.0
    cut_after: int | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


@frozen
class Completion:
    """An answer of the model: what it says, in the order it is sent.

    The steps are a provider's own stream events, between them what may go wrong on the way.
    `end_marker` is the protocol's last frame, such as `[DONE]`. Usage is sent where it stands,
    when the request asked for it or `usage_always` is set.

    As one document, all waits come first, raw bytes go before it, a cut goes through it, an
    in-band error takes its place; frames and comments belong to streams only.
    """

    steps: tuple[ScriptStep, ...]
    end_marker: bool = True
    usage_always: bool = False
    shape: Shape = Shape.AS_ASKED
    delivery: Delivery = Delivery()

    @property
    def in_band_error(self) -> InBandError | None:
        """The first error among the steps."""
        return next((step for step in self.steps if isinstance(step, InBandError)), None)

    def events(self) -> Iterator[StreamEvent]:
        """What the model says, each repetition of it, without what goes wrong on the way."""
        for step in self.steps:
            match step:
                case Repeat(event, times, _):
                    yield from repeat(event, times)
                case (
                    TextDelta()
                    | ReasoningDelta()
                    | ReasoningBlock()
                    | ToolCallDelta()
                    | Usage()
                    | Finish()
                ):
                    yield step
                case _:
                    continue


@frozen
class HttpAnswer:
    """An answer of the HTTP layer alone: an error, a page of a proxy, a body of any kind.

    A `body` of None becomes the protocol's own error object, with `message`, `kind` and `code`.
    """

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    message: str = "The server failed as its script says."
    kind: str = "server_error"
    code: str | None = None
    retry_after: str | None = None
    delivery: Delivery = Delivery()


Answer: TypeAlias = Completion | HttpAnswer


def saying(*pieces: str, usage: Usage | None = None) -> Completion:
    """A plain answer: each piece is one delta, then the model stops."""
    return Completion(_ended(tuple(map(TextDelta, pieces)), FinishReason.STOP, usage))


def calling(
    *fragments: ToolCallDelta | ReasoningDelta, text: str = "", usage: Usage | None = None
) -> Completion:
    """An answer that uses tools; `cut_call` and `interleave` make the fragments."""
    opening = (TextDelta(text),) if text else ()
    return Completion(_ended((*opening, *fragments), FinishReason.TOOL_USE, usage))


def cut_call(
    index: int, wire_id: str, name: str, arguments: str, cuts: Sequence[int] = ()
) -> tuple[ToolCallDelta, ...]:
    """One call in pieces: its arguments are cut at these positions, in characters.

    Id and name are in the first piece only.
    """
    edges = (0, *sorted(cuts), len(arguments))
    first, *rest = (arguments[start:end] for start, end in pairwise(edges))
    return (
        ToolCallDelta(index, wire_id, name, first),
        *(ToolCallDelta(index, args_fragment=piece) for piece in rest),
    )


def interleave(*calls: Sequence[ToolCallDelta]) -> tuple[ToolCallDelta, ...]:
    """The pieces of several calls, one of each in turn."""
    rounds = zip_longest(*calls)
    return tuple(piece for row in rounds for piece in row if piece is not None)


def html_page(status: int = 502, title: str = "Bad Gateway") -> HttpAnswer:
    """What a proxy sends when the model behind it is gone."""
    page = f"<!DOCTYPE html><html><head><title>{status} {title}</title></head></html>\n"
    return HttpAnswer(
        status, body=page.encode(), delivery=Delivery(content_type="text/html; charset=utf-8")
    )


def _ended(
    events: tuple[StreamEvent, ...], reason: FinishReason, usage: Usage | None
) -> tuple[StreamEvent, ...]:
    return (*events, Finish(reason), *(() if usage is None else (usage,)))
