"""Tests of the encoder of responses."""

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
)
from zeroclaw_api.usage import Usage
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import (
    Completion,
    InBandError,
    OpenAIResponses,
    Repeat,
    calling,
    cut_call,
    interleave,
    saying,
)

VENDOR = OpenAIResponses()
REQUEST: JsonObject = {"model": "m", "input": "Hello"}
CALL = VENDOR.call("/v1/responses", REQUEST)
SEALED: JsonObject = {"encrypted_content": "AA=="}


def frames(*events: StreamEvent, dialect: OpenAIResponses = VENDOR) -> list[str]:
    """The frames of a whole answer."""
    encoder = dialect.encoder(Completion(events), CALL)
    body = b"".join(encoder.event(event) for event in events) + encoder.end()
    return body.decode().removesuffix("\n\n").split("\n\n")


def sent(*events: StreamEvent) -> list[JsonObject]:
    """The payloads of a whole answer, one after the other."""
    return [json.loads(frame.partition("\ndata: ")[2]) for frame in frames(*events)]


def kinds(*events: StreamEvent) -> list[Json]:
    return [str(payload["type"]).removeprefix("response.") for payload in sent(*events)]


def test_text_comes_in_a_part_of_a_message() -> None:
    payloads = sent(TextDelta("Hel"), TextDelta("lö\u2028"))
    assert [payload["type"] for payload in payloads] == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ]
    assert [payload["sequence_number"] for payload in payloads] == list(range(10))
    assert payloads[5]["delta"] == "lö\u2028"
    assert payloads[6]["text"] == "Hellö\u2028"


def test_a_frame_has_the_name_of_its_event_unless_the_server_is_bare() -> None:
    assert frames(TextDelta("a"))[-1].startswith("event: response.completed\ndata: {")
    bare = frames(TextDelta("a"), dialect=OpenAIResponses(bare=True))
    assert all(frame.startswith("data: ") for frame in bare)
    assert bare[-1] == "data: [DONE]"


def test_sealed_reasoning_ends_the_item_of_the_thinking_before_it() -> None:
    events = sent(ReasoningDelta("h"), ReasoningDelta("m"), ReasoningBlock(SEALED), TextDelta("a"))
    done = [payload["item"] for payload in events if payload["type"] == "response.output_item.done"]
    summary: Json = [{"type": "summary_text", "text": "hm"}]
    assert done[0] == {"id": "rs_0", "type": "reasoning", "summary": summary, **SEALED}
    assert sent(ReasoningBlock(SEALED))[3]["item"] == {
        "id": "rs_0",
        "type": "reasoning",
        "summary": [],
        **SEALED,
    }


def test_calls_that_the_script_mixes_are_open_at_the_same_time() -> None:
    pieces = interleave(
        cut_call(0, "x", "look", '{"a":1}', [2]), cut_call(1, "y", "go", '{"b":2}', [1])
    )
    about = [
        (str(payload["type"]).removeprefix("response."), payload.get("output_index"))
        for payload in sent(*pieces, Finish(FinishReason.TOOL_USE))
    ]
    assert about[2:-1] == [
        ("output_item.added", 0),
        ("function_call_arguments.delta", 0),
        ("output_item.added", 1),
        ("function_call_arguments.delta", 1),
        ("function_call_arguments.delta", 0),
        ("function_call_arguments.done", 0),
        ("output_item.done", 0),
        ("function_call_arguments.delta", 1),
        ("function_call_arguments.done", 1),
        ("output_item.done", 1),
    ]


def test_a_call_without_arguments_has_no_piece_of_them() -> None:
    assert kinds(*cut_call(0, "x", "look", ""))[2:] == [
        "output_item.added",
        "function_call_arguments.done",
        "output_item.done",
        "completed",
    ]


@pytest.mark.parametrize(
    ("finish", "status", "details"),
    [
        (Finish(FinishReason.STOP), "completed", None),
        (Finish(FinishReason.TOOL_USE), "completed", None),
        (Finish(FinishReason.LENGTH), "incomplete", {"reason": "max_output_tokens"}),
        (Finish(FinishReason.CONTENT_FILTER), "incomplete", {"reason": "content_filter"}),
        (Finish(FinishReason.LENGTH, "odd"), "incomplete", {"reason": "odd"}),
    ],
)
def test_the_last_event_says_how_it_ended(finish: Finish, status: str, details: Json) -> None:
    last = sent(TextDelta("a"), finish)[-1]
    assert last["type"] == f"response.{status}"
    assert dig(last, "response", "status") == status
    assert dig(last, "response", "incomplete_details") == details


def test_usage_comes_with_the_last_event_whatever_its_place() -> None:
    usage = Usage(10, 5, 4, 3, 2)
    assert dig(sent(usage, TextDelta("a"))[-1], "response", "usage") == {
        "input_tokens": 10,
        "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 3},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 2},
        "total_tokens": 15,
    }
    assert dig(sent(TextDelta("a"))[-1], "response", "usage") is None


def test_a_whole_answer_is_what_the_last_event_holds() -> None:
    pieces = cut_call(0, "x", "look", '{"a":1}', [2])
    answer = calling(ReasoningDelta("hm"), *pieces, text="I see", usage=Usage(1, 2))
    events = [step for step in answer.steps if isinstance(step, TextDelta | ReasoningDelta)]
    whole = VENDOR.whole(answer, CALL)
    assert whole == dig(
        sent(*events, *pieces, Usage(1, 2), Finish(FinishReason.TOOL_USE))[-1], "response"
    )
    assert dig(whole, "output", 2, "arguments") == '{"a":1}'


def test_a_whole_answer_counts_repeated_events_each_time() -> None:
    whole = VENDOR.whole(Completion((Repeat(TextDelta("ab"), 3),)), CALL)
    assert dig(whole, "output", 0, "content", 0, "text") == "ababab"


def test_an_error_takes_the_place_of_a_whole_answer() -> None:
    answer = Completion((TextDelta("Hi"), InBandError("broken", code="x")))
    assert VENDOR.whole(answer, CALL) == {
        "error": {"message": "broken", "type": "server_error", "param": None, "code": "x"}
    }


def test_an_error_in_the_stream_is_an_event_with_its_code() -> None:
    encoder = VENDOR.encoder(saying("Hi"), CALL)
    assert encoder.error(InBandError("busy")).decode() == (
        'event: error\ndata: {"type":"error","code":"server_error","message":"busy",'
        '"param":null,"sequence_number":0}\n\n'
    )


def test_the_view_of_an_odd_request_is_lenient() -> None:
    odd = VENDOR.call("/v1/responses", {"model": 3, "input": {}})
    assert (odd.model, odd.stream, odd.messages) == ("", False, ())


def test_only_the_paths_of_the_protocol_are_claimed() -> None:
    assert VENDOR.claims("POST", "/v1/responses")
    assert not VENDOR.claims("GET", "/v1/responses")
    assert not VENDOR.claims("POST", "/v1/chat/completions")
    assert VENDOR.listing("GET", "/v1/models", ["a"])
    assert VENDOR.listing("POST", "/v1/models", ["a"]) is None
    assert VENDOR.problems({"model": "m", "messages": []})
