"""Calls as Gemma 4 or FunctionGemma write them: objects in a notation of their own, in tokens.

    <|tool_call>call:get_weather{city:<|"|>Paris<|"|>,days:3}<tool_call|>
    <start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>

Keys are bare, a string stands between two tokens without any escape.
"""

from __future__ import annotations

import re
from functools import partial

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place, Region
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.python_calls import literal
from zeroclaw_tool_call_parser.strict_json import Json

__all__ = ["GEMMA4"]

_PREFIX = "call:"
_NAME = re.compile(r"[^<>{}\s]*")
_KEY = re.compile(r"[^<>{}\[\]:,\s]*")
_WORD = re.compile(r"[A-Za-z0-9_.+-]*")
# Levels of nesting; each one costs the reader stack.
_DEEPEST = 50


def _read(cursor: Cursor, offer: Offer, *, close: str, quote: str) -> Calls | None:
    cursor.skip_space()
    if not cursor.take(_PREFIX):
        return None
    name = cursor.run(_NAME)
    cursor.expect("{")
    arguments = _pairs(cursor, quote, 0)
    cursor.skip_space()
    cursor.expect(close)
    return (offer.call(name, arguments),)


def _pairs(cursor: Cursor, quote: str, depth: int) -> dict[str, Json]:
    found: dict[str, Json] = {}
    cursor.skip_space()
    while not cursor.take("}"):
        key = cursor.until(quote) if cursor.take(quote) else cursor.run(_KEY)
        cursor.skip_space()
        cursor.expect(":")
        if key in found:
            raise ValueError(f"it has the argument {key[:80]!r} twice")
        found[key] = _value(cursor, quote, depth + 1)
        if not _goes_on(cursor):
            cursor.expect("}")
            break
    return found


def _items(cursor: Cursor, quote: str, depth: int) -> list[Json]:
    found: list[Json] = []
    cursor.skip_space()
    while not cursor.take("]"):
        found.append(_value(cursor, quote, depth + 1))
        if not _goes_on(cursor):
            cursor.expect("]")
            break
    return found


def _value(cursor: Cursor, quote: str, depth: int) -> Json:
    if depth > _DEEPEST:
        raise ValueError("its arguments are nested too deeply")
    cursor.skip_space()
    if cursor.take(quote):
        return cursor.until(quote)
    if cursor.take("{"):
        return _pairs(cursor, quote, depth)
    if cursor.take("["):
        return _items(cursor, quote, depth)
    return literal(cursor.run(_WORD))


def _goes_on(cursor: Cursor) -> bool:
    cursor.skip_space()
    has_comma = cursor.take(",")
    cursor.skip_space()
    return has_comma


def _opener(marker: str, close: str, quote: str) -> Opener:
    return Opener(marker, partial(_read, close=close, quote=quote), close, Place.ANYWHERE)


GEMMA4 = Dialect(
    "gemma4",
    (
        _opener("<|tool_call>", "<tool_call|>", '<|"|>'),
        _opener("<start_function_call>", "<end_function_call>", "<escape>"),
    ),
    fillers=("<turn|>", "<|tool_response>", "<end_of_turn>", "<start_function_response>"),
    thinking=(Region("<|channel>thought\n", "<channel|>", Place.ANYWHERE),),
)
