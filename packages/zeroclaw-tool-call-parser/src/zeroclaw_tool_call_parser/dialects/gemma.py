"""Calls as Gemma writes them: Python in a block of code named `tool_code`.

    ```tool_code
    get_weather(city="Paris")
    ```

A call may stand in `print(…)`, or be one of several, each in a line.
"""

from __future__ import annotations

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.python_calls import python_call

__all__ = ["GEMMA"]

_OPEN, _CLOSE = "```tool_code", "```"
_PRINT = "print("


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    start = cursor.at
    cursor.skip_space()
    if cursor.starts(_CLOSE) or "\n" not in cursor.text_since(start):
        return None
    calls: list[Call] = []
    while not cursor.take(_CLOSE):
        is_printed = cursor.take(_PRINT)
        calls.append(python_call(cursor, offer))
        if is_printed:
            cursor.skip_space()
            cursor.expect(")")
        start = cursor.at
        cursor.skip_space()
        # At the end of what is known, more white space may follow; this asks for more.
        is_last = cursor.starts(_CLOSE)
        if "\n" not in cursor.text_since(start) and not is_last:
            raise ValueError("a call does not end with its line")
    return tuple(calls)


GEMMA = Dialect(
    "gemma",
    (Opener(_OPEN, _read, _CLOSE),),
    fillers=("<end_of_turn>",),
    is_sniffable=False,
)
