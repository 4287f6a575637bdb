"""Each event is one line of JSON that reads back as the event."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import trio

from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.json_lines import show_json
from zeroclaw.terminal.output import Output
from zeroclaw_api.events import Done, Event, Gap, NewToken, Outcome
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.usage import Usage
from zeroclaw_api.wire import event_from_wire

DONE = Done((MessageId(1),), Outcome.ANSWERED, "ü\n", Usage(), None)


def event(seq: int, body: NewToken | Done) -> Event:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Event(SessionId("s"), seq, TurnId(1), ("main",), now, body)


EVENTS = [
    event(1, NewToken("ü\u2028\n\x1b")),
    event(2, NewToken("b")),
    event(3, NewToken("c")),
    event(4, DONE),
]


def stream(entries: Sequence[Event | Gap]) -> trio.MemoryReceiveChannel[Event | Gap]:
    send, receive = trio.open_memory_channel[Event | Gap](len(entries))
    with send:
        for entry in entries:
            send.send_nowait(entry)
    return receive


async def replay(after: int, until: int) -> tuple[Event, ...]:
    await trio.lowlevel.checkpoint()
    return tuple(EVENTS[after:until])


async def test_every_event_is_a_line_missed_ones_included() -> None:
    reader, writer = os.pipe()
    entries: list[Event | Gap] = [EVENTS[0], Gap(2, 3), EVENTS[3]]
    with trio.fail_after(5), stream(entries) as events:
        assert await show_json(events, MessageId(1), Output(writer), replay) == DONE
    lines = os.read(reader, 100_000).decode().removesuffix("\n").split("\n")
    assert [event_from_wire(json.loads(line)) for line in lines] == EVENTS
    assert '"text":"ü' in lines[0]
    os.close(reader)
    os.close(writer)


async def test_a_reader_that_leaves_ends_it() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with trio.fail_after(5), stream(EVENTS) as events, pytest.raises(OutputClosed):
        await show_json(events, MessageId(1), Output(writer), replay)
    os.close(writer)
