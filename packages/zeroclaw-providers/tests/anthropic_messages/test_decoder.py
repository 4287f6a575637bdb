"""The events of a message become stream events, quirks of servers included."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
)
from zeroclaw_api.json import Json, JsonObject
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
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.tool_names import ANTHROPIC_NAMES, ToolNames, legal_name

START: JsonObject = {"type": "message_start", "message": {"type": "message", "content": []}}
STOP: JsonObject = {"type": "message_stop"}


def decoder() -> MessagesDecoder:
    return MessagesDecoder(Failures("p", "m"), ToolNames.of(["time.now"], ANTHROPIC_NAMES))


def decoded(*frames: JsonObject | str) -> list[StreamEvent]:
    """All events of a stream of these payloads; a text is sent as it is."""
    subject = decoder()
    events: list[StreamEvent] = []
    for frame in frames:
        events += subject.feed("", frame if isinstance(frame, str) else json.dumps(frame))
    return [*events, *subject.close()]


def begin(index: int, kind: str, **fields: Json) -> JsonObject:
    block: JsonObject = {"type": kind, **fields}
    return {"type": "content_block_start", "index": index, "content_block": block}


def piece(index: int, kind: str, **fields: Json) -> JsonObject:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


def end(index: int) -> JsonObject:
    return {"type": "content_block_stop", "index": index}


def over(reason: str, **usage: Json) -> JsonObject:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}


SAID = (begin(0, "text", text=""), piece(0, "text_delta", text="hi"), end(0))


def test_usage_at_both_ends_comes_before_the_finish() -> None:
    usage: JsonObject = {"input_tokens": 3, "cache_read_input_tokens": 4, "output_tokens": 1}
    start: JsonObject = {"type": "message_start", "message": {"usage": usage}}
    assert decoded(start, *SAID, over("end_turn", output_tokens=7), STOP) == [
        Usage(7, 1, 4),
        TextDelta("hi"),
        Usage(7, 7, 4),
        Finish(FinishReason.STOP, "end_turn"),
    ]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("end_turn", FinishReason.STOP),
        ("stop_sequence", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("pause_turn", FinishReason.PAUSE),
        ("refusal", FinishReason.REFUSAL),
        ("something_new", FinishReason.STOP),
        ("", FinishReason.STOP),
    ],
)
def test_each_reason_of_the_protocol_has_one_of_ours(word: str, reason: FinishReason) -> None:
    assert decoded(START, *SAID, over(word), STOP)[-1] == Finish(reason, word)


def test_interleaved_blocks_are_told_apart_by_their_index() -> None:
    events = decoded(
        START,
        begin(1, "tool_use", id="a", name="f", input={}),
        begin(2, "tool_use", id="b", name=legal_name("time.now", ANTHROPIC_NAMES), input={}),
        piece(1, "input_json_delta", partial_json='{"a"'),
        piece(2, "input_json_delta", partial_json='{"b"'),
        piece(1, "input_json_delta", partial_json=":1}"),
        piece(2, "input_json_delta", partial_json=":2}"),
        end(2),
        end(1),
        over("tool_use"),
        STOP,
    )
    texts = ["", ""]
    for event in events:
        if isinstance(event, ToolCallDelta):
            texts[event.index] += event.args_fragment
    assert texts == ['{"a":1}', '{"b":2}']
    assert events[:2] == [ToolCallDelta(0, "a", "f"), ToolCallDelta(1, "b", "time.now")]
    assert events[-1] == Finish(FinishReason.TOOL_USE, "tool_use")


def test_kept_blocks_know_what_text_and_calls_came_before_them() -> None:
    events = decoded(
        START,
        begin(0, "redacted_thinking", data="x"),
        end(0),
        begin(1, "text", text=""),
        piece(1, "text_delta", text="abc"),
        end(1),
        begin(2, "thinking", thinking="", signature=""),
        piece(2, "thinking_delta", thinking="hm"),
        piece(2, "signature_delta", signature="s"),
        end(2),
        begin(3, "tool_use", id="a", name="f", input={}),
        end(3),
        begin(4, "redacted_thinking", data="y"),
        end(4),
        over("tool_use"),
        STOP,
    )
    blocks = [event.data for event in events if isinstance(event, ReasoningBlock)]
    assert [(data["characters"], data["calls"]) for data in blocks] == [(0, 0), (3, 0), (3, 1)]
    assert ReasoningDelta("hm") in events


def test_a_call_that_breaks_off_in_its_arguments_stays_broken() -> None:
    events = decoded(
        START,
        begin(0, "tool_use", id="a", name="f", input={}),
        piece(0, "input_json_delta", partial_json='{"path":"README.md"'),
        end(0),
        over("tool_use"),
        STOP,
    )
    assert events[1:] == [
        ToolCallDelta(0, args_fragment='{"path":"README.md"'),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]


@pytest.mark.parametrize(
    ("word", "reason"), [("max_tokens", FinishReason.LENGTH), ("refusal", FinishReason.REFUSAL)]
)
def test_a_call_does_not_hide_why_an_answer_broke_off(word: str, reason: FinishReason) -> None:
    call = (begin(0, "tool_use", id="a", name="f"), piece(0, "input_json_delta", partial_json="{"))
    assert decoded(START, *call, over(word), STOP)[-1] == Finish(reason, word)


def test_thinking_alone_is_no_answer_but_an_ordinary_end() -> None:
    thought = (begin(0, "thinking", thinking="hm", signature="s"), end(0))
    assert decoded(START, *thought, over("end_turn"), STOP)[::2] == [
        ReasoningDelta("hm"),
        Finish(FinishReason.STOP, "end_turn"),
    ]


FULL = (START, *SAID, over("end_turn", output_tokens=1), STOP)


@pytest.mark.parametrize("length", range(len(FULL)))
def test_only_the_last_event_ends_a_message(length: int) -> None:
    with pytest.raises(BadStream, match=r"ended before|empty"):
        decoded(*FULL[:length])
    assert decoded(*FULL)


def test_a_marker_of_another_protocol_ends_nothing() -> None:
    with pytest.raises(BadStream, match="ended before"):
        decoded(*FULL[:-1], "[DONE]")
    assert decoded(*FULL[:-1], "[DONE]", STOP)[-1] == Finish(FinishReason.STOP, "end_turn")


def test_what_follows_the_end_means_nothing() -> None:
    assert decoded(*FULL, "NOT JSON", {"type": "error", "error": {"message": "x"}}) == decoded(
        *FULL
    )


def test_blocks_that_nobody_closed_are_closed_at_the_end() -> None:
    call = begin(1, "tool_use", id="a", name="f")
    assert decoded(START, *SAID[:2], call, over("tool_use"), STOP)[-3:] == [
        ToolCallDelta(0, "a", "f"),
        ToolCallDelta(0, args_fragment="{}"),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]


def test_events_and_blocks_of_later_versions_are_ignored() -> None:
    strange: tuple[JsonObject, ...] = (
        {"type": "ping"},
        {"type": "message_hologram", "message": "words"},
        {},
        begin(7, "hologram"),
        piece(7, "hologram_delta", text="x"),
        end(7),
        end(99),
    )
    assert decoded(START, *strange, *SAID, over("end_turn"), STOP) == decoded(
        START, *SAID, over("end_turn"), STOP
    )


def test_an_index_that_is_missing_means_the_latest_block() -> None:
    frames = [
        {key: value for key, value in frame.items() if key != "index"}
        for frame in (*SAID, begin(1, "text", text="!"), end(1))
    ]
    assert decoded(START, *frames, STOP)[:2] == [TextDelta("hi"), TextDelta("!")]


def test_a_block_that_begins_twice_is_two_blocks() -> None:
    again = [begin(0, "tool_use", id=wire_id, name="f") for wire_id in ("a", "b")]
    events = decoded(START, *again, over("tool_use"), STOP)
    indexes = [e.index for e in events if isinstance(e, ToolCallDelta) and e.wire_id]
    assert indexes == [0, 1]


def test_a_piece_of_no_block_breaks_the_protocol() -> None:
    with pytest.raises(BadStream, match="belongs to no block"):
        decoded(START, piece(3, "text_delta", text="lost"), STOP)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ({"type": "overloaded_error", "message": "Overloaded"}, ProviderOverloaded),
        ({"type": "api_error", "message": "Internal"}, ProviderOverloaded),
        ({"type": "rate_limit_error", "message": "slow down"}, ProviderRateLimited),
        ({"type": "invalid_request_error", "message": "bad"}, ProviderRejected),
        ({"type": "invalid_request_error", "message": "prompt is too long: 9"}, ContextOverflow),
        ({}, ProviderOverloaded),
    ],
)
def test_an_error_in_the_stream_is_a_typed_failure(
    error: dict[str, Json], expected: type[ProviderError]
) -> None:
    subject = decoder()
    list(subject.feed("message_start", json.dumps(START)))
    with pytest.raises(ProviderError) as caught:
        list(subject.feed("error", json.dumps({"type": "error", "error": error})))
    assert type(caught.value) is expected


@pytest.mark.parametrize(
    "foreign", [{"error": "broken"}, {"object": "error", "message": "x"}, {"detail": "gone"}]
)
def test_an_error_of_a_gateway_is_one_too(foreign: JsonObject) -> None:
    with pytest.raises(ProviderOverloaded):
        decoded(START, foreign)


def test_what_precedes_a_failure_in_its_event_is_said_before_it() -> None:
    subject = decoder()
    frames = [START, begin(0, "text", text="hi"), begin(1, "redacted_thinking", data="\ud800")]
    for frame in frames:
        list(subject.feed("", json.dumps(frame)))
    events = subject.feed("", json.dumps(begin(1, "text", text="more")))
    with pytest.raises(BadStream, match="cannot be written down"):
        next(events)


def test_an_answer_without_measure_is_cut_short() -> None:
    with pytest.raises(BadStream, match="256 tool calls"):
        decoded(START, *(begin(n, "tool_use", id=f"c{n}", name="f") for n in range(300)))
    with pytest.raises(BadStream, match="4096 blocks"):
        decoded(START, *(frame for n in range(5000) for frame in (begin(0, "text"), end(0))))
    with pytest.raises(BadStream, match="4096 blocks"):
        decoded(START, begin(10**9, "text"))
    huge = piece(0, "signature_delta", signature="x" * 1_000_000)
    with pytest.raises(BadStream, match="characters"):
        decoded(START, begin(0, "thinking"), *[huge] * 20)


@pytest.mark.parametrize("data", ["NOT JSON", '{"type": "message_st', "[" * 100_000])
def test_an_event_that_is_no_json_is_refused(data: str) -> None:
    with pytest.raises(BadStream, match="not JSON"):
        decoded(START, data)


def test_pings_are_counted_since_they_are_no_answer() -> None:
    subject = decoder()
    for _ in range(3):
        assert list(subject.feed("ping", '{"type": "ping"}')) == []
    assert subject.pings == 3


def test_a_whole_message_is_read_like_its_events() -> None:
    subject = decoder()
    content: Json = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "hi"},
        {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}},
        {"type": "tool_use", "id": "b", "name": "f", "input": {}},
    ]
    message: JsonObject = {
        "type": "message",
        "content": content,
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 1, "output_tokens": 2},
    }
    block: JsonObject = {"type": "thinking", "thinking": "hm", "signature": "s"}
    assert [*subject.feed_object(message), *subject.close(is_whole=True)] == [
        ReasoningDelta("hm"),
        ReasoningBlock({"block": block, "characters": 0, "calls": 0}),
        TextDelta("hi"),
        ToolCallDelta(0, "a", "f"),
        ToolCallDelta(0, args_fragment='{"x": 1}'),
        ToolCallDelta(1, "b", "f"),
        ToolCallDelta(1, args_fragment="{}"),
        Usage(1, 2),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]


def test_a_document_that_is_an_error_is_one() -> None:
    error: JsonObject = {"type": "error", "error": {"type": "overloaded_error", "message": "x"}}
    with pytest.raises(ProviderOverloaded):
        list(decoder().feed_object(error))


@pytest.mark.parametrize("value", [None, [], {}, {"hello": 1}])
def test_a_document_that_is_no_message_is_an_empty_answer(value: Json) -> None:
    subject = decoder()
    assert list(subject.feed_object(value)) == []
    with pytest.raises(BadStream, match="empty"):
        list(subject.close(is_whole=True))
