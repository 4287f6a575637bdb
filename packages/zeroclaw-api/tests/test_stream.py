"""Why a model stopped has one word each."""

from __future__ import annotations

from zeroclaw_api.stream import FinishReason, ReasoningBlock, ToolCallDelta


def test_reasons_keep_their_words() -> None:
    assert {str(reason) for reason in FinishReason} == {
        "stop",
        "tool_use",
        "length",
        "content_filter",
        "refusal",
        "pause",
        "error",
    }


def test_events_with_json_inside_can_be_hashed() -> None:
    assert len({ReasoningBlock({"a": [1]}), ToolCallDelta(0, extra={"b": {}})}) == 2
