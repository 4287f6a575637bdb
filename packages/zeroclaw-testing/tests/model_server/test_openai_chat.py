"""Tests of the encoder of OpenAI chat completions."""

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
    Completion,
    InBandError,
    OpenAIChat,
    Repeat,
    calling,
    cut_call,
    interleave,
    saying,
)

CHAT = OpenAIChat()
REQUEST: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
WITH_USAGE: JsonObject = {**REQUEST, "stream_options": {"include_usage": True}}


def chunks(
    *events: StreamEvent, body: JsonObject = REQUEST, chat: OpenAIChat = CHAT, always: bool = False
) -> list[JsonObject]:
    """The payloads of the frames, one after the other."""
    answer = Completion(events, usage_always=always)
    encoder = chat.encoder(answer, chat.call("/v1/chat/completions", body))
    frames = b"".join(encoder.event(event) for event in events).split(b"\n\n")
    assert frames.pop() == b""
    return [json.loads(frame.removeprefix(b"data: ")) for frame in frames]


def deltas(*events: StreamEvent, chat: OpenAIChat = CHAT) -> list[Json]:
    """The deltas after the opening chunk."""
    return [dig(chunk, "choices", 0, "delta") for chunk in chunks(*events, chat=chat)[1:]]


def test_text_deltas_follow_one_chunk_that_opens_the_message() -> None:
    first, second, third = chunks(TextDelta("Hel"), TextDelta("lö\u2028"))
    assert first == {
        "id": "chatcmpl-scripted",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": "m",
        "choices": [
            {"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}
        ],
    }
    assert dig(second, "choices", 0, "delta") == {"content": "Hel"}
    assert dig(third, "choices", 0, "delta") == {"content": "lö\u2028"}


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_goes_into_the_field_of_the_vendor(field: str) -> None:
    assert deltas(ReasoningDelta("hm"), chat=OpenAIChat(field)) == [{field: "hm"}]


def test_opaque_reasoning_goes_into_the_details() -> None:
    data: JsonObject = {"type": "reasoning.encrypted", "data": "AA=="}
    assert deltas(ReasoningBlock(data)) == [{"reasoning_details": [data]}]


def test_only_the_first_fragment_of_a_call_carries_id_and_name() -> None:
    assert deltas(*cut_call(3, "call_1", "look", '{"a":1}', [1])) == [
        {
            "tool_calls": [
                {
                    "index": 3,
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "look", "arguments": "{"},
                }
            ]
        },
        {"tool_calls": [{"index": 3, "function": {"arguments": '"a":1}'}}]},
    ]


def test_extra_data_of_a_call_is_sent_beside_its_function() -> None:
    extra: JsonObject = {"extra_content": {"google": {"thought_signature": "s"}}}
    (delta,) = deltas(ToolCallDelta(0, "a", "look", "{}", extra))
    assert dig(delta, "tool_calls", 0, "extra_content") == extra["extra_content"]


@pytest.mark.parametrize(
    ("finish", "word"),
    [
        (Finish(FinishReason.STOP), "stop"),
        (Finish(FinishReason.TOOL_USE), "tool_calls"),
        (Finish(FinishReason.LENGTH), "length"),
        (Finish(FinishReason.CONTENT_FILTER), "content_filter"),
        (Finish(FinishReason.STOP, "eos"), "eos"),
    ],
)
def test_a_finish_becomes_the_word_of_the_protocol_or_the_raw_one(
    finish: Finish, word: str
) -> None:
    (chunk,) = chunks(finish)
    assert chunk["choices"] == [{"index": 0, "delta": {}, "finish_reason": word}]


def test_usage_comes_in_a_chunk_without_choices_when_it_was_asked_for() -> None:
    usage = Usage(10, 5, cached_input_tokens=4, reasoning_tokens=2)
    (chunk,) = chunks(usage, body=WITH_USAGE)
    assert chunk["choices"] == []
    assert chunk["usage"] == {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "total_tokens": 15,
        "prompt_tokens_details": {"cached_tokens": 4},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }


def test_usage_is_left_out_unless_asked_for_or_forced() -> None:
    assert chunks(Usage(10, 5)) == []
    assert len(chunks(Usage(10, 5), always=True)) == 1


def test_a_whole_answer_joins_what_the_deltas_say() -> None:
    call = CHAT.call("/v1/chat/completions", REQUEST)
    fragments = interleave(
        cut_call(0, "a", "look", '{"x":1}', [2]), cut_call(1, "b", "go", "{}", [1])
    )
    answer = calling(ReasoningDelta("h"), ReasoningDelta("m"), *fragments, text="I see")
    message = dig(CHAT.whole(answer, call), "choices", 0)
    assert message == {
        "index": 0,
        "message": {
            "role": "assistant",
            "content": "I see",
            "reasoning_content": "hm",
            "tool_calls": [
                {
                    "id": "a",
                    "type": "function",
                    "function": {"name": "look", "arguments": '{"x":1}'},
                },
                {"id": "b", "type": "function", "function": {"name": "go", "arguments": "{}"}},
            ],
        },
        "finish_reason": "tool_calls",
    }


def test_a_whole_answer_always_has_the_usage() -> None:
    call = CHAT.call("/v1/chat/completions", REQUEST)
    assert dig(CHAT.whole(saying("Hi", usage=Usage(1, 2)), call), "usage", "total_tokens") == 3
    assert "usage" not in CHAT.whole(saying("Hi"), call)


def test_a_whole_answer_counts_repeated_events_each_time() -> None:
    call = CHAT.call("/v1/chat/completions", REQUEST)
    whole = CHAT.whole(Completion((Repeat(TextDelta("ab"), 3),)), call)
    assert dig(whole, "choices", 0, "message", "content") == "ababab"


def test_an_error_takes_the_place_of_a_whole_answer() -> None:
    call = CHAT.call("/v1/chat/completions", REQUEST)
    answer = Completion((TextDelta("Hi"), InBandError("broken", code="x")))
    assert CHAT.whole(answer, call) == {
        "error": {"message": "broken", "type": "server_error", "param": None, "code": "x"}
    }


def test_the_view_of_an_odd_request_is_lenient() -> None:
    odd = CHAT.call("/v1/chat/completions", {"model": 3, "messages": {}, "stream_options": []})
    assert (odd.model, odd.stream, odd.usage_wanted, odd.messages) == ("", False, False, ())


def test_only_the_paths_of_the_protocol_are_claimed() -> None:
    assert CHAT.claims("POST", "/v1/chat/completions")
    assert not CHAT.claims("GET", "/v1/chat/completions")
    assert not CHAT.claims("POST", "/chat/completions")
    assert CHAT.listing("GET", "/v1/models", ["a"])
    assert CHAT.listing("POST", "/v1/models", ["a"]) is None
