"""Calls in the tags that Claude was taught before tools had an interface of their own.

    <function_calls>
    <invoke name="get_weather">
    <parameter name="city">Paris</parameter>
    </invoke>
    </function_calls>

The tool's schema types the parameters.
"""

from __future__ import annotations

from zeroclaw_tool_call_parser.dialect import Dialect, Opener
from zeroclaw_tool_call_parser.invocations import invocations

__all__ = ["ANTHROPIC"]

_OPEN, _CLOSE = "<function_calls>", "</function_calls>"

ANTHROPIC = Dialect("anthropic", (Opener(_OPEN, invocations(_CLOSE), _CLOSE),))
