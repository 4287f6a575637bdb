"""Read calls that are written as Python function calls with literal arguments."""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.strict_json import Json

__all__ = ["NAME", "literal", "python_arguments", "python_call"]

NAME = re.compile(r"[A-Za-z0-9_.-]*")
# Levels of nesting; each one costs the reader stack.
_DEEPEST = 50
_WORD = re.compile(r"[A-Za-z0-9_.+-]*")
_INTEGER = re.compile(r"[-+]?[0-9]{1,4000}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_CONSTANTS: dict[str, Json] = {
    "True": True,
    "False": False,
    "None": None,
    "true": True,
    "false": False,
    "null": None,
}
_BODY = {quote: re.compile(rf"(?:[^{quote}\\\n]++|\\.)*+", re.DOTALL) for quote in "'\""}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_PLAIN: dict[str, str] = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "\n": "",
}


def python_call(cursor: Cursor, offer: Offer) -> Call:
    """One call with its name. Raises `ValueError` when it is none of an offered tool."""
    name = cursor.run(NAME)
    if not name:
        raise ValueError("a function name is missing")
    cursor.expect("(")
    return offer.call(name, python_arguments(cursor))


def python_arguments(cursor: Cursor) -> dict[str, Json]:
    """Keyword arguments behind an opening bracket, up to its end."""
    found: dict[str, Json] = {}
    cursor.skip_space()
    while not cursor.take(")"):
        key = cursor.run(NAME)
        cursor.skip_space()
        if not key or not cursor.take("="):
            raise ValueError("an argument has no name")
        if key in found:
            raise ValueError(f"it has the argument {key[:80]!r} twice")
        found[key] = _value(cursor, 0)
        if not _goes_on(cursor):
            cursor.expect(")")
            break
    return found


def _goes_on(cursor: Cursor) -> bool:
    cursor.skip_space()
    has_comma = cursor.take(",")
    cursor.skip_space()
    return has_comma


def _value(cursor: Cursor, depth: int) -> Json:
    if depth > _DEEPEST:
        raise ValueError("its arguments are nested too deeply")
    cursor.skip_space()
    if cursor.take("["):
        return _items(cursor, depth, "]")
    if cursor.take("("):
        return _items(cursor, depth, ")")
    if cursor.take("{"):
        return _pairs(cursor, depth)
    for quote in _BODY:
        if cursor.take(quote):
            return _string(cursor, quote)
    return literal(cursor.run(_WORD))


def _items(cursor: Cursor, depth: int, close: str) -> list[Json]:
    found: list[Json] = []
    cursor.skip_space()
    while not cursor.take(close):
        found.append(_value(cursor, depth + 1))
        if not _goes_on(cursor):
            cursor.expect(close)
            break
    return found


def _pairs(cursor: Cursor, depth: int) -> dict[str, Json]:
    found: dict[str, Json] = {}
    cursor.skip_space()
    while not cursor.take("}"):
        key = _value(cursor, depth + 1)
        if not isinstance(key, str) or key in found:
            raise ValueError("a key is no text, or occurs twice")
        cursor.skip_space()
        cursor.expect(":")
        found[key] = _value(cursor, depth + 1)
        if not _goes_on(cursor):
            cursor.expect("}")
            break
    return found


def _string(cursor: Cursor, quote: str) -> str:
    text = cursor.run(_BODY[quote])
    if cursor.starts("\\"):
        # A backslash at the very end of what is known.
        raise EOFError
    if not cursor.take(quote):
        raise ValueError("a string does not end in its line")
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if not digits:
        return _PLAIN.get(str(found[4]), str(found[0]))
    code = int(digits, 16)
    if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        raise ValueError("a string spells what is no character")
    return chr(code)


def literal(word: str) -> Json:
    """The number or constant that a bare word spells. Raises `ValueError` when it is neither."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if _INTEGER.fullmatch(word):
        return int(word)
    if _NUMBER.fullmatch(word):
        value = float(word)
        if abs(value) != float("inf"):
            return value
    raise ValueError("an argument is no literal")
