"""Calls as Hermes models write them: JSON in a tag of its own.

    <tool_call>
    {"name": "get_weather", "arguments": {"city": "Paris"}}
    </tool_call>

So do Qwen 2.5, Qwen 3 and many others.
"""

from __future__ import annotations

from zeroclaw_tool_call_parser.call_objects import call_of
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["HERMES"]

_OPEN, _CLOSE = "<tool_call>", "</tool_call>"


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if not cursor.starts("{"):
        return None
    value = cursor.json()
    cursor.skip_space()
    cursor.expect(_CLOSE)
    return (call_of(value, offer),)


HERMES = Dialect(
    "hermes",
    (Opener(_OPEN, _read, _CLOSE),),
    fillers=("<|im_end|>", "<|eot_id|>", "</s>"),
)
