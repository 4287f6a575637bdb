"""Tests of the encoder of Bedrock Converse."""

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
    Bedrock,
    Completion,
    InBandError,
    ModelCall,
    Repeat,
    ScriptStep,
    calling,
    cut_call,
    interleave,
)
from zeroclaw_testing.model_server.bedrock import ConverseEncoder

BEDROCK = Bedrock()
CALL = ModelCall("m", stream=True, usage_wanted=True)
SIGNED: JsonObject = {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "cw=="}}}
HIDDEN: JsonObject = {"reasoningContent": {"redactedContent": "AAE="}}


def frames_in(body: bytes) -> list[tuple[dict[str, str], JsonObject]]:
    """Headers and payload of each message, without the filler."""
    found: list[tuple[dict[str, str], JsonObject]] = []
    while body:
        total, headers = int.from_bytes(body[:4]), int.from_bytes(body[4:8])
        payload: dict[str, Json] = json.loads(body[12 + headers : total - 4])
        payload.pop("p", None)
        found.append((headers_in(body[12 : 12 + headers]), payload))
        body = body[total:]
    return found


def headers_in(block: bytes) -> dict[str, str]:
    found = {}
    while block:
        end = 1 + block[0]
        length = int.from_bytes(block[end + 1 : end + 3])
        found[block[1:end].decode()] = block[end + 3 : end + 3 + length].decode()
        block = block[end + 3 + length :]
    return found


def sent(*events: StreamEvent) -> list[tuple[str, JsonObject]]:
    """Name and payload of each event after the first."""
    encoder = BEDROCK.encoder(Completion(events), CALL)
    first, *rest = frames_in(b"".join(encoder.event(event) for event in events))
    assert first[1] == {"role": "assistant"}
    return [(headers[":event-type"], payload) for headers, payload in rest]


def delta(index: int, fields: JsonObject) -> tuple[str, JsonObject]:
    return "contentBlockDelta", {"contentBlockIndex": index, "delta": fields}


def stop(index: int) -> tuple[str, JsonObject]:
    return "contentBlockStop", {"contentBlockIndex": index}


def test_every_event_has_the_headers_of_the_vendor_and_a_filler() -> None:
    encoder = ConverseEncoder()
    body = encoder.event(TextDelta("Hi."))
    assert [headers for headers, _ in frames_in(body)] == [
        {":event-type": name, ":content-type": "application/json", ":message-type": "event"}
        for name in ("messageStart", "contentBlockDelta")
    ]
    assert body.count(b'"p":"abc') == 2


def test_text_has_a_block_that_nothing_opens() -> None:
    assert sent(TextDelta("a"), TextDelta("b\u2028"), Finish(FinishReason.STOP)) == [
        delta(0, {"text": "a"}),
        delta(0, {"text": "b\u2028"}),
        stop(0),
        ("messageStop", {"stopReason": "end_turn"}),
    ]


def test_thinking_is_signed_at_its_end() -> None:
    thinking = (ReasoningDelta("hm"), ReasoningBlock(SIGNED), ReasoningBlock(HIDDEN))
    assert sent(*thinking, TextDelta("a")) == [
        delta(0, {"reasoningContent": {"text": "hm"}}),
        delta(0, {"reasoningContent": {"signature": "cw=="}}),
        stop(0),
        delta(1, {"reasoningContent": {"redactedContent": "AAE="}}),
        stop(1),
        delta(2, {"text": "a"}),
    ]


def test_calls_have_a_block_each_that_ends_with_the_answer() -> None:
    pieces = interleave(cut_call(0, "x", "f", '{"a":1}', [2]), cut_call(1, "y", "g", ""))
    events = sent(TextDelta("a"), *pieces, Finish(FinishReason.TOOL_USE))
    assert events[1:] == [
        stop(0),
        (
            "contentBlockStart",
            {"contentBlockIndex": 1, "start": {"toolUse": {"toolUseId": "x", "name": "f"}}},
        ),
        delta(1, {"toolUse": {"input": '{"'}}),
        (
            "contentBlockStart",
            {"contentBlockIndex": 2, "start": {"toolUse": {"toolUseId": "y", "name": "g"}}},
        ),
        delta(1, {"toolUse": {"input": 'a":1}'}}),
        stop(1),
        stop(2),
        ("messageStop", {"stopReason": "tool_use"}),
    ]


