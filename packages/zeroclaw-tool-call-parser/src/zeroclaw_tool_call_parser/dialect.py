"""The parts that a dialect is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call

__all__ = ["Calls", "Dialect", "Opener", "Place", "Reader", "Region"]

Calls: TypeAlias = tuple[Call, ...]
# Reads what follows the marker of an opener. `None` says that it is no markup after all;
# `ValueError` says what is wrong with it; `EOFError` asks for more text.
Reader: TypeAlias = Callable[[Cursor, Offer], Calls | None]


class Place(Enum):
    """Where a marker counts."""

    LINE = "first in a line that is no code or quotation"
    ANYWHERE = "anywhere outside of code or quotation"
    ALONE = "before any visible text of the reply"


@dataclass(frozen=True, slots=True)
class Opener:
    """A marker that opens calls.

    `close` ends markup that cannot be read; empty, that goes on to the end of the reply.
    `is_certain` says that nobody writes the marker for another purpose: a call that cannot be
    read is `Malformed` then, else it is text.
    """

    marker: str
    read: Reader
    close: str = ""
    place: Place = Place.LINE
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class Region:
    """Marks around text in which no call counts; without `close` it goes on to the end."""

    open: str
    close: str = ""
    place: Place = Place.LINE


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one family of models writes calls as text.

    `fillers` are tokens that may stand between or after calls. `thinking` are marks for thinking
    besides the usual ones. `frames` are tokens around visible text that are no part of it.
    `is_sniffable` says that its certain markers give the dialect away.
    """

    name: str
    openers: tuple[Opener, ...]
    fillers: tuple[str, ...] = ()
    thinking: tuple[Region, ...] = ()
    frames: tuple[str, ...] = ()
    is_sniffable: bool = True
