"""What a reply consists of: text, thinking, calls, markup that is broken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from zeroclaw_tool_call_parser.strict_json import Json

__all__ = ["Call", "Malformed", "Piece", "Text", "Thinking", "merged"]


@dataclass(frozen=True, slots=True)
class Text:
    """What the reader of the reply sees, character for character."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the model wrote between its marks for thinking, without the marks."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call of an offered tool, complete; whether it may run is for others to decide."""

    name: str
    arguments: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Malformed:
    """Markup that opened as a call, stands where a call may stand, but is none.

    It takes the place of the whole run of calls at the end of the reply: where one is broken,
    none of its neighbours is a `Call`. `raw` is all that was written there; `problem` is an
    English clause for the model's correction.
    """

    raw: str
    problem: str


Piece: TypeAlias = Text | Thinking | Call | Malformed


def merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces with neighbouring texts, or neighbouring thoughts, as one."""
    found: list[Piece] = []
    waiting: list[str] = []
    kind: type[Text] | type[Thinking] = Text
    for piece in pieces:
        if waiting and not isinstance(piece, kind):
            found.append(kind("".join(waiting)))
            waiting = []
        if isinstance(piece, Text | Thinking):
            kind = type(piece)
            waiting.append(piece.text)
        else:
            found.append(piece)
    if waiting:
        found.append(kind("".join(waiting)))
    return tuple(found)
