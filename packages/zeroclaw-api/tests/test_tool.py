"""A tool says what it does."""

from __future__ import annotations

import pytest

from zeroclaw_api.messages import Text
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolOutput, ToolSpec


@pytest.mark.parametrize(
    ("effects", "is_read_only"),
    [
        (frozenset({Effect.READ}), True),
        (frozenset(), True),
        (frozenset({Effect.NETWORK}), False),
        (frozenset({Effect.READ, Effect.WRITE}), False),
    ],
)
def test_tool_is_read_only_when_it_only_reads(
    effects: frozenset[Effect], is_read_only: bool
) -> None:
    spec = ToolSpec("t", "d", {"type": "object"}, Risk.LOW, effects)
    assert spec.is_read_only is is_read_only


def test_plain_text_is_an_output_of_one_part() -> None:
    assert ToolOutput.of_text("x") == ToolOutput(content=(Text("x"),))
