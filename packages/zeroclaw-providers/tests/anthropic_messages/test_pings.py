"""Bytes of a message become events; pings are no sign of an answer."""

from __future__ import annotations

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers.answer import PingedAnswerReader
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.tool_names import ToolNames

PING = b'event: ping\ndata: {"type": "ping"}\n\n'
BODY = (
    b'event:message_start\ndata:{"type":"message_start","message":{}}\n\n'
    b'data:{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n'
    b'data:{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n'
    b'data:{"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n'
)


def reader() -> PingedAnswerReader:
    return PingedAnswerReader(MessagesDecoder(Failures("p", "m"), ToolNames()))


def test_a_ping_is_not_counted_as_data() -> None:
    subject = reader()
    assert list(subject.feed(PING * 5)) == []
    assert subject.data_events == 0
    list(subject.feed(BODY))
    assert subject.data_events == 4


def test_a_last_event_without_its_blank_line_counts() -> None:
    subject = reader()
    events = [*subject.feed(BODY + b'data: {"type":"message_stop"}'), *subject.close()]
    assert events == [TextDelta("a"), Finish(FinishReason.STOP, "end_turn")]
    assert subject.is_done


def test_nothing_is_done_before_the_last_event() -> None:
    subject = reader()
    list(subject.feed(BODY))
    assert not subject.is_done
    list(subject.feed(b'data: {"type":"message_stop"}\n\n'))
    assert subject.is_done