@pytest.mark.parametrize(
    ("finish", "word"),
    [
        (Finish(FinishReason.STOP), "end_turn"),
        (Finish(FinishReason.LENGTH), "max_tokens"),
        (Finish(FinishReason.CONTENT_FILTER), "content_filtered"),
        (Finish(FinishReason.REFUSAL), "refusal"),
        (Finish(FinishReason.STOP, "stop_sequence"), "stop_sequence"),
    ],
)
def test_a_finish_becomes_the_word_of_the_vendor(finish: Finish, word: str) -> None:
    assert sent(finish) == [("messageStop", {"stopReason": word})]


def test_usage_counts_the_cache_apart_and_comes_once() -> None:
    encoder = ConverseEncoder()
    ((_, _), (headers, payload)) = frames_in(encoder.event(Usage(10, 5, 4, 1)))
    assert headers[":event-type"] == "metadata"
    assert payload["usage"] == {
        "inputTokens": 5,
        "outputTokens": 5,
        "totalTokens": 15,
        "cacheReadInputTokens": 4,
        "cacheWriteInputTokens": 1,
    }
    assert encoder.end() == b""


def test_metadata_end_an_answer_that_counts_nothing() -> None:
    ((headers, payload),) = frames_in(ConverseEncoder().end())
    assert headers[":event-type"] == "metadata"
    assert payload == {"metrics": {"latencyMs": 7}}


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (InBandError("No."), "internalServerException"),
        (InBandError("No.", "rate_limit_error"), "throttlingException"),
        (InBandError("No.", code="modelTimeoutException"), "modelTimeoutException"),
    ],
)
def test_an_error_in_the_stream_is_an_exception(error: InBandError, name: str) -> None:
    ((headers, payload),) = frames_in(ConverseEncoder().error(error))
    assert (headers[":message-type"], headers[":exception-type"]) == ("exception", name)
    assert payload == {"message": "No."}


def test_a_frame_is_an_event_of_any_name() -> None:
    encoder = ConverseEncoder()
    ((headers, payload),) = frames_in(encoder.frame({"later": {"x": 1}}))
    assert (headers[":event-type"], payload) == ("later", {"x": 1})
    assert b"NOT JSON" in encoder.frame("NOT JSON")
    assert encoder.comment("ping") == b""


def test_a_request_is_known_by_its_path_and_names_its_model_there() -> None:
    path = "/model/arn%3Aaws%3Abedrock%3Ax%2Fy/converse-stream"
    assert BEDROCK.claims("POST", path)
    assert not BEDROCK.claims("GET", path)
    assert not BEDROCK.claims("POST", "/model/a/b/converse-stream")
    assert not BEDROCK.claims("POST", "/model/a/invoke")
    call = BEDROCK.call(path, {"messages": [1]})
    assert call == ModelCall("arn:aws:bedrock:x/y", True, True, (1,))
    assert not BEDROCK.call("/model/a/converse", {}).stream
    assert BEDROCK.listing("GET", "/models", ["m"]) is None
    assert BEDROCK.problems({}) == ("messages: expected at least one message",)


def test_an_answer_can_be_one_document() -> None:
    steps: tuple[ScriptStep, ...] = (
        ReasoningDelta("h"),
        ReasoningDelta("m"),
        ReasoningBlock(SIGNED),
        ReasoningBlock(HIDDEN),
        Repeat(TextDelta("a"), 2),
        *cut_call(0, "x", "f", '{"a":1}', [2]),
        Finish(FinishReason.TOOL_USE),
        Usage(2, 1),
    )
    document = BEDROCK.whole(Completion(steps), CALL)
    assert dig(document, "output", "message", "content") == [
        SIGNED,
        HIDDEN,
        {"text": "aa"},
        {"toolUse": {"toolUseId": "x", "name": "f", "input": {"a": 1}}},
    ]
    assert document["stopReason"] == "tool_use"
    assert document["usage"] == {"inputTokens": 2, "outputTokens": 1, "totalTokens": 3}


def test_an_error_takes_the_place_of_a_document() -> None:
    broken = Completion((*calling(ToolCallDelta(0, "x", "f")).steps, InBandError("No.")))
    assert BEDROCK.whole(broken, CALL) == {"message": "No."}
