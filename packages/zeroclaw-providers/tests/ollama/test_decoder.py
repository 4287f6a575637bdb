"""The lines of an Ollama answer become stream events, quirks of models included."""

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
from zeroclaw_providers.ollama.decoder import OllamaDecoder
from zeroclaw_providers.tool_names import ToolNames, legal_name

STOP = Finish(FinishReason.STOP, "stop")
OFFERED = frozenset({"f", "mcp/issue"})


def decoder() -> OllamaDecoder:
    return OllamaDecoder(Failures("p", "m"), ToolNames.of(OFFERED), OFFERED)


def decoded(*lines: Json) -> list[StreamEvent]:
    """All events of a stream of these lines; a text is sent as it is."""
    subject = decoder()
    events: list[StreamEvent] = []
    for line in lines:
        events += subject.feed("", line if isinstance(line, str) else json.dumps(line))
    return [*events, *subject.close()]


def says(content: str = "", **fields: Json) -> dict[str, Json]:
    message: Json = {"role": "assistant", "content": content, **fields}
    return {"model": "m", "created_at": "2026-11-30T09:00:00Z", "message": message, "done": False}


def done(reason: str | None = "stop", *, content: str = "", **counts: Json) -> dict[str, Json]:
    why: dict[str, Json] = {} if reason is None else {"done_reason": reason}
    return {**says(content), **why, "done": True, **counts}


def call(name: str = "f", **arguments: Json) -> Json:
    return {"function": {"name": name, "arguments": arguments}}


def test_text_comes_out_as_it_comes_and_the_finish_last() -> None:
    end = done(prompt_eval_count=3, eval_count=2, total_duration=9)
    assert decoded(says("Hel"), says("lo"), end) == [
        TextDelta("Hel"),
        TextDelta("lo"),
        Usage(3, 2),
        STOP,
    ]


def test_text_on_the_last_line_counts() -> None:
    assert decoded(says("a"), done(content="b")) == [TextDelta("a"), TextDelta("b"), STOP]


def test_thinking_is_reasoning_with_a_mark_for_its_way_back() -> None:
    lines = (says(thinking="h"), says(thinking="m"), says("Hi."), done())
    assert decoded(*lines) == [
        ReasoningDelta("h"),
        ReasoningDelta("m"),
        TextDelta("Hi."),
        ReasoningBlock({"text_field": "thinking"}),
        STOP,
    ]


def test_calls_may_come_on_any_line_the_last_included() -> None:
    last = {**done(), "message": {"content": "", "tool_calls": [call(a=3), call("g")]}}
    assert decoded(says("a", tool_calls=[call(a=1)]), says(tool_calls=[call(a=2)]), last) == [
        TextDelta("a"),
        ToolCallDelta(0, None, "f", '{"a": 1}'),
        ToolCallDelta(1, None, "f", '{"a": 2}'),
        ToolCallDelta(2, None, "f", '{"a": 3}'),
        ToolCallDelta(3, None, "g", "{}"),
        Finish(FinishReason.TOOL_USE, "stop"),
    ]


def test_thinking_text_and_calls_in_one_message_all_count() -> None:
    kinds = [
        type(event) for event in decoded(says("a", thinking="hm", tool_calls=[call()]), done())
    ]
    assert kinds == [ReasoningDelta, TextDelta, ToolCallDelta, ReasoningBlock, Finish]


def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    for written in (legal_name("mcp/issue"), f"tool.{legal_name('mcp/issue')}"):
        assert decoded(says(tool_calls=[call(written)]), done())[0] == ToolCallDelta(
            0, None, "mcp/issue", "{}"
        )


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("load", FinishReason.ERROR),
        ("unload", FinishReason.ERROR),
        ("something_new", FinishReason.STOP),
        (None, FinishReason.STOP),
    ],
)
def test_words_for_the_end_are_understood(word: str | None, reason: FinishReason) -> None:
    assert decoded(says("a"), done(word))[-1] == Finish(reason, word or "")


def test_calls_of_an_answer_that_was_cut_off_are_said_to_be() -> None:
    events = decoded(says(tool_calls=[call(action="delete_all")]), done("length"))
    assert events[-1] == Finish(FinishReason.LENGTH, "length")


def test_later_counts_replace_earlier_ones() -> None:
    early = {**says("a"), "prompt_eval_count": 9, "eval_count": 1}
    usages = [e for e in decoded(early, early, done(eval_count="4")) if isinstance(e, Usage)]
    assert usages == [Usage(9, 1), Usage(9, 4)]


