"""Tests of the encoder of the Gemini protocol."""

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
    Gemini,
    InBandError,
    Newline,
    Repeat,
    calling,
    cut_call,
    interleave,
    saying,
)

GEMINI = Gemini()
PATH = "/v1beta/models/m:streamGenerateContent"
REQUEST: JsonObject = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}


def body(*events: StreamEvent, gemini: Gemini = GEMINI, delivery: Delivery | None = None) -> bytes:
    answer = Completion(events, delivery=delivery or Delivery())
    encoder = gemini.encoder(answer, gemini.call(PATH, REQUEST))
    return b"".join([*map(encoder.event, events), encoder.end()])


def chunks(*events: StreamEvent) -> list[JsonObject]:
    """The payloads of the frames, one after the other."""
    frames = body(*events).split(b"\r\n\r\n")
    assert frames.pop() == b""
    return [json.loads(frame.removeprefix(b"data: ")) for frame in frames]


def parts(*events: StreamEvent) -> list[Json]:
    return [dig(chunk, "candidates", 0, "content", "parts", 0) for chunk in chunks(*events)]


def test_a_text_delta_is_one_frame_as_google_sends_it() -> None:
    assert (
        body(TextDelta("lö\u2028"))
        == (
            'data: {"candidates": [{"content": {"parts": [{"text": "lö\u2028"}],"role": "model"},'
            '"index": 0}],"modelVersion": "m","responseId": "scripted"}\r\n\r\n'
        ).encode()
    )


def test_lines_end_as_the_dialect_or_the_delivery_says() -> None:
    assert body(TextDelta("a"), gemini=Gemini(Newline.LF)).endswith(b"}\n\n")
    assert body(TextDelta("a"), delivery=Delivery(newline=Newline.CR)).endswith(b"}\r\r")
    assert body(TextDelta("a"), delivery=Delivery(colon_space=False)).startswith(b"data:{")


def test_reasoning_is_a_text_that_is_marked_as_thought() -> None:
    assert parts(ReasoningDelta("hm")) == [{"text": "hm", "thought": True}]


def test_opaque_reasoning_is_a_signed_part_with_empty_text() -> None:
    signed = ReasoningBlock({"thoughtSignature": "s"})
    assert parts(signed, ReasoningBlock({"text": "a", "thoughtSignature": "t"})) == [
        {"text": "", "thoughtSignature": "s"},
        {"text": "a", "thoughtSignature": "t"},
    ]


def test_the_pieces_of_a_call_travel_as_one_part() -> None:
    extra: JsonObject = {"thoughtSignature": "s"}
    pieces = interleave(
        cut_call(0, "a", "look", '{"x": 1}', [2, 5]), cut_call(1, "", "go", '{"y": {}}', [3])
    )
    signed = ToolCallDelta(2, None, "now", "{}", extra)
    assert parts(*pieces, signed) == [
        {"functionCall": {"name": "go", "args": {"y": {}}}},
        {"functionCall": {"name": "look", "args": {"x": 1}, "id": "a"}},
        {"functionCall": {"name": "now", "args": {}}, **extra},
    ]


def test_a_call_without_arguments_comes_when_nothing_follows_it() -> None:
    bare = ToolCallDelta(0, None, "now")
    expected = {"functionCall": {"name": "now"}}
    assert parts(bare) == [expected]
    assert parts(bare, TextDelta("a")) == [expected, {"text": "a"}]
    assert parts(bare, Finish(FinishReason.STOP)) == [expected, {"text": ""}]


def test_a_call_that_breaks_off_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="travels whole"):
        body(ToolCallDelta(0, None, "f", '{"a"'), Finish(FinishReason.STOP))


@pytest.mark.parametrize(
    ("finish", "word"),
    [
        (Finish(FinishReason.STOP), "STOP"),
        (Finish(FinishReason.TOOL_USE), "STOP"),
        (Finish(FinishReason.LENGTH), "MAX_TOKENS"),
        (Finish(FinishReason.CONTENT_FILTER), "SAFETY"),
        (Finish(FinishReason.ERROR), "MALFORMED_FUNCTION_CALL"),
        (Finish(FinishReason.STOP, "SPII"), "SPII"),
    ],
)
def test_a_finish_becomes_the_word_of_the_protocol_or_the_raw_one(
    finish: Finish, word: str
) -> None:
    (chunk,) = chunks(finish)
    assert dig(chunk, "candidates", 0, "finishReason") == word


