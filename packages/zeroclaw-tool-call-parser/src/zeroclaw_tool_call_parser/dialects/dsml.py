"""Calls as DeepSeek V3.2 or later writes them: tags of its own markup, DSML.

    <｜DSML｜function_calls>
    <｜DSML｜invoke name="get_weather">
    <｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>
    </｜DSML｜invoke>
    </｜DSML｜function_calls>

The outer tag is called `tool_calls` later; hosts spell the bars in several ways.
"""

from __future__ import annotations

from itertools import product

from zeroclaw_tool_call_parser.dialect import Dialect, Opener, Place
from zeroclaw_tool_call_parser.invocations import invocations

__all__ = ["DSML"]


def _opener(bar: str, name: str) -> Opener:
    prefix = f"{bar}DSML{bar}"
    close = f"</{prefix}{name}>"
    return Opener(f"<{prefix}{name}>", invocations(close, prefix), close, Place.ANYWHERE)


DSML = Dialect(
    "dsml",
    tuple(
        _opener(bar, name)
        for bar, name in product(("｜", "‖", "｜｜", "|"), ("function_calls", "tool_calls"))
    ),
    fillers=("<｜end▁of▁sentence｜>",),
)
