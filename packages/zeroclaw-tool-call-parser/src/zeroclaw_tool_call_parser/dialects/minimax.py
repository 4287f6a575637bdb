"""Calls as MiniMax M2 writes them: `invoke` elements in a tag of its own.

    <minimax:tool_call>
    <invoke name="get_weather">
    <parameter name="city">Paris</parameter>
    </invoke>
    </minimax:tool_call>

The tool's schema types the parameters.
"""

from __future__ import annotations

from zeroclaw_tool_call_parser.dialect import Dialect, Opener
from zeroclaw_tool_call_parser.invocations import invocations

__all__ = ["MINIMAX"]

_OPEN, _CLOSE = "<minimax:tool_call>", "</minimax:tool_call>"

MINIMAX = Dialect(
    "minimax",
    (Opener(_OPEN, invocations(_CLOSE), _CLOSE),),
    fillers=("[e~[",),
)
