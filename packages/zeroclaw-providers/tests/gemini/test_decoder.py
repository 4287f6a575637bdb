"""The objects of a Gemini answer become stream events, quirks of the vendor included."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
)
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
from zeroclaw_providers.gemini.decoder import GeminiDecoder
from zeroclaw_providers.tool_names import GEMINI_NAMES, ToolNames, legal_name

STOP = Finish(FinishReason.STOP, "STOP")


def decoder() -> GeminiDecoder:
    return GeminiDecoder(Failures("p", "m"), ToolNames.of(["mcp/issue"], GEMINI_NAMES))


def decoded(*frames: Json) -> list[StreamEvent]:
    """All events of a stream of these payloads; a text is sent as it is."""
    subject = decoder()
    events: list[StreamEvent] = []
    for frame in frames:
        events += subject.feed("", frame if isinstance(frame, str) else json.dumps(frame))
    return [*events, *subject.close()]


def chunk(*parts: Json, finish: str | None = None, **counts: int) -> dict[str, Json]:
    candidate: dict[str, Json] = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    if finish is not None:
        candidate["finishReason"] = finish
    usage: dict[str, Json] = {"usageMetadata": counts} if counts else {}
    return {"candidates": [candidate], **usage, "modelVersion": "m", "responseId": "r"}


def text(said: str, **more: Json) -> Json:
    return {"text": said, **more}


def call(name: str = "f", **fields: Json) -> Json:
    return {"functionCall": {"name": name, **fields}}


def test_text_comes_out_as_it_comes_and_the_finish_last() -> None:
    frames = (
        chunk(text("Hel"), promptTokenCount=3, totalTokenCount=3),
        chunk(text("lo"), finish="STOP", promptTokenCount=3, candidatesTokenCount=2),
    )
    assert decoded(*frames) == [TextDelta("Hel"), Usage(3), TextDelta("lo"), Usage(3, 2), STOP]


def test_parts_after_an_early_reason_still_count() -> None:
    frames = (chunk(text("a"), finish="STOP"), chunk(text("b")), chunk(call()))
    assert decoded(*frames) == [
        TextDelta("a"),
        TextDelta("b"),
        ToolCallDelta(0, None, "f", "{}"),
        Finish(FinishReason.TOOL_USE, "STOP"),
    ]


def test_thoughts_are_reasoning_and_no_text() -> None:
    frames = (chunk(text("hm", thought=True)), chunk(text("Hi.", thought=False), finish="STOP"))
    assert decoded(*frames) == [ReasoningDelta("hm"), TextDelta("Hi."), STOP]


def test_thoughts_alone_are_no_answer() -> None:
    frames = (chunk(text("hm", thought=True)), chunk(text(""), finish="STOP"))
    assert decoded(*frames) == [ReasoningDelta("hm"), STOP]


def test_counts_that_are_repeated_come_out_once() -> None:
    counts: Json = {"promptTokenCount": 9, "candidatesTokenCount": 2, "thoughtsTokenCount": 5}
    frames = [{**chunk(text(said), finish="STOP"), "usageMetadata": counts} for said in "ab"]
    usages = [event for event in decoded(*frames) if isinstance(event, Usage)]
    assert usages == [Usage(9, 7, None, None, 5)]


def test_each_whole_call_gets_a_number_of_its_own() -> None:
    parts = (call("f", args={"a": "é"}), call("f", args={"a": 2}, id="x"), call("g"))
    assert decoded(chunk(*parts, finish="STOP")) == [
        ToolCallDelta(0, None, "f", '{"a": "é"}'),
        ToolCallDelta(1, "x", "f", '{"a": 2}'),
        ToolCallDelta(2, None, "g", "{}"),
        Finish(FinishReason.TOOL_USE, "STOP"),
    ]


@pytest.mark.parametrize("fields", [{}, {"args": None}, {"args": {}}, {"args": "{}"}])
def test_a_call_without_arguments_has_empty_ones(fields: dict[str, Json]) -> None:
    bare: Json = {"functionCall": {"name": "f", **fields}}
    assert decoded(chunk(bare, finish="STOP"))[0] == ToolCallDelta(0, None, "f", "{}")


def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    events = decoded(chunk(call(legal_name("mcp/issue", GEMINI_NAMES)), finish="STOP"))
    assert events[0] == ToolCallDelta(0, None, "mcp/issue", "{}")


def test_the_signature_of_a_call_stays_with_that_call() -> None:
    signed: Json = {"functionCall": {"name": "f"}, "thoughtSignature": "c2ln"}
    first, second, _ = decoded(chunk(signed, call("g"), finish="STOP"))
    assert first == ToolCallDelta(0, None, "f", "{}", {"thoughtSignature": "c2ln"})
    assert second == ToolCallDelta(1, None, "g", "{}")


@pytest.mark.parametrize("said", ["", "Hi."])
def test_the_signature_of_a_text_closes_the_reasoning_before_it(said: str) -> None:
    frames = (chunk(text("hm", thought=True)), chunk(text(said, thoughtSignature="c2ln")))
    events = decoded(*frames, chunk(finish="STOP"))
    (block,) = [event for event in events if isinstance(event, ReasoningBlock)]
    assert block.data["thoughtSignature"] == "c2ln"
    assert events.index(block) == (2 if said else 1)


def test_a_signature_that_no_store_can_write_is_refused() -> None:
    function: Json = {"functionCall": {"name": "f"}, "thoughtSignature": "\udfff"}
    for part in (text("", thoughtSignature="\ud800"), function):
        with pytest.raises(BadStream, match="written down"):
            decoded(chunk(part, finish="STOP"))


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("STOP", FinishReason.STOP),
        ("MAX_TOKENS", FinishReason.LENGTH),
        ("SAFETY", FinishReason.CONTENT_FILTER),
        ("RECITATION", FinishReason.CONTENT_FILTER),
        ("PROHIBITED_CONTENT", FinishReason.CONTENT_FILTER),
        ("MALFORMED_FUNCTION_CALL", FinishReason.ERROR),
        ("UNEXPECTED_TOOL_CALL", FinishReason.ERROR),
        ("MISSING_THOUGHT_SIGNATURE", FinishReason.ERROR),
        ("OTHER", FinishReason.ERROR),
        ("SOMETHING_NEW", FinishReason.ERROR),
    ],
)
def test_words_for_the_end_are_understood(word: str, reason: FinishReason) -> None:
    assert decoded(chunk(text("a"), finish=word))[-1] == Finish(reason, word)


@pytest.mark.parametrize("word", ["MAX_TOKENS", "SAFETY", "MALFORMED_FUNCTION_CALL"])
def test_a_reason_of_being_cut_off_outlives_an_ordinary_one(word: str) -> None:
    for words in ((word, "STOP"), ("STOP", word)):
        frames = [chunk(call(), finish=said) for said in words]
        end = decoded(*frames)[-1]
        assert isinstance(end, Finish)
        assert end.raw == word
        assert end.reason is not FinishReason.TOOL_USE


@pytest.mark.parametrize("word", [None, "", "FINISH_REASON_UNSPECIFIED"])
def test_an_end_without_a_reason_is_a_broken_stream(word: str | None) -> None:
    with pytest.raises(BadStream, match="ended before the answer did"):
        decoded(chunk(text("a"), finish=word))


def test_a_prompt_that_was_blocked_is_a_filtered_answer() -> None:
    blocked: Json = {
        "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
        "usageMetadata": {"promptTokenCount": 4},
    }
    assert decoded(blocked) == [
        Usage(4),
        Finish(FinishReason.CONTENT_FILTER, "PROHIBITED_CONTENT"),
    ]


def test_ratings_without_a_block_do_not_end_anything() -> None:
    rated: Json = {"promptFeedback": {"safetyRatings": []}}
    assert decoded(rated, chunk(text("a"), finish="STOP")) == [TextDelta("a"), STOP]


@pytest.mark.parametrize(
    ("code", "status", "message", "expected"),
    [
        (503, "UNAVAILABLE", "The model is overloaded.", ProviderOverloaded),
        (500, "INTERNAL", "An internal error has occurred.", ProviderOverloaded),
        (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", ProviderRateLimited),
        (400, "INVALID_ARGUMENT", "API key not valid.", ProviderAuthFailed),
        (401, "UNAUTHENTICATED", "Sign in.", ProviderAuthFailed),
        (
            400,
            "INVALID_ARGUMENT",
            "The input token count (9) exceeds the maximum number of tokens allowed (8).",
            ContextOverflow,
        ),
    ],
)
def test_an_error_inside_the_stream_is_raised(
    code: int, status: str, message: str, expected: type[ProviderError]
) -> None:
    error: Json = {"error": {"code": code, "message": message, "status": status}}
    with pytest.raises(ProviderError) as caught:
        decoded(chunk(text("a")), error)
    assert type(caught.value) is expected


def test_the_delay_that_google_names_comes_with_the_error() -> None:
    detail: Json = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}
    error: Json = {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [detail]}
    with pytest.raises(ProviderRateLimited) as caught:
        decoded({"error": error})
    assert caught.value.retry_after == 34.5


def test_an_event_named_error_is_raised_whatever_it_holds() -> None:
    with pytest.raises(ProviderError, match="full"):
        list(decoder().feed("error", '{"message": "full", "candidates": []}'))


@pytest.mark.parametrize("frames", [(), ({"responseId": "r"},), ("",), ([],)])
def test_an_answer_without_anything_is_a_broken_stream(frames: tuple[Json, ...]) -> None:
    with pytest.raises(BadStream, match="empty"):
        decoded(*frames)


@pytest.mark.parametrize("frame", ["{", "NOT JSON", "[" * 50_000])
def test_an_event_that_is_no_json_is_a_broken_stream(frame: str) -> None:
    with pytest.raises(BadStream, match="not JSON"):
        decoded(chunk(text("a")), frame)


def test_unknown_parts_and_fields_are_passed_over() -> None:
    parts: list[Json] = [
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"inlineData": {"mimeType": "image/png", "data": "AA=="}},
        {"somethingNew": {}, "thoughtSignature": "c2ln"},
        {"text": None},
        {},
        3,
    ]
    grounded = {**chunk(*parts, text("a"), finish="STOP"), "modelStatus": {"x": 1}}
    assert decoded(grounded) == [TextDelta("a"), STOP]


def test_only_the_first_candidate_counts() -> None:
    other: Json = {"candidates": [{"index": 1, "content": {"parts": [text("b")]}}]}
    assert decoded(other, chunk(text("a"), finish="STOP")) == [TextDelta("a"), STOP]


def test_a_candidate_without_content_is_fine() -> None:
    empty: Json = {"candidates": [{"finishReason": "MAX_TOKENS", "index": 0}]}
    assert decoded(empty) == [Finish(FinishReason.LENGTH, "MAX_TOKENS")]


def test_what_precedes_a_failure_in_its_chunk_is_said_before_it() -> None:
    pieces: Json = {"functionCall": {"name": "g", "willContinue": True}}
    events = decoder().feed("", json.dumps(chunk(text("hi"), call(), pieces)))
    assert next(events) == TextDelta("hi")
    assert next(events) == ToolCallDelta(0, None, "f", "{}")
    with pytest.raises(BadStream, match="in pieces"):
        next(events)


def test_more_parts_than_can_be_meant_are_a_broken_stream() -> None:
    with pytest.raises(BadStream, match="256 tool calls"):
        decoded(chunk(*[call()] * 257, finish="STOP"))
    with pytest.raises(BadStream, match="1024 signed parts"):
        decoded(chunk(*[text("", thoughtSignature="s")] * 1025, finish="STOP"))


def test_an_answer_is_over_when_its_bytes_are() -> None:
    subject = decoder()
    list(subject.feed_object(chunk(text("a"), finish="STOP")))
    open_after_reason = not subject.is_done
    list(subject.close())
    assert (open_after_reason, subject.is_done) == (True, True)


def test_a_whole_document_needs_no_reason() -> None:
    subject = decoder()
    events = list(subject.feed_object(chunk(text("a"))))
    assert [*events, *subject.close(is_whole=True)] == [
        TextDelta("a"),
        Finish(FinishReason.STOP),
    ]


def test_half_a_character_is_replaced() -> None:
    assert decoded(chunk(text("a\ud83d"), finish="STOP"))[0] == TextDelta("a\ufffd")


FIELDS = [
    *("candidates", "content", "parts", "text", "thought", "thoughtSignature", "functionCall"),
    *("name", "args", "id", "index", "finishReason", "usageMetadata", "promptTokenCount"),
    *("candidatesTokenCount", "error", "code", "details", "promptFeedback", "blockReason"),
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 2000)
    | st.floats()
    | st.sampled_from(["", "STOP", "x", "\ud800", '{"a":1}'])
)
SHAPES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(SHAPES, SHAPES, SHAPES)
def test_no_shape_of_a_chunk_raises_anything_but_a_provider_error(
    part: Json, content: Json, counts: Json
) -> None:
    candidates: Json = [{"content": {"parts": [part]}, "finishReason": "STOP"}, content]
    try:
        events = decoded({"candidates": candidates, "usageMetadata": counts})
    except ProviderError:
        return
    assert [place for place, event in enumerate(events) if isinstance(event, Finish)] == [
        len(events) - 1
    ]
