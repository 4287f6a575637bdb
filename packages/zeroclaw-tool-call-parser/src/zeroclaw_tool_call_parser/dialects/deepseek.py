"""Calls as DeepSeek V3, R1, V3.1 write them: tokens directly behind the text.

V3 names the kind of call, then fences its JSON:

    <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather
    ```json
    {"city": "Paris"}
    ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>

V3.1 writes `get_weather<｜tool▁sep｜>{"city": "Paris"}` between the same tokens.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.call_objects import arguments_object
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call

__all__ = ["DEEPSEEK"]

_SECTION, _SECTION_END = "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"
_CALL, _SEPARATOR, _CALL_END = "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>"
_NAME = re.compile(r"[^<>\n]*")
_FENCE, _FENCE_END = "```json", "```"


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if not cursor.starts(_CALL):
        return None
    calls: list[Call] = []
    while cursor.take(_CALL):
        calls.append(_call(cursor, offer))
        cursor.skip_space()
    cursor.expect(_SECTION_END)
    return tuple(calls)


def _call(cursor: Cursor, offer: Offer) -> Call:
    name = cursor.run(_NAME).strip()
    cursor.expect(_SEPARATOR)
    # A tool of V3.1 may be called `function` as well.
    if name == "function" and not cursor.starts("{", _CALL_END):
        name = cursor.run(_NAME).strip()
        cursor.skip_space()
        cursor.expect(_FENCE)
        arguments = arguments_object(cursor, _FENCE_END)
        cursor.expect(_FENCE_END)
        cursor.skip_space()
    else:
        arguments = arguments_object(cursor, _CALL_END)
    cursor.expect(_CALL_END)
    return offer.call(name, arguments)


DEEPSEEK = Dialect(
    "deepseek",
    (Opener(_SECTION, _read, _SECTION_END, Place.ANYWHERE),),
    fillers=("<｜end▁of▁sentence｜>",),
)
