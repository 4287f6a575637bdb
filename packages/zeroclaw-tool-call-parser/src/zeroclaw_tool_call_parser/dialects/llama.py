"""Calls as Llama 3.1 to 3.3 write them: JSON, with a token or a tag or nothing around it.

    <|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|eom_id|>
    <|python_tag|>get_weather.call(city="Paris")<|eom_id|>
    <function=get_weather>{"city": "Paris"}</function>
    {"name": "get_weather", "parameters": {"city": "Paris"}}

The last form has nothing but the call in the whole reply.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.call_objects import arguments_object, call_of
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.python_calls import python_arguments

__all__ = ["LLAMA"]

_FUNCTION_END = "</function>"
_CALL = ".call("
_NAME = re.compile(r"[A-Za-z0-9_-]*")
_TAGGED_NAME = re.compile(r"[^<>\n]*")


def _read_python_tag(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if cursor.starts("{"):
        return (call_of(cursor.json(), offer),)
    name = cursor.run(_NAME)
    # The token comes before any Python as well.
    if not name or not cursor.take(_CALL):
        return None
    return (offer.call(name, python_arguments(cursor)),)


def _read_function(cursor: Cursor, offer: Offer) -> Calls | None:
    name = cursor.run(_TAGGED_NAME)
    if not cursor.take(">"):
        return None
    cursor.skip_space()
    if not cursor.starts("{", _FUNCTION_END):
        return None
    arguments = arguments_object(cursor, _FUNCTION_END)
    cursor.expect(_FUNCTION_END)
    return (offer.call(name, arguments),)


def _read_bare(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.at -= 1
    return (call_of(cursor.json(), offer, needs_arguments=True),)


LLAMA = Dialect(
    "llama",
    (
        Opener("<|python_tag|>", _read_python_tag, place=Place.ANYWHERE),
        Opener("<function=", _read_function, _FUNCTION_END),
        Opener("{", _read_bare, place=Place.ALONE, is_certain=False),
    ),
    fillers=(";", "<|eom_id|>", "<|eot_id|>", "<|eom|>", "<|eot|>"),
)
