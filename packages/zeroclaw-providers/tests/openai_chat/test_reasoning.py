"""Thinking is told from text; what must be echoed is kept."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.openai_chat.reasoning import ReasoningTrace, shown_of


@pytest.mark.parametrize(
    ("delta", "thought", "text"),
    [
        ({"content": "hi"}, "", "hi"),
        ({"content": None}, "", ""),
        ({"reasoning_content": "a", "reasoning": "b"}, "a", ""),
        ({"reasoning": "b", "content": "hi"}, "b", "hi"),
        ({"channel": "analysis", "content": "hm"}, "hm", ""),
        ({"channel": "final", "content": "hi"}, "", "hi"),
        ({"reasoning": "b", "reasoning_details": [{"text": "b"}]}, "b", ""),
        ({"reasoning_details": [{"text": "b"}, {"summary": "c"}]}, "bc", ""),
        ({"content": [{"type": "text", "text": "hi"}]}, "", "hi"),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
                    {"type": "text", "text": "hi"},
                    {"type": "reference", "reference_ids": [1]},
                ]
            },
            "hm",
            "hi",
        ),
        ({"content": [{"type": "thinking", "thinking": "hm"}, "hi"]}, "hm", "hi"),
    ],
)
def test_thinking_and_text_are_told_apart(delta: dict[str, Json], thought: str, text: str) -> None:
    assert shown_of(delta) == (thought, text)


def test_pieces_of_a_detail_grow_together() -> None:
    trace = ReasoningTrace()
    trace.add({"reasoning_details": [{"type": "reasoning.text", "text": "a", "index": 0}]})
    trace.add({"reasoning_details": [{"type": "reasoning.text", "text": "b", "index": 0}]})
    trace.add({"reasoning_details": [{"type": "reasoning.text", "signature": "s", "index": 0}]})
    trace.add({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x", "index": 1}]})
    assert trace.data() == {
        "reasoning_details": [
            {"type": "reasoning.text", "text": "ab", "index": 0, "signature": "s"},
            {"type": "reasoning.encrypted", "data": "x", "index": 1},
        ]
    }


def test_details_without_an_index_stay_apart() -> None:
    trace = ReasoningTrace()
    pieces: list[Json] = [{"type": "reasoning.encrypted", "data": data} for data in "xy"]
    for piece in pieces:
        trace.add({"reasoning_details": [piece]})
    assert trace.data() == {"reasoning_details": pieces}


def test_plain_thinking_leaves_nothing_to_echo() -> None:
    trace = ReasoningTrace()
    trace.add({"reasoning": "hm", "content": "hi"})
    assert trace.data() is None


def test_thinking_in_the_field_that_must_come_back_is_marked() -> None:
    trace = ReasoningTrace()
    trace.add({"reasoning_content": "hm"})
    assert trace.data() == {"text_field": "reasoning_content"}
