"""Events of Converse become one answer with one end, or a typed error."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
)
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage
from zeroclaw_providers.answer import AnswerDecoder
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.tool_names import ToolNames

START: tuple[str, Json] = ("messageStart", {"role": "assistant", "p": "abc"})
HI: tuple[str, Json] = (
    "contentBlockDelta",
    {"contentBlockIndex": 0, "delta": {"text": "Hi."}, "p": "abcdef"},
)
STOP: tuple[str, Json] = ("messageStop", {"stopReason": "end_turn", "p": "ab"})
COUNTS: JsonObject = {"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}
COUNTED: tuple[str, Json] = (
    "metadata",
    {"usage": COUNTS, "metrics": {"latencyMs": 9}, "p": "abcd"},
)
CALL: tuple[str, Json] = (
    "contentBlockStart",
    {"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "x", "name": "f"}}},
)


def new() -> ConverseDecoder:
    return ConverseDecoder(Failures("p", "m"), ToolNames())


def read(*events: tuple[str, Json], decoder: AnswerDecoder | None = None) -> list[StreamEvent]:
    decoder = decoder or new()
    found = [event for name, fields in events for event in decoder.feed(name, json.dumps(fields))]
    return [*found, *decoder.close()]


def test_an_answer_ends_with_its_metadata() -> None:
    decoder = new()
    for name, fields in (START, HI, STOP):
        list(decoder.feed(name, json.dumps(fields)))
        assert not decoder.is_done
    assert list(decoder.feed("metadata", json.dumps(COUNTED[1]))) == [Usage(3, 2)]
    assert decoder.is_done
    assert list(decoder.feed("contentBlockDelta", json.dumps(HI[1]))) == []
    assert list(decoder.close()) == [Finish(FinishReason.STOP, "end_turn")]


def test_the_reason_alone_is_enough_when_the_connection_ends() -> None:
    assert read(START, HI, STOP) == [TextDelta("Hi."), Finish(FinishReason.STOP, "end_turn")]


@pytest.mark.parametrize("events", [(START, HI), (START,), (START, HI, COUNTED), (START, CALL)])
def test_an_answer_without_a_reason_was_cut_off(events: tuple[tuple[str, Json], ...]) -> None:
    with pytest.raises(BadStream, match="ended before the answer did"):
        read(*events)


def test_an_answer_of_nothing_is_an_error() -> None:
    with pytest.raises(BadStream, match="is empty"):
        read(("later", {}))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("end_turn", FinishReason.STOP),
        ("stop_sequence", FinishReason.STOP),
        ("tool_use", FinishReason.TOOL_USE),
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("content_filtered", FinishReason.CONTENT_FILTER),
        ("guardrail_intervened", FinishReason.CONTENT_FILTER),
        ("refusal", FinishReason.REFUSAL),
        ("malformed_tool_use", FinishReason.ERROR),
        ("malformed_model_output", FinishReason.ERROR),
        ("later", FinishReason.STOP),
    ],
)
def test_every_reason_has_its_meaning(raw: str, reason: FinishReason) -> None:
    assert read(START, HI, ("messageStop", {"stopReason": raw}))[-1] == Finish(reason, raw)


def test_calls_make_an_ordinary_end_one_of_tools() -> None:
    assert read(START, CALL, STOP)[-1] == Finish(FinishReason.TOOL_USE, "end_turn")
    cut: tuple[str, Json] = ("messageStop", {"stopReason": "max_tokens"})
    assert read(START, CALL, cut)[-1] == Finish(FinishReason.LENGTH, "max_tokens")


def test_arguments_that_were_cut_off_are_not_repaired() -> None:
    begun: Json = {
        "contentBlockIndex": 0,
        "delta": {"toolUse": {"input": '{"action":"delete_all"'}},
    }
    cut: tuple[str, Json] = ("messageStop", {"stopReason": "max_tokens"})
    assert read(START, CALL, ("contentBlockDelta", begun), cut) == [
        ToolCallDelta(0, "x", "f"),
        ToolCallDelta(0, args_fragment='{"action":"delete_all"'),
        Finish(FinishReason.LENGTH, "max_tokens"),
    ]


def test_input_counts_what_the_cache_has_to_do_with() -> None:
    counts = {**COUNTS, "cacheReadInputTokens": 100, "cacheWriteInputTokens": 20}
    events = read(START, HI, STOP, ("metadata", {"usage": counts}))
    assert Usage(123, 2, 100, 20) in events


def test_unknown_events_are_passed_over() -> None:
    assert read(START, ("later", {"x": 1}), ("later", 7), HI, STOP)[0] == TextDelta("Hi.")


@pytest.mark.parametrize(
    ("name", "message", "expected"),
    [
        ("throttlingException", "Too many tokens, please wait.", ProviderRateLimited),
        ("internalServerException", "Oops.", ProviderOverloaded),
        ("serviceUnavailableException", "Busy.", ProviderOverloaded),
        ("modelStreamErrorException", "It broke.", ProviderOverloaded),
        ("modelTimeoutException", "It took too long.", ProviderTimedOut),
        ("validationException", "The model is not known.", ProviderRejected),
        ("validationException", "Input is too long for requested model.", ContextOverflow),
        ("accessDeniedException", "No access to the model.", ProviderAuthFailed),
        ("laterException", "Something.", ProviderOverloaded),
    ],
)
def test_an_exception_is_a_typed_error(
    name: str, message: str, expected: type[ProviderError]
) -> None:
    decoder = new()
    with pytest.raises(ProviderError) as caught:
        read(START, HI, (name, {"message": message, "p": "abc"}), decoder=decoder)
    assert type(caught.value) is expected
    assert message.rstrip(".") in str(caught.value)


def test_an_event_that_is_no_json_is_an_error() -> None:
    with pytest.raises(BadStream, match="not JSON"):
        new().feed("contentBlockDelta", "{")


def test_a_piece_of_no_call_is_an_error_after_what_came_before() -> None:
    lost: tuple[str, Json] = (
        "contentBlockDelta",
        {"contentBlockIndex": 3, "delta": {"toolUse": {"input": "{"}}},
    )
    with pytest.raises(BadStream, match="never began"):
        read(START, HI, lost)


def test_a_whole_answer_gives_what_its_stream_would() -> None:
    decoder = new()
    use: Json = {"toolUse": {"toolUseId": "x", "name": "f", "input": {}}}
    answer: Json = {
        "output": {"message": {"role": "assistant", "content": [{"text": "Hi."}, use]}},
        "stopReason": "tool_use",
        "usage": COUNTS,
    }
    found = [*decoder.feed_object(answer), *decoder.close(is_whole=True)]
    assert found == [
        TextDelta("Hi."),
        ToolCallDelta(0, "x", "f", "{}"),
        Usage(3, 2),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]


@pytest.mark.parametrize("document", [{"message": "Busy."}, {"Message": "Busy."}, [], 7])
def test_a_document_that_is_no_answer_is_an_error(document: Json) -> None:
    with pytest.raises(ProviderError):
        list(new().feed_object(document))
