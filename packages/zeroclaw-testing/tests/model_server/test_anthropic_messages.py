"""Tests of the encoder of Anthropic messages."""

from __future__ import annotations

import json

import pytest

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
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import (
    AnthropicMessages,
    Completion,
    Cut,
    InBandError,
    Repeat,
    ScriptStep,
    calling,
    cut_call,
    interleave,
    saying,
)

DIALECT = AnthropicMessages()
REQUEST: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
SIGNED: JsonObject = {"type": "thinking", "thinking": "", "signature": "s"}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "x"}


def frames(*events: StreamEvent, script: tuple[ScriptStep, ...] = ()) -> list[JsonObject]:
    """The payloads of the frames, each of which bears the name of its type."""
    call = DIALECT.call("/v1/messages", REQUEST)
    encoder = DIALECT.encoder(Completion(script or events), call)
    sent = b"".join([*(encoder.event(event) for event in events), encoder.end()])
    payloads = []
    for frame in sent.decode().split("\n\n")[:-1]:
        name, data = frame.split("\n")
        payload = json.loads(data.removeprefix("data: "))
        assert name == f"event: {payload['type']}"
        payloads.append(payload)
    return payloads


def types(*events: StreamEvent) -> list[tuple[Json, Json]]:
    """Type and index of what stands between the start and the end of a message."""
    return [(frame["type"], frame.get("index")) for frame in frames(*events)][1:-1]


START, DELTA, STOP = "content_block_start", "content_block_delta", "content_block_stop"


def test_a_plain_answer_is_framed_as_the_vendor_frames_it() -> None:
    assert frames(TextDelta("Hel"), TextDelta("lö\u2028"), Finish(FinishReason.STOP)) == [
        {
            "type": "message_start",
            "message": {
                "id": "msg_scripted",
                "type": "message",
                "role": "assistant",
                "model": "m",
                "content": [],
                "stop_reason": None,
                "stop_sequence": None,
                "usage": {
                    "input_tokens": 0,
                    "cache_creation_input_tokens": 0,
                    "cache_read_input_tokens": 0,
                    "output_tokens": 0,
                },
            },
        },
        {"type": START, "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        {"type": DELTA, "index": 0, "delta": {"type": "text_delta", "text": "Hel"}},
        {"type": DELTA, "index": 0, "delta": {"type": "text_delta", "text": "lö\u2028"}},
        {"type": STOP, "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {
                "input_tokens": 0,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
                "output_tokens": 0,
            },
        },
        {"type": "message_stop"},
    ]


def test_a_block_ends_where_another_kind_begins() -> None:
    events = (ReasoningDelta("h"), ReasoningBlock(SIGNED), TextDelta("a"), ReasoningDelta("b"))
    assert types(*events)[2:] == [
        (DELTA, 0),
        (DELTA, 0),
        (STOP, 0),
        (START, 1),
        (DELTA, 1),
        (STOP, 1),
        (START, 2),
        (DELTA, 2),
    ]


def test_a_signature_ends_the_thinking_before_it() -> None:
    deltas = [frame.get("delta") for frame in frames(ReasoningDelta("hm"), ReasoningBlock(SIGNED))]
    assert [delta for delta in deltas if delta] == [
        {"type": "thinking_delta", "thinking": "hm"},
        {"type": "signature_delta", "signature": "s"},
    ]
    alone = frames(ReasoningBlock({**SIGNED, "thinking": "hm"}))
    assert [f["delta"] for f in alone if "delta" in f] == [delta for delta in deltas if delta]


def test_other_opaque_blocks_come_whole() -> None:
    (start,) = [f for f in frames(TextDelta("a"), ReasoningBlock(HIDDEN)) if f.get("index") == 1][
        :1
    ]
    assert start["content_block"] == HIDDEN


def test_a_call_is_closed_after_its_last_piece() -> None:
    pieces = cut_call(4, "call_1", "look", '{"a":1}', [1])
    assert frames(*pieces, TextDelta("b"))[1:] == [
        {
            "type": START,
            "index": 0,
            "content_block": {"type": "tool_use", "id": "call_1", "name": "look", "input": {}},
        },
        {"type": "ping"},
        {"type": DELTA, "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{"}},
        {
            "type": DELTA,
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": '"a":1}'},
        },
        {"type": STOP, "index": 0},
        {"type": START, "index": 1, "content_block": {"type": "text", "text": ""}},
        {"type": DELTA, "index": 1, "delta": {"type": "text_delta", "text": "b"}},
        {"type": "message_stop"},
    ]


def test_mixed_calls_are_open_at_the_same_time() -> None:
    mixed = interleave(cut_call(0, "a", "f", "{}", [1]), cut_call(1, "b", "g", "{}", [1]))
    assert [place for place in types(*mixed) if place[0] != DELTA and place[0] != "ping"] == [
        (START, 0),
        (START, 1),
        (STOP, 0),
        (STOP, 1),
    ]


