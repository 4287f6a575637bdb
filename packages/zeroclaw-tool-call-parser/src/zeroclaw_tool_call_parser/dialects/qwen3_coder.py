"""Calls as Qwen3-Coder writes them: tags with the name behind an equals sign.

    <tool_call>
    <function=get_weather>
    <parameter=city>
    Paris
    </parameter>
    </function>
    </tool_call>

The outer tag is often left out, or only its start is. One line break inside of each end of a
value belongs to the markup; the tool's schema types what is left.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["QWEN3_CODER"]

_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_FUNCTION, _FUNCTION_END = "<function=", "</function>"
_PARAMETER, _PARAMETER_END = "<parameter=", "</parameter>"
_NAME = re.compile(r"[^<>\n]*")


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if not cursor.take(_FUNCTION):
        return None
    calls = _read_function(cursor, offer)
    cursor.skip_space()
    cursor.expect(_CLOSE)
    return calls


def _read_function(cursor: Cursor, offer: Offer) -> Calls | None:
    name = cursor.run(_NAME)
    if not cursor.take(">"):
        return None
    cursor.skip_space()
    if not cursor.starts(_PARAMETER, _FUNCTION_END):
        return None
    raw: dict[str, str] = {}
    while cursor.take(_PARAMETER):
        key = cursor.run(_NAME)
        cursor.expect(">")
        value = cursor.raw_value(_PARAMETER_END, _PARAMETER, _FUNCTION_END)
        if key in raw:
            raise ValueError(f"it has the parameter {key[:80]!r} twice")
        raw[key] = value.removeprefix("\n").removesuffix("\n")
    cursor.expect(_FUNCTION_END)
    return (offer.raw_call(name, raw),)


QWEN3_CODER = Dialect(
    "qwen3-coder",
    (Opener(_OPEN, _read, _CLOSE), Opener(_FUNCTION, _read_function, _FUNCTION_END)),
    fillers=(_CLOSE, "<|im_end|>"),
)
