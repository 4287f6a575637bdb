"""Tests of the encoder of Ollama's own protocol."""

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
    Delivery,
    InBandError,
    Newline,
    Ollama,
    Repeat,
    calling,
    cut_call,
    interleave,
    saying,
)

OLLAMA = Ollama()
PATH = "/api/chat"
REQUEST: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}


def body(*events: StreamEvent, ollama: Ollama = OLLAMA, delivery: Delivery | None = None) -> bytes:
    answer = Completion(events, delivery=delivery or Delivery())
    encoder = ollama.encoder(answer, ollama.call(PATH, REQUEST))
    return b"".join([*map(encoder.event, events), encoder.end()])


def lines(*events: StreamEvent, ollama: Ollama = OLLAMA) -> list[JsonObject]:
    """The objects, one after the other."""
    return [json.loads(line) for line in body(*events, ollama=ollama).splitlines()]


def messages(*events: StreamEvent, ollama: Ollama = OLLAMA) -> list[Json]:
    return [
        {key: value for key, value in dict(_object(line["message"])).items() if key != "role"}
        for line in lines(*events, ollama=ollama)
    ]


def _object(value: Json) -> JsonObject:
    assert isinstance(value, dict)
    return value


def test_a_text_delta_is_one_line_as_ollama_sends_it() -> None:
    assert (
        body(TextDelta("lö\u2028<b>"))
        == (
            '{"model":"m","created_at":"2026-11-30T09:00:00.000000Z",'
            '"message":{"role":"assistant","content":"lö\\u2028\\u003cb\\u003e"},"done":false}\n'
        ).encode()
    )


def test_lines_end_as_the_delivery_says() -> None:
    assert body(TextDelta("a"), delivery=Delivery(newline=Newline.CRLF)).endswith(b"}\r\n")


def test_reasoning_is_a_field_beside_an_empty_text() -> None:
    events = (ReasoningDelta("hm"), ReasoningBlock({"opaque": 1}))
    assert messages(*events) == [{"content": "", "thinking": "hm"}]


def test_the_pieces_of_a_call_travel_as_one_line() -> None:
    pieces = interleave(
        cut_call(0, "a", "look", '{"x": 1}', [2, 5]), cut_call(1, "", "go", '{"y": {}}', [3])
    )
    assert messages(*pieces, ToolCallDelta(2, None, "now"), TextDelta("a")) == [
        {
            "content": "",
            "tool_calls": [{"function": {"name": "go", "arguments": {"y": {}}}}],
        },
        {
            "content": "",
            "tool_calls": [{"id": "a", "function": {"name": "look", "arguments": {"x": 1}}}],
        },
        {"content": "", "tool_calls": [{"function": {"name": "now", "arguments": {}}}]},
        {"content": "a"},
    ]


def test_calls_may_come_on_the_last_line() -> None:
    (call,) = cut_call(0, "", "go", "{}")
    events = (call, TextDelta("a"), Finish(FinishReason.STOP))
    first, last = lines(*events, ollama=Ollama(calls_last=True))
    assert (first["done"], last["done"]) == (False, True)
    assert dig(last, "message", "tool_calls") == [{"function": {"name": "go", "arguments": {}}}]


def test_a_call_that_breaks_off_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="travels whole"):
        body(ToolCallDelta(0, None, "f", '{"a"'), Finish(FinishReason.STOP))


@pytest.mark.parametrize(
    ("finish", "word"),
    [
        (Finish(FinishReason.STOP), "stop"),
        (Finish(FinishReason.TOOL_USE), "stop"),
        (Finish(FinishReason.LENGTH), "length"),
        (Finish(FinishReason.ERROR), "load"),
        (Finish(FinishReason.ERROR, "unload"), "unload"),
    ],
)
def test_a_finish_becomes_the_word_of_the_protocol_or_the_raw_one(
    finish: Finish, word: str
) -> None:
    (last,) = lines(finish)
    assert (last["done"], last["done_reason"]) == (True, word)


def test_the_counts_are_on_the_last_line_when_there_are_any() -> None:
    steps: tuple[StreamEvent, ...] = (Finish(FinishReason.STOP), Usage(7, 3))
    for order in (steps, steps[::-1]):
        (last,) = lines(*order)
        assert (last["prompt_eval_count"], last["eval_count"]) == (7, 3)
    (bare,) = lines(Finish(FinishReason.STOP), Usage(0, None))
    assert not {"prompt_eval_count", "eval_count"} & bare.keys()


def test_without_a_reason_there_is_no_last_line() -> None:
    assert [line["done"] for line in lines(TextDelta("a"), Usage(1, 1))] == [False]


def test_a_whole_answer_has_what_the_stream_has() -> None:
    call = OLLAMA.call(PATH, {**REQUEST, "stream": False})
    answer = calling(ReasoningDelta("hm"), *cut_call(0, "a", "look", '{"x": 1}', [2]), text="I see")
    assert not call.stream
    whole = OLLAMA.whole(answer, call)
    assert whole["message"] == {
        "role": "assistant",
        "content": "I see",
        "thinking": "hm",
        "tool_calls": [{"id": "a", "function": {"name": "look", "arguments": {"x": 1}}}],
    }
    assert (whole["done"], whole["done_reason"]) == (True, "stop")
    assert OLLAMA.whole(saying("Hi", usage=Usage(1, 2)), call)["eval_count"] == 2


def test_a_whole_answer_counts_repeated_events_each_time() -> None:
    call = OLLAMA.call(PATH, REQUEST)
    whole = OLLAMA.whole(Completion((Repeat(TextDelta("ab"), 2),)), call)
    assert dig(whole, "message", "content") == "abab"


def test_an_error_is_a_message_alone() -> None:
    answer = Completion((TextDelta("Hi"), InBandError("broken", "server_error")))
    call = OLLAMA.call(PATH, REQUEST)
    assert OLLAMA.whole(answer, call) == {"error": "broken"}
    assert OLLAMA.encoder(answer, call).error(InBandError("broken")) == b'{"error":"broken"}\n'


def test_a_comment_is_an_empty_line() -> None:
    encoder = OLLAMA.encoder(Completion(()), OLLAMA.call(PATH, REQUEST))
    assert encoder.comment("still here") == b"\n"
    assert encoder.frame("NOT JSON") == b"NOT JSON\n"


def test_the_view_of_an_odd_request_is_lenient() -> None:
    odd = OLLAMA.call(PATH, {"model": 3, "messages": {}})
    assert (odd.model, odd.stream, odd.usage_wanted, odd.messages) == ("", True, True, ())
    assert OLLAMA.call(PATH, REQUEST).model == "m"


def test_only_the_paths_of_the_protocol_are_claimed() -> None:
    assert OLLAMA.claims("POST", PATH)
    assert not OLLAMA.claims("GET", PATH)
    assert not OLLAMA.claims("POST", "/api/generate")
    assert dig(OLLAMA.listing("GET", "/api/tags", ["a"]), "models", 0, "name") == "a"
    assert OLLAMA.listing("POST", "/api/tags", ["a"]) is None
