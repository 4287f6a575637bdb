"""Calls as Kimi K2 writes them: a section of tokens, directly behind the text.

<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0
<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|><|tool_calls_section_end|>
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.call_objects import arguments_object
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place, Region
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call

__all__ = ["KIMI"]

_SECTION, _SECTION_END = "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"
_CALL, _ARGUMENTS, _CALL_END = (
    *("<|tool_call_begin|>", "<|tool_call_argument_begin|>"),
    "<|tool_call_end|>",
)
_ID = re.compile(r"[^<>]*")
_COUNTED = re.compile(r"(?:functions\.)?(?P<name>.+?)(?::[0-9]+)?", re.DOTALL)


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if not cursor.starts(_CALL):
        return None
    calls: list[Call] = []
    while cursor.take(_CALL):
        counted = _COUNTED.fullmatch(cursor.run(_ID).strip())
        if counted is None:
            raise ValueError("it has no name")
        cursor.expect(_ARGUMENTS)
        arguments = arguments_object(cursor, _CALL_END)
        cursor.expect(_CALL_END)
        calls.append(offer.call(counted["name"], arguments))
        cursor.skip_space()
    cursor.expect(_SECTION_END)
    return tuple(calls)


KIMI = Dialect(
    "kimi",
    (Opener(_SECTION, _read, _SECTION_END, Place.ANYWHERE),),
    fillers=("<|im_end|>",),
    thinking=(Region("◁think▷", "◁/think▷"),),
)
