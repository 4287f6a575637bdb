"""Blocks of an answer become text, thinking or calls, each by its own index."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.bedrock.blocks import ContentBlocks
from zeroclaw_providers.tool_names import ToolNames, legal_name

NAMES = ToolNames.of(["time.now"])


def start(index: int, wire_id: str = "t1", name: str = "look") -> JsonObject:
    use: JsonObject = {"toolUseId": wire_id, "name": name}
    return {"contentBlockIndex": index, "start": {"toolUse": use}}


def piece(index: int, delta: JsonObject) -> JsonObject:
    return {"contentBlockIndex": index, "delta": delta}


def arguments(index: int, fragment: Json) -> JsonObject:
    return piece(index, {"toolUse": {"input": fragment}})


def thought(index: int, **fields: Json) -> JsonObject:
    return piece(index, {"reasoningContent": fields})


def read(*steps: JsonObject, blocks: ContentBlocks | None = None) -> list[StreamEvent]:
    """Starts have a start, deltas a delta, ends neither."""
    return list(events_of(blocks or ContentBlocks(NAMES), steps))


def events_of(blocks: ContentBlocks, steps: tuple[JsonObject, ...]) -> Iterator[StreamEvent]:
    for step in steps:
        if "start" in step:
            yield from blocks.start(step)
        elif "delta" in step:
            yield from blocks.delta(step)
        else:
            yield from blocks.stop(step)
    yield from blocks.close()


def test_empty_texts_are_no_deltas() -> None:
    assert read(piece(0, {"text": ""}), piece(0, {"text": "a"})) == [TextDelta("a")]


def test_interleaved_calls_are_kept_apart_by_their_block() -> None:
    events = read(
        start(1, "x", "f"),
        start(2, "y", "g"),
        arguments(2, '{"b":'),
        arguments(1, '{"a":1'),
        arguments(2, "2}"),
        arguments(1, "}"),
    )
    assert events == [
        ToolCallDelta(0, "x", "f"),
        ToolCallDelta(1, "y", "g"),
        ToolCallDelta(1, args_fragment='{"b":'),
        ToolCallDelta(0, args_fragment='{"a":1'),
        ToolCallDelta(1, args_fragment="2}"),
        ToolCallDelta(0, args_fragment="}"),
    ]


def test_two_calls_with_one_id_stay_two_calls() -> None:
    events = read(start(0, "x"), arguments(0, "{}"), start(1, "x"), arguments(1, '{"a":1}'))
    assert [event.index for event in events if isinstance(event, ToolCallDelta)] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "fragments", [(), ("",), ("null",), ("nu", "ll"), (" ",), (None,), ("{}",)]
)
def test_a_call_without_arguments_gets_an_empty_object_once(fragments: tuple[Json, ...]) -> None:
    deltas = [arguments(0, fragment) for fragment in fragments]
    events = read(start(0), *deltas, {"contentBlockIndex": 0})
    assert "".join(e.args_fragment for e in events if isinstance(e, ToolCallDelta)) == "{}"


def test_a_tool_has_the_name_it_was_offered_by() -> None:
    assert read(start(0, "x", legal_name("time.now")))[0] == ToolCallDelta(0, "x", "time.now")


def test_signed_thinking_closes_with_the_block_that_goes_back() -> None:
    events = read(
        thought(0, text="hm, "),
        thought(0, text="so"),
        thought(0, signature="c2ln"),
        thought(0, signature="bmVk"),
        {"contentBlockIndex": 0},
        piece(1, {"text": "Yes."}),
    )
    signed = {"text": "hm, so", "signature": "c2lnbmVk"}
    assert events == [
        ReasoningDelta("hm, "),
        ReasoningDelta("so"),
        ReasoningBlock({"reasoningContent": {"reasoningText": signed}}),
        TextDelta("Yes."),
    ]


def test_hidden_thinking_goes_back_as_it_came() -> None:
    (whole,) = read(thought(0, redactedContent="//8="))
    assert whole == ReasoningBlock({"reasoningContent": {"redactedContent": "//8="}})
    (joined,) = read(thought(0, redactedContent="YQ=="), thought(0, redactedContent="Yg=="))
    assert joined == ReasoningBlock({"reasoningContent": {"redactedContent": "YWI="}})


def test_thinking_that_nobody_signed_need_not_go_back() -> None:
    assert read(thought(0, text="hm"), {"contentBlockIndex": 0}) == [ReasoningDelta("hm")]


def test_unknown_kinds_of_pieces_mean_nothing() -> None:
    assert read(piece(0, {"citation": {"title": "x"}}), piece(1, {"later": 1}), piece(2, {})) == []


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((arguments(0, "{}"),), "never began"),
        ((start(0), start(0)), "two tool calls in one place"),
        ((start(5000),), "the index 5000"),
        (tuple(start(n) for n in range(257)), "more than 256"),
        ((thought(0, redactedContent="é"), thought(0, redactedContent="YQ==")), "no base64"),
        ((thought(0, text="\ud800"), thought(0, signature="x")), "cannot be written down"),
    ],
)
def test_what_makes_no_sense_is_refused(steps: tuple[JsonObject, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(*steps)


def test_the_blocks_of_a_document_give_the_same_events() -> None:
    content: list[Json] = [
        {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}},
        {"text": "Yes."},
        {"toolUse": {"toolUseId": "x", "name": "f", "input": {"a": 1}}},
        {"toolUse": {"toolUseId": "y", "name": "g", "input": None}},
    ]
    blocks = ContentBlocks(NAMES)
    assert list(blocks.whole(content)) == [
        ReasoningDelta("hm"),
        ReasoningBlock({"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}}),
        TextDelta("Yes."),
        ToolCallDelta(0, "x", "f", '{"a": 1}'),
        ToolCallDelta(1, "y", "g"),
        ToolCallDelta(1, args_fragment="{}"),
    ]
    assert blocks.wants_tools