def test_counts_that_are_left_out_stay_unknown() -> None:
    assert decoded(says("a"), done(eval_count=2))[1] == Usage(None, 2)
    assert decoded(says("a"), done(eval_count=None, prompt_eval_count="many")) == [
        TextDelta("a"),
        STOP,
    ]


def test_the_end_is_there_only_when_it_is_said() -> None:
    for odd in ("yes", 1, None):
        with pytest.raises(BadStream, match="ended before the answer did"):
            decoded({**says("a"), "done": odd})


@pytest.mark.parametrize("lines", [(), ("",), ({"status": "pulling manifest"},)])
def test_an_answer_without_anything_is_a_broken_stream(lines: tuple[Json, ...]) -> None:
    with pytest.raises(BadStream, match="empty"):
        decoded(*lines)


@pytest.mark.parametrize("line", ["{", "NOT JSON", "[]", "null", '"a"', '{"a":' * 50_000])
def test_a_malformed_line_is_a_broken_stream_although_the_end_follows(line: str) -> None:
    subject = decoder()
    list(subject.feed("", json.dumps(says("a"))))
    with pytest.raises(BadStream, match="not a JSON object"):
        list(subject.feed("", line))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("an error was encountered while running the model: EOF", ProviderOverloaded),
        ("model runner has unexpectedly stopped", ProviderOverloaded),
        ("the input length exceeds the context length", ContextOverflow),
        ("the prompt is longer than the context length currently available", ContextOverflow),
        (
            json.dumps(
                {"error": {"message": "request (9 tokens) exceeds the available context size"}}
            ),
            ContextOverflow,
        ),
        ("invalid api key", ProviderAuthFailed),
    ],
)
def test_an_error_inside_the_stream_is_raised(message: str, expected: type[ProviderError]) -> None:
    with pytest.raises(ProviderError) as caught:
        decoded(says("a"), {"error": message})
    assert type(caught.value) is expected


def test_an_error_beside_the_end_is_an_error() -> None:
    with pytest.raises(ProviderError, match="out of memory"):
        decoded({**done(), "error": "out of memory"})


def test_an_event_named_error_is_raised_whatever_it_holds() -> None:
    with pytest.raises(ProviderError, match="full"):
        list(decoder().feed("error", '{"detail": "full", "done": true}'))


def test_unknown_fields_are_passed_over() -> None:
    odd = {**says("a", images=None, tool_calls=None, extra={}), "remote_model": "x", "logprobs": []}
    assert decoded(odd, {"message": None}, {"message": [], "done": False}, done()) == [
        TextDelta("a"),
        STOP,
    ]


def test_what_precedes_a_failure_in_its_line_is_said_before_it() -> None:
    events = decoder().feed("", json.dumps(says("hi", tool_calls=[call()] * 257)))
    assert next(events) == TextDelta("hi")
    assert next(events) == ToolCallDelta(0, None, "f", "{}")
    with pytest.raises(BadStream, match="256 tool calls"):
        list(events)


def test_nothing_after_the_end_counts() -> None:
    assert decoded(says("a"), done(), says("b"), done("length"), "NOT JSON") == [
        TextDelta("a"),
        STOP,
    ]


def test_a_whole_document_needs_no_end() -> None:
    subject = decoder()
    events = list(subject.feed_object({"message": {"content": "a"}}))
    assert [*events, *subject.close(is_whole=True)] == [TextDelta("a"), Finish(FinishReason.STOP)]
    assert subject.is_done


def test_half_a_character_is_replaced() -> None:
    assert decoded(says("a\ud83d", thinking="\ud83d"), done())[:2] == [
        ReasoningDelta("\ufffd"),
        TextDelta("a\ufffd"),
    ]


FIELDS = [
    *("message", "content", "thinking", "tool_calls", "function", "name", "arguments", "id"),
    *("done", "done_reason", "prompt_eval_count", "eval_count", "error", "detail", "role"),
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 2000)
    | st.floats()
    | st.sampled_from(["", "stop", "f", "tool_call", "\ud800", '{"a":1}'])
)
SHAPES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(SHAPES, SHAPES, SHAPES)
def test_no_shape_of_a_line_raises_anything_but_a_provider_error(
    message: Json, made: Json, reason: Json
) -> None:
    lines: tuple[Json, ...] = (
        {"message": message},
        {"message": {"tool_calls": [made]}},
        {"done": True, "done_reason": reason, "eval_count": reason},
    )
    try:
        events = decoded(*lines)
    except ProviderError:
        return
    assert [place for place, event in enumerate(events) if isinstance(event, Finish)] == [
        len(events) - 1
    ]