def test_usage_is_repeated_on_every_frame_after_it() -> None:
    counts = {
        "promptTokenCount": 10,
        "candidatesTokenCount": 3,
        "totalTokenCount": 15,
        "cachedContentTokenCount": 4,
        "thoughtsTokenCount": 2,
    }
    usage = Usage(10, 5, cached_input_tokens=4, reasoning_tokens=2)
    before, alone, after = chunks(TextDelta("a"), usage, TextDelta("b"))
    assert "usageMetadata" not in before
    assert "candidates" not in alone
    assert alone["usageMetadata"] == after["usageMetadata"] == counts


def test_a_whole_answer_has_the_parts_of_the_stream() -> None:
    call = GEMINI.call("/v1beta/models/m:generateContent", REQUEST)
    answer = calling(ReasoningDelta("hm"), *cut_call(0, "a", "look", '{"x": 1}', [2]), text="I see")
    assert not call.stream
    assert dig(GEMINI.whole(answer, call), "candidates") == [
        {
            "content": {
                "parts": [
                    {"text": "I see"},
                    {"text": "hm", "thought": True},
                    {"functionCall": {"name": "look", "args": {"x": 1}, "id": "a"}},
                ],
                "role": "model",
            },
            "finishReason": "STOP",
            "index": 0,
        }
    ]
    whole = GEMINI.whole(saying("Hi", usage=Usage(1, 2)), call)
    assert dig(whole, "usageMetadata", "totalTokenCount") == 3


def test_a_whole_answer_counts_repeated_events_each_time() -> None:
    call = GEMINI.call(PATH, REQUEST)
    whole = GEMINI.whole(Completion((Repeat(TextDelta("ab"), 2),)), call)
    said = dig(whole, "candidates", 0, "content", "parts")
    assert said == [{"text": "ab"}, {"text": "ab"}]


@pytest.mark.parametrize(
    ("kind", "code", "status"),
    [
        ("server_error", 500, "INTERNAL"),
        ("overloaded_error", 503, "UNAVAILABLE"),
        ("PERMISSION_DENIED", 400, "PERMISSION_DENIED"),
    ],
)
def test_an_error_takes_the_place_of_a_whole_answer(kind: str, code: int, status: str) -> None:
    answer = Completion((TextDelta("Hi"), InBandError("broken", kind)))
    assert GEMINI.whole(answer, GEMINI.call(PATH, REQUEST)) == {
        "error": {"code": code, "message": "broken", "status": status}
    }


def test_the_code_of_an_error_is_the_reason_in_its_details() -> None:
    error = GEMINI.error("Bad key.", "INVALID_ARGUMENT", "API_KEY_INVALID")
    assert dig(error, "error", "details", 0, "reason") == "API_KEY_INVALID"


def test_the_view_of_an_odd_request_is_lenient() -> None:
    odd = GEMINI.call("/elsewhere", {"contents": {}})
    assert (odd.model, odd.stream, odd.usage_wanted, odd.messages) == ("", False, True, ())
    assert GEMINI.call(PATH, REQUEST).model == "m"
    assert GEMINI.call(PATH, REQUEST).stream


def test_only_the_paths_of_the_protocol_are_claimed() -> None:
    assert GEMINI.claims("POST", PATH)
    assert GEMINI.claims("POST", "/v1/models/gemini-2.5-flash:generateContent")
    assert not GEMINI.claims("GET", PATH)
    assert not GEMINI.claims("POST", "/v1beta/models/m:countTokens")
    listed = GEMINI.listing("GET", "/v1beta/models", ["a"])
    assert dig(listed, "models", 0, "name") == "models/a"
    assert GEMINI.listing("POST", "/v1beta/models", ["a"]) is None
