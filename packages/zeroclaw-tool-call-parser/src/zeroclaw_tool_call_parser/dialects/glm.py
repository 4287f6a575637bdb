"""Calls as GLM 4.5 or later writes them: a name, then tags for keys with tags for values.

    <tool_call>get_weather
    <arg_key>city</arg_key>
    <arg_value>Paris</arg_value>
    </tool_call>

The tool's schema types the values.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["GLM"]

_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_KEY, _KEY_END = "<arg_key>", "</arg_key>"
_VALUE, _VALUE_END = "<arg_value>", "</arg_value>"
_NAME = re.compile(r"[^<>\s{}\[\]]*")
_TEXT = re.compile(r"[^<>\n]*")


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    name = cursor.run(_NAME)
    cursor.skip_space()
    if not name or not cursor.starts(_KEY, _CLOSE):
        return None
    raw: dict[str, str] = {}
    while cursor.take(_KEY):
        key = cursor.run(_TEXT).strip()
        cursor.expect(_KEY_END)
        cursor.skip_space()
        cursor.expect(_VALUE)
        value = cursor.raw_value(_VALUE_END, _KEY, _CLOSE)
        if key in raw:
            raise ValueError(f"it has the argument {key[:80]!r} twice")
        raw[key] = value
    cursor.expect(_CLOSE)
    return (offer.raw_call(name, raw),)


GLM = Dialect("glm", (Opener(_OPEN, _read, _CLOSE),), fillers=("<|observation|>", "<|user|>"))
