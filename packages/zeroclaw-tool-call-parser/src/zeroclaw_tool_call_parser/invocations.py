"""Read calls that are written as `invoke` elements with a `parameter` element each."""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Reader
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.strict_json import Json, parse_json

__all__ = ["invocations"]

_NAME = re.compile(r'[^"<>\n]*')


def invocations(close: str, prefix: str = "") -> Reader:
    """A reader of one or more `invoke` elements, then `close`.

    `prefix` comes before the name of each tag. An attribute `string` says whether the text of a
    parameter is a string or JSON; without it the tool's schema does.
    """

    def read(cursor: Cursor, offer: Offer) -> Calls | None:
        opening = f'<{prefix}invoke name="'
        cursor.skip_space()
        if not cursor.starts(opening):
            return None
        calls: list[Call] = []
        while cursor.take(opening):
            calls.append(_invoke(cursor, offer, prefix))
            cursor.skip_space()
        cursor.expect(close)
        return tuple(calls)

    return read


def _invoke(cursor: Cursor, offer: Offer, prefix: str) -> Call:
    name = cursor.run(_NAME)
    cursor.expect('">')
    end, parameter = f"</{prefix}invoke>", f'<{prefix}parameter name="'
    raw: dict[str, str] = {}
    decided: dict[str, Json] = {}
    cursor.skip_space()
    while cursor.take(parameter):
        key = cursor.run(_NAME)
        cursor.expect('"')
        said = _said(cursor)
        text = cursor.raw_value(f"</{prefix}parameter>", end, parameter)
        if key in raw:
            raise ValueError(f"it has the parameter {key[:80]!r} twice")
        raw[key] = text
        if said is not None:
            decided[key] = text if said else parse_json(text)
    cursor.expect(end)
    call = offer.raw_call(name, raw)
    return Call(name, call.arguments | decided)


def _said(cursor: Cursor) -> bool | None:
    if cursor.take(">"):
        return None
    if cursor.take(' string="true">'):
        return True
    cursor.expect(' string="false">')
    return False
