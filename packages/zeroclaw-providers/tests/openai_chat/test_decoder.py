"""The objects of a completion become stream events, quirks of servers included."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.errors import BadStream, ProviderError, ProviderOverloaded
from zeroclaw_api.json import Json
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.tool_names import ToolNames

DONE = "[DONE]"


def decoder() -> ChatDecoder:
    return ChatDecoder(Failures("p", "m"), ToolNames())


def decoded(*frames: Json) -> list[StreamEvent]:
    """All events of a stream of these payloads; a text is sent as it is."""
    subject = decoder()
    events: list[StreamEvent] = []
    for frame in frames:
        events += subject.feed("", frame if isinstance(frame, str) else json.dumps(frame))
    return [*events, *subject.close()]


def chunk(finish: str | None = None, **delta: Json) -> dict[str, Json]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_the_finish_comes_after_usage_that_follows_it() -> None:
    usage: Json = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 1}}
    assert decoded(chunk(content="hi"), chunk("stop"), usage, DONE) == [
        TextDelta("hi"),
        Usage(3, 1),
        Finish(FinishReason.STOP, "stop"),
    ]


def test_what_precedes_a_failure_in_its_chunk_is_said_before_it() -> None:
    pieces: Json = [
        {"index": 0, "id": "x", "function": {"name": "f", "arguments": "{}"}},
        {"index": 10**9, "id": "y", "function": {"name": "g", "arguments": "{}"}},
    ]
    events = decoder().feed("", json.dumps(chunk(content="hi", tool_calls=pieces)))
    assert next(events) == TextDelta("hi")
    assert next(events) == ToolCallDelta(0, "x", "f", "{}")
    with pytest.raises(BadStream, match="index"):
        next(events)


def test_half_a_character_is_joined_over_deltas_of_either_kind() -> None:
    escaped = json.dumps("\N{PARTY POPPER}").strip('"')
    first, second = escaped[:6], escaped[6:]
    frames = [
        f'{{"choices": [{{"delta": {{"content": "a{first}"}}}}]}}',
        f'{{"choices": [{{"delta": {{"content": "{second}b", "refusal": null}}}}]}}',
    ]
    events = decoded(*frames, chunk("stop"), DONE)
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == (
        "a\N{PARTY POPPER}b"
    )


def test_repeated_usage_and_reason_count_once() -> None:
    last: Json = {**chunk("stop"), "usage": {"prompt_tokens": 3, "completion_tokens": 2}}
    first: Json = {**chunk(content="a"), "usage": {"prompt_tokens": 3, "completion_tokens": 1}}
    events = decoded(first, last, last, DONE)
    assert events == [TextDelta("a"), Usage(3, 1), Usage(3, 2), Finish(FinishReason.STOP, "stop")]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", FinishReason.STOP),
        ("end_turn", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("max_tokens", FinishReason.LENGTH),
        ("content_filter", FinishReason.CONTENT_FILTER),
        ("SAFETY", FinishReason.CONTENT_FILTER),
        ("tool_calls", FinishReason.TOOL_USE),
        ("error", FinishReason.ERROR),
        ("something_new", FinishReason.STOP),
    ],
)
def test_words_for_the_end_are_understood(word: str, reason: FinishReason) -> None:
    assert decoded(chunk(content="a"), chunk(word))[-1] == Finish(reason, word)


@pytest.mark.parametrize("word", ["stop", "tool_calls", "end_turn", None])
def test_calls_come_out_whatever_the_reason(word: str | None) -> None:
    call: Json = {"index": 0, "id": "x", "function": {"name": "f", "arguments": "{}"}}
    events = decoded(chunk(tool_calls=[call]), chunk(word), DONE)
    assert events == [ToolCallDelta(0, "x", "f", "{}"), Finish(FinishReason.TOOL_USE, word or "")]


def test_a_reason_of_being_cut_off_outlives_a_later_one() -> None:
    assert decoded(chunk("length"), chunk("stop"), DONE) == [Finish(FinishReason.LENGTH, "length")]


def test_the_end_marker_alone_ends_an_answer() -> None:
    assert decoded(chunk(content="a"), DONE) == [TextDelta("a"), Finish(FinishReason.STOP)]


def test_nothing_after_the_end_marker_counts() -> None:
    assert decoded(chunk(content="a"), DONE, "garbage", chunk(content="b"))[0] == TextDelta("a")


def test_an_end_without_marker_or_reason_is_a_broken_stream() -> None:
    with pytest.raises(BadStream, match="ended before the answer did"):
        decoded(chunk(content="a"))


@pytest.mark.parametrize("frames", [(), (DONE,), ({"object": "ping"}, DONE)])
def test_an_answer_without_any_choice_is_a_broken_stream(frames: tuple[Json, ...]) -> None:
    with pytest.raises(BadStream, match="empty"):
        decoded(*frames)


@pytest.mark.parametrize("frame", ["{", "NOT JSON", "[" * 50_000])
def test_an_event_that_is_no_json_is_a_broken_stream(frame: str) -> None:
    with pytest.raises(BadStream, match="not JSON"):
        decoded(chunk(content="a"), frame)


def test_a_first_chunk_without_choices_is_fine() -> None:
    azure: Json = {"choices": [], "prompt_filter_results": [{"prompt_index": 0}]}
    assert decoded(azure, chunk("stop", content="a"))[0] == TextDelta("a")


def test_only_the_first_choice_counts() -> None:
    other: Json = {"choices": [{"index": 1, "delta": {"content": "b"}, "finish_reason": "length"}]}
    assert decoded(chunk(content="a"), other, chunk("stop")) == [
        TextDelta("a"),
        Finish(FinishReason.STOP, "stop"),
    ]


@pytest.mark.parametrize(
    "frame",
    [
        {"error": {"message": "busy", "code": 502}},
        {**chunk("error"), "error": {"message": "busy", "code": 502}},
        {"choices": [{"delta": {}, "finish_reason": "error", "error": {"message": "busy"}}]},
    ],
)
def test_an_error_inside_the_stream_is_raised(frame: Json) -> None:
    with pytest.raises(ProviderOverloaded, match="busy"):
        decoded(chunk(content="a"), frame)


def test_an_event_named_error_is_raised_whatever_it_holds() -> None:
    with pytest.raises(ProviderError, match="full"):
        list(decoder().feed("error", '{"message": "full", "choices": []}'))


def test_a_refusal_is_shown_and_named() -> None:
    assert decoded(chunk(refusal="I will not."), chunk("stop"), DONE) == [
        TextDelta("I will not."),
        Finish(FinishReason.REFUSAL, "stop"),
    ]


def test_reasoning_is_closed_by_one_block_at_the_end() -> None:
    detail: Json = {"type": "reasoning.encrypted", "data": "x"}
    frames = (chunk(reasoning="hm", reasoning_details=[detail]), chunk("stop", content="a"))
    assert decoded(*frames) == [
        ReasoningDelta("hm"),
        TextDelta("a"),
        ReasoningBlock({"reasoning_details": [detail]}),
        Finish(FinishReason.STOP, "stop"),
    ]


def test_reasoning_data_that_no_store_can_write_is_refused() -> None:
    with pytest.raises(BadStream, match="written down"):
        decoded(chunk("stop", reasoning_details=[{"data": "\ud800"}]))


def test_a_character_in_two_halves_is_joined_over_deltas() -> None:
    events = decoded(chunk(content="a\ud83d"), chunk(content="\ude00b"), chunk("stop"))
    assert events[:2] == [TextDelta("a"), TextDelta("😀b")]


def test_half_a_character_at_the_end_is_replaced() -> None:
    assert decoded(chunk("stop", content="\ud83d"))[0] == TextDelta("\ufffd")


def test_the_old_form_of_a_function_call_is_understood() -> None:
    frames = (
        chunk(function_call={"name": "f", "arguments": '{"a":'}),
        chunk(function_call={"arguments": "1}"}),
        chunk("function_call"),
    )
    assert decoded(*frames) == [
        ToolCallDelta(0, None, "f", '{"a":'),
        ToolCallDelta(0, args_fragment="1}"),
        Finish(FinishReason.TOOL_USE, "function_call"),
    ]


def test_too_many_calls_are_a_broken_stream() -> None:
    call: Json = {"index": 9999, "function": {"name": "f"}}
    with pytest.raises(BadStream, match="index 9999"):
        decoded(chunk(tool_calls=[call]))


def test_a_call_beside_thinking_that_is_written_as_text_is_a_call() -> None:
    pieces: Json = [{"index": 0, "id": "x", "function": {"name": "f", "arguments": "{}"}}]
    events = decoded(
        chunk(content="<think>I need f.</think>", tool_calls=pieces), chunk("stop"), DONE
    )
    assert ToolCallDelta(0, "x", "f", "{}") in events
    assert events[-1] == Finish(FinishReason.TOOL_USE, "stop")
