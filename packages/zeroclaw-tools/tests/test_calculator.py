"""The calculator gives a value, or words about the expression."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import ToolOutput
from zeroclaw_testing import FakeToolContext
from zeroclaw_testing.kits.tool import ToolConformance
from zeroclaw_tools import Calculator


class TestCalculator(ToolConformance):
    def make(self) -> Calculator:
        return Calculator()

    def args(self) -> JsonObject:
        return {"expression": "2 ** 100 + 1"}

    def failing_args(self) -> JsonObject:
        return {"expression": "1 / 0"}


async def test_the_value_is_the_whole_answer() -> None:
    with trio.fail_after(5):
        output = await Calculator().run(FakeToolContext(), {"expression": "(2 + 3) * 4"})
    assert output == ToolOutput.of_text("20")


@pytest.mark.parametrize("expression", ["", "9**9**9**9", "\0", "\ud800", "(" * 4000, "1" * 9999])
async def test_a_hostile_expression_fails_in_words(expression: str) -> None:
    with trio.fail_after(5), pytest.raises(ToolFailed):
        await Calculator().run(FakeToolContext(), {"expression": expression})
