"""The tool that calculates."""

from __future__ import annotations

from typing import Final

import trio
from attrs import frozen

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import text_of
from zeroclaw_tools.arithmetic import calculated
from zeroclaw_tools.errors import InvalidExpression
from zeroclaw_tools.operations import CONSTANTS, FUNCTIONS

__all__ = ["Calculator"]

_SPEC: Final = ToolSpec(
    name="calculator",
    description=(
        "Work out an arithmetic expression: + - * / // % ** and parentheses; integers are exact. "
        f"Functions: {', '.join(sorted(FUNCTIONS))}. Angles are in radians. "
        f"Constants: {', '.join(CONSTANTS)}."
    ),
    parameters={
        "type": "object",
        "properties": {
            "expression": {"type": "string", "description": "Such as (2 + 3) * sqrt(16)."},
        },
        "required": ["expression"],
        "additionalProperties": False,
    },
    risk=Risk.LOW,
    effects=frozenset({Effect.READ}),
    idempotent=True,
)


@frozen
class Calculator:
    """Gives the value of one expression."""

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Calculate. Raises `ToolFailed`."""
        del context
        await trio.lowlevel.checkpoint()
        expression = text_of(args, "expression")
        try:
            return ToolOutput.of_text(str(calculated(expression)))
        except InvalidExpression as error:
            raise ToolFailed(problem=f"{error} Correct the expression, then try again.") from error
