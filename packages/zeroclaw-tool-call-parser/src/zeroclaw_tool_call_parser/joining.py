"""Make one dialect of several, for a model that may write any of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Reader
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["certain", "joined"]


def certain(dialect: Dialect) -> Dialect:
    """The dialect without what is only similar to a call: a bare object, a bare list, plain code.

    A model that only shows one of those is then never taken at its word.
    """
    return replace(dialect, openers=tuple(each for each in dialect.openers if each.is_certain))


def joined(dialects: Iterable[Dialect]) -> Dialect:
    """One dialect that reads what any of them reads; where several can, the first does.

    Raises `ValueError` for none at all.
    """
    parts = tuple(dialects)
    if not parts:
        raise ValueError("there is no dialect to join")
    by_marker: dict[str, Opener] = {}
    for opener in (opener for part in parts for opener in part.openers):
        known = by_marker.get(opener.marker)
        by_marker[opener.marker] = opener if known is None else _either(known, opener)
    return Dialect(
        "+".join(part.name for part in parts),
        tuple(by_marker.values()),
        # What opens calls in one of them cannot be left between calls in another.
        fillers=tuple(
            dict.fromkeys(
                filler for part in parts for filler in part.fillers if filler not in by_marker
            )
        ),
        thinking=tuple(dict.fromkeys(region for part in parts for region in part.thinking)),
        frames=tuple(dict.fromkeys(frame for part in parts for frame in part.frames)),
        is_sniffable=all(part.is_sniffable for part in parts),
    )


def _either(first: Opener, second: Opener) -> Opener:
    return Opener(
        first.marker,
        _first_that_reads(first.read, second.read),
        first.close,
        first.place,
        first.is_certain and second.is_certain,
    )


def _first_that_reads(first: Reader, second: Reader) -> Reader:
    def read(cursor: Cursor, offer: Offer) -> Calls | None:
        start = cursor.at
        calls = first(cursor, offer)
        if calls is None:
            cursor.at = start
            calls = second(cursor, offer)
        return calls

    return read
