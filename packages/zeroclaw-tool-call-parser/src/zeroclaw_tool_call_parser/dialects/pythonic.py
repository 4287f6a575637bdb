"""Calls as Llama 3.2 or Llama 4 write them: a list of Python calls that is the whole reply.

[get_weather(city="Paris"), get_time(zone="CET")]
"""

from __future__ import annotations

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.python_calls import python_call

__all__ = ["PYTHONIC"]

_START, _END = "<|python_start|>", "<|python_end|>"


def _read(cursor: Cursor, offer: Offer) -> Calls:
    calls = []
    while True:
        cursor.skip_space()
        calls.append(python_call(cursor, offer))
        cursor.skip_space()
        if not cursor.take(","):
            cursor.expect("]")
            return tuple(calls)


def _read_marked(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if not cursor.take("["):
        return None
    calls = _read(cursor, offer)
    cursor.skip_space()
    cursor.expect(_END)
    return calls


PYTHONIC = Dialect(
    "pythonic",
    (
        Opener(_START, _read_marked, _END, Place.ANYWHERE),
        Opener("[", _read, place=Place.ALONE, is_certain=False),
    ),
    fillers=("<|eom_id|>", "<|eot_id|>", "<|eom|>", "<|eot|>"),
)
