"""Blocks are put together from whatever pieces servers send."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.anthropic_messages.blocks import OpenBlock


def built(begun: JsonObject, *deltas: JsonObject, name: str = "f") -> list[StreamEvent]:
    block = OpenBlock(begun, characters=3, calls=1, call=1)
    events = list(block.begin(name))
    for delta in deltas:
        events += block.add(delta)
    return [*events, *block.end()]


def arguments(*fragments: str, given_input: Json = None) -> str:
    begun: JsonObject = {"type": "tool_use", "id": "x", "name": "f", "input": given_input}
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in fragments]
    events = built(begun, *deltas)
    assert events[0] == ToolCallDelta(1, "x", "f")
    return "".join(e.args_fragment for e in events if isinstance(e, ToolCallDelta))


@pytest.mark.parametrize(
    ("fragments", "given_input", "expected"),
    [
        ((), {}, "{}"),
        ((), None, "{}"),
        (("",), {}, "{}"),
        (("", ""), {}, "{}"),
        (("nu", "ll"), {}, "{}"),
        (('{"a"', ":1}"), {}, '{"a":1}'),
        (("", '{"a":1}'), {"b": 2}, '{"a":1}'),
        ((), {"b": "é"}, '{"b": "é"}'),
        (("n", "o"), {}, "no"),
        ((" ", "{}"), {}, " {}"),
        (('{"path":"README.md"',), {}, '{"path":"README.md"'),
    ],
)
def test_arguments_are_what_came_or_an_empty_object(
    fragments: tuple[str, ...], given_input: Json, expected: str
) -> None:
    assert arguments(*fragments, given_input=given_input) == expected


@given(st.text(max_size=30), st.sets(st.integers(1, 30)))
def test_any_cut_of_the_arguments_gives_them_back(text: str, places: set[int]) -> None:
    spelled = '{"a":' + repr(text) + "}"
    edges = [0, *sorted(p for p in places if p < len(spelled)), len(spelled)]
    pieces = [spelled[a:b] for a, b in pairwise(edges)]
    assert arguments(*pieces) == spelled


def test_a_call_made_by_a_program_keeps_its_caller() -> None:
    caller: JsonObject = {"type": "code_execution_20250825", "tool_id": "s"}
    (first, *_) = built({"type": "tool_use", "id": "x", "caller": caller})
    assert first == ToolCallDelta(1, "x", "f", extra={"caller": caller})
    (first, *_) = built({"type": "tool_use", "id": "x", "caller": {"type": "direct"}})
    assert first == ToolCallDelta(1, "x", "f")


def test_thinking_is_shown_then_kept_with_its_place() -> None:
    assert built(
        {"type": "thinking", "thinking": "", "signature": ""},
        {"type": "thinking_delta", "thinking": "h\u2028"},
        {"type": "thinking_delta", "thinking": "m"},
        {"type": "signature_delta", "signature": "EqQ="},
        {"type": "new_delta", "what": "ever"},
    ) == [
        ReasoningDelta("h\u2028"),
        ReasoningDelta("m"),
        ReasoningBlock(
            {
                "block": {"type": "thinking", "thinking": "h\u2028m", "signature": "EqQ="},
                "characters": 3,
                "calls": 1,
            }
        ),
    ]


def kept(*events: StreamEvent) -> list[Json]:
    return [event.data["block"] for event in events if isinstance(event, ReasoningBlock)]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "redacted_thinking", "data": "EmwKAhgB=="},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"a": [1, None]}]},
        {"type": "compaction", "content": "so far"},
    ],
)
def test_what_comes_whole_is_kept_whole(block: dict[str, Json]) -> None:
    assert kept(*built(block)) == [block]


def test_the_input_of_a_tool_of_the_server_is_kept_with_it() -> None:
    begun: JsonObject = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    pieces = [{"type": "input_json_delta", "partial_json": p} for p in ('{"query"', ':"x"}')]
    assert kept(*built(begun, *pieces)) == [{**begun, "input": {"query": "x"}}]
    assert built(begun, pieces[0]) == []


def test_a_compaction_grows_by_its_own_deltas() -> None:
    begun: JsonObject = {"type": "compaction", "content": None}
    more: JsonObject = {"type": "compaction_delta", "content": "so far"}
    assert kept(*built(begun, more)) == [{"type": "compaction", "content": "so far"}]


def test_half_a_character_is_joined_with_its_other_half() -> None:
    text = [{"type": "text_delta", "text": part} for part in ("a\ud83c", "\udf89b", "c\ud83c")]
    assert built({"type": "text", "text": ""}, *text) == [
        TextDelta("a"),
        TextDelta("\N{PARTY POPPER}b"),
        TextDelta("c"),
        TextDelta("\ufffd"),
    ]
    thought = [{"type": "thinking_delta", "thinking": p} for p in ("\ud83c", "\udf89")]
    (block,) = kept(*built({"type": "thinking", "thinking": ""}, *thought))
    assert block == {"type": "thinking", "thinking": "\N{PARTY POPPER}"}


def test_text_that_came_with_the_beginning_is_said_first() -> None:
    delta: JsonObject = {"type": "text_delta", "text": "b"}
    assert built({"type": "text", "text": "a"}, delta) == [TextDelta("a"), TextDelta("b")]


def test_a_block_of_an_unknown_type_says_nothing() -> None:
    delta: JsonObject = {"type": "text_delta", "text": "b"}
    assert built({"type": "hologram", "hologram": "x"}, delta) == []


def test_data_that_no_store_can_write_down_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written down"):
        built({"type": "redacted_thinking", "data": "\ud83c"})