def test_a_call_with_pieces_that_never_come_stays_open() -> None:
    first, second = cut_call(0, "a", "f", "{}", [1])
    for rest in (Cut(inside=second), Repeat(second, 3)):
        sent = frames(first, script=(first, rest))
        assert STOP not in [frame["type"] for frame in sent]
        ended = frames(first, Finish(FinishReason.LENGTH), script=(first, rest))
        assert [frame["type"] for frame in ended].count(STOP) == 1


def test_extra_data_of_a_call_is_in_its_block() -> None:
    sent = frames(ToolCallDelta(0, "a", "look", "{}", {"caller": {"type": "direct"}}))
    assert dig(sent[1], "content_block", "caller") == {"type": "direct"}


@pytest.mark.parametrize(
    ("finish", "word"),
    [
        (Finish(FinishReason.STOP), "end_turn"),
        (Finish(FinishReason.TOOL_USE), "tool_use"),
        (Finish(FinishReason.LENGTH), "max_tokens"),
        (Finish(FinishReason.PAUSE), "pause_turn"),
        (Finish(FinishReason.REFUSAL), "refusal"),
        (Finish(FinishReason.STOP, "stop_sequence"), "stop_sequence"),
    ],
)
def test_a_finish_becomes_the_word_of_the_protocol_or_the_raw_one(
    finish: Finish, word: str
) -> None:
    assert dig(frames(finish)[-2], "delta", "stop_reason") == word


def test_usage_is_split_over_both_ends_of_the_message() -> None:
    start, *_, end, _ = frames(TextDelta("a"), Finish(FinishReason.STOP), Usage(100, 5, 60, 10, 2))
    inputs = {
        "input_tokens": 30,
        "cache_creation_input_tokens": 10,
        "cache_read_input_tokens": 60,
    }
    assert dig(start, "message", "usage") == {**inputs, "output_tokens": 1}
    details = {"thinking_tokens": 2}
    assert end["usage"] == {**inputs, "output_tokens": 5, "output_tokens_details": details}


def test_a_whole_answer_joins_what_the_events_say() -> None:
    call = DIALECT.call("/v1/messages", REQUEST)
    mixed = interleave(cut_call(0, "a", "look", '{"x":1}', [2]), cut_call(1, "b", "go", ""))
    answer = calling(ReasoningDelta("h"), ReasoningDelta("m"), *mixed, text="I see")
    whole = DIALECT.whole(answer, call)
    assert whole["content"] == [
        {"type": "text", "text": "I see"},
        {"type": "thinking", "thinking": "hm", "signature": ""},
        {"type": "tool_use", "id": "a", "name": "look", "input": {"x": 1}},
        {"type": "tool_use", "id": "b", "name": "go", "input": {}},
    ]
    assert whole["stop_reason"] == "tool_use"


def test_a_whole_answer_counts_repeated_events_each_time() -> None:
    call = DIALECT.call("/v1/messages", REQUEST)
    whole = DIALECT.whole(Completion((Repeat(TextDelta("ab"), 3),)), call)
    assert dig(whole, "content", 0, "text") == "ababab"


def test_an_error_has_one_word_for_its_kind() -> None:
    call = DIALECT.call("/v1/messages", REQUEST)
    error: JsonObject = {"type": "error", "error": {"type": "x", "message": "broken"}}
    assert DIALECT.whole(Completion((InBandError("broken", "y", "x"),)), call) == error
    frame = DIALECT.encoder(saying("a"), call).error(InBandError("broken", "x"))
    assert frame == b"event: error\ndata: " + json.dumps(error).replace(" ", "").encode() + b"\n\n"


def test_a_frame_without_a_type_has_no_name() -> None:
    encoder = DIALECT.encoder(saying("a"), DIALECT.call("/v1/messages", REQUEST))
    assert encoder.frame({"a": 1}) == b'data: {"a":1}\n\n'
    assert encoder.frame("NOT JSON") == b"data: NOT JSON\n\n"
    assert encoder.comment("hm") == b": hm\n\n"


def test_the_view_of_an_odd_request_is_lenient() -> None:
    odd = DIALECT.call("/v1/messages", {"model": 3, "messages": {}, "stream": 1})
    assert (odd.model, odd.stream, odd.messages) == ("", False, ())


def test_only_the_paths_of_the_protocol_are_claimed() -> None:
    assert DIALECT.claims("POST", "/v1/messages")
    assert not DIALECT.claims("GET", "/v1/messages")
    assert not DIALECT.claims("POST", "/v1/chat/completions")
    listing = DIALECT.listing("GET", "/v1/models", ["a", "b"])
    assert (dig(listing, "data", 1, "id"), dig(listing, "last_id")) == ("b", "b")
    assert DIALECT.listing("POST", "/v1/models", ["a"]) is None


def test_its_judgement_is_that_of_the_vendor() -> None:
    assert DIALECT.problems({**REQUEST, "max_tokens": 1}) == ()
    assert DIALECT.problems(REQUEST) != ()
