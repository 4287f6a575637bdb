"""Calls as models without a format of their own write them: JSON in a block of code.

    ```tool_call
    {"name": "get_weather", "arguments": {"city": "Paris"}}
    ```

A block named `json` counts as well, if what it holds is exactly a call of an offered tool.
"""

from __future__ import annotations

import re
from functools import partial

from zeroclaw_tool_call_parser.call_objects import call_of
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["FENCED"]

_CLOSE = "```"
_INFO = re.compile(r"s?[ \t\r]*")


def _read(cursor: Cursor, offer: Offer, *, needs_arguments: bool) -> Calls | None:
    cursor.run(_INFO)
    if not cursor.take("\n"):
        return None
    cursor.skip_space()
    if not cursor.starts("{"):
        return None
    value = cursor.json()
    cursor.skip_space()
    cursor.expect(_CLOSE)
    return (call_of(value, offer, needs_arguments=needs_arguments),)


def _opener(info: str, *, is_certain: bool) -> Opener:
    read = partial(_read, needs_arguments=not is_certain)
    return Opener(f"```{info}", read, _CLOSE, is_certain=is_certain)


FENCED = Dialect(
    "fenced",
    (
        *(_opener(info, is_certain=True) for info in ("tool_call", "tool-call", "toolcall")),
        _opener("json", is_certain=False),
    ),
    is_sniffable=False,
)
