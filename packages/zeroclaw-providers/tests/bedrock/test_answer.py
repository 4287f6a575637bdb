"""An answer is read by its first byte: as messages, as text, or as nothing."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import BadStream, ProviderOverloaded, ProviderRateLimited
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_providers.answer import AnswerReader
from zeroclaw_providers.bedrock.answer import ConverseAnswerReader
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.model_server import Bedrock, Completion, ModelCall
from zeroclaw_testing.model_server.bedrock_frames import event_stream_message

SAID = [TextDelta("Hi."), Finish(FinishReason.STOP, "end_turn")]
ENCODER = Bedrock().encoder(Completion(()), ModelCall("m", stream=True, usage_wanted=True))
BODY = b"".join(
    (ENCODER.event(TextDelta("Hi.")), ENCODER.event(Finish(FinishReason.STOP)), ENCODER.end())
)


def new() -> AnswerReader:
    return ConverseAnswerReader(ConverseDecoder(Failures("p", "m"), ToolNames()))


def read(*chunks: bytes) -> list[StreamEvent]:
    reader = new()
    found = [event for chunk in chunks for event in reader.feed(chunk)]
    return [*found, *reader.close()]


def test_messages_are_read_in_whatever_pieces_they_come() -> None:
    assert read(BODY) == SAID
    assert read(b"", *(BODY[place : place + 1] for place in range(len(BODY)))) == SAID


def test_each_message_counts_as_data() -> None:
    reader = new()
    list(reader.feed(BODY[:20]))
    assert reader.data_events == 0
    list(reader.feed(BODY[20:]))
    assert reader.data_events == 5
    assert reader.is_done


@pytest.mark.parametrize("length", range(1, len(BODY) - 200, 37))
def test_an_answer_cut_anywhere_is_an_error(length: int) -> None:
    with pytest.raises(BadStream):
        read(BODY[:length])


def test_bytes_after_the_end_mean_nothing() -> None:
    assert read(BODY + event_stream_message({":message-type": "later"}, b"x")) == SAID
    assert read(BODY + b"\0\0") == SAID


def test_what_precedes_a_damaged_message_is_said_first() -> None:
    reader, found = new(), list[StreamEvent]()
    damaged = ENCODER.event(TextDelta("a")) + ENCODER.event(TextDelta("b"))[:-1] + b"\x99"
    events = reader.feed(damaged)
    found.append(next(events))
    with pytest.raises(BadStream, match="checksum"):
        next(events)
    assert found == [TextDelta("a")]


def test_a_document_or_events_of_text_are_read_too() -> None:
    document = b'{"output":{"message":{"content":[{"text":"Hi."}]}},"stopReason":"end_turn"}'
    assert read(document) == SAID
    assert read(b"\xef\xbb\xbf" + document) == SAID
    events = (
        b'event: contentBlockDelta\ndata: {"contentBlockIndex":0,"delta":{"text":"Hi."}}\n\n'
        b'event: messageStop\ndata: {"stopReason":"end_turn"}\n\n'
    )
    assert read(events) == SAID


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html><title>Sign in</title></html>", "Sign in"),
        (b"", "is empty"),
        (b"garbage", "is empty"),
        (b"\xef\xbb\xbf" + BODY, "empty"),
        (b"\x1f\x8b\x08" + BODY, "checksum"),
    ],
)
def test_what_is_no_answer_is_an_error(body: bytes, said: str) -> None:
    with pytest.raises(BadStream, match=said):
        read(body)


def test_an_error_message_is_typed_by_its_code() -> None:
    headers = {
        ":message-type": "error",
        ":error-code": "InternalError",
        ":error-message": "It broke.",
    }
    with pytest.raises(ProviderOverloaded, match="It broke"):
        read(event_stream_message(headers, b""))


def test_an_exception_is_typed_by_its_name() -> None:
    headers = {":message-type": "exception", ":exception-type": "throttlingException"}
    with pytest.raises(ProviderRateLimited, match="Slow down"):
        read(event_stream_message(headers, b'{"message":"Slow down."}'))


def test_messages_of_an_unknown_type_mean_nothing() -> None:
    strange = event_stream_message({":message-type": "later", ":event-type": "messageStop"}, b"x")
    assert read(strange + BODY) == SAID
