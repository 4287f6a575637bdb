"""Bytes of a response become events; what only keeps the connection open is no data."""

from __future__ import annotations

import pytest

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers.answer import PingedAnswerReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder
from zeroclaw_providers.tool_names import ToolNames

BODY = (
    b'data:{"type":"response.created","response":{}}\n\n'
    b'data:{"type":"response.output_text.delta","item_id":"m","output_index":0,"delta":"a"}\n\n'
)
END = b'data: {"type":"response.completed","response":{}}'


def reader() -> PingedAnswerReader:
    return PingedAnswerReader(ResponsesDecoder(Failures("p", "m"), ToolNames()))


@pytest.mark.parametrize("kind", ["keepalive", "response.in_progress", "response.queued"])
def test_a_sign_of_life_is_not_counted_as_data(kind: str) -> None:
    subject = reader()
    sign = f'event: {kind}\ndata: {{"type":"{kind}","sequence_number":3}}\n\n'.encode()
    assert list(subject.feed(sign * 5)) == []
    assert subject.data_events == 0
    list(subject.feed(BODY))
    assert subject.data_events == 2


def test_a_last_event_without_its_blank_line_counts() -> None:
    subject = reader()
    events = [*subject.feed(BODY + END), *subject.close()]
    assert events == [TextDelta("a"), Finish(FinishReason.STOP, "completed")]
    assert subject.is_done


def test_nothing_is_done_before_the_last_event() -> None:
    subject = reader()
    list(subject.feed(BODY))
    assert not subject.is_done
