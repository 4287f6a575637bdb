"""Read a call that is written as a JSON object with a name in it."""

from __future__ import annotations

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.strict_json import Json

__all__ = ["arguments_object", "call_of", "calls_of"]

_ARGUMENTS = ("arguments", "parameters")
# What such an object may hold besides; any other key may be an argument that lost its place.
_BESIDES = frozenset({"id", "type"})


def call_of(value: Json, offer: Offer, *, needs_arguments: bool = False) -> Call:
    """The call that a JSON value spells. Raises `ValueError` when it spells none.

    A call without arguments may leave them out, unless `needs_arguments`: what is only similar to
    a call shall look exactly like one.
    """
    fields = value if isinstance(value, dict) else {}
    match fields.get("name"):
        case str(name):
            given = [key for key in _ARGUMENTS if key in fields]
        case _:
            raise ValueError("it is not an object with a name")
    if len(given) > 1:
        raise ValueError("it has both arguments and parameters")
    if needs_arguments and not given:
        raise ValueError("it has no arguments")
    for key in fields:
        if key != "name" and key not in _ARGUMENTS and key not in _BESIDES:
            raise ValueError(f"it has the key {key[:80]!r}, which no call has")
    if fields.get("type", "function") != "function":
        raise ValueError("its type is not function")
    return offer.call(name, fields[given[0]] if given else {})


def calls_of(value: Json, offer: Offer) -> Calls:
    """The calls that an array of such objects spells."""
    if not isinstance(value, list) or not value:
        raise ValueError("it is not an array of calls")
    return tuple(call_of(item, offer) for item in value)


def arguments_object(cursor: Cursor, close: str) -> Json:
    """The JSON object before a closing mark, which may be left out; stops before the mark."""
    cursor.skip_space()
    if cursor.starts(close):
        return {}
    value = cursor.json()
    cursor.skip_space()
    return value
