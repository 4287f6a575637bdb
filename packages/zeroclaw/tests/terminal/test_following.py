"""A message is followed to its own end, over whatever was missed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import trio

from zeroclaw.terminal.errors import TurnUnfinished
from zeroclaw.terminal.following import REPLAY_CHUNK, follow, is_of_root
from zeroclaw_api.events import Accepted, Done, Event, EventBody, Gap, Outcome
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.usage import Usage

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def event(seq: int, body: EventBody | None = None, path: tuple[str, ...] = ("main",)) -> Event:
    return Event(SessionId("s"), seq, TurnId(1), path, NOW, body or Accepted(MessageId(seq)))


def done(*message_ids: int) -> Done:
    return Done(tuple(map(MessageId, message_ids)), Outcome.ANSWERED, "", Usage(), None)


def stream(entries: Sequence[Event | Gap]) -> trio.MemoryReceiveChannel[Event | Gap]:
    send, receive = trio.open_memory_channel[Event | Gap](len(entries))
    with send:
        for entry in entries:
            send.send_nowait(entry)
    return receive


async def followed(entries: Sequence[Event | Gap], missed: Sequence[Event] = ()) -> list[int]:
    seen: list[int] = []

    async def replay(after: int, until: int) -> tuple[Event, ...]:
        await trio.lowlevel.checkpoint()
        assert until - after <= REPLAY_CHUNK
        return tuple(e for e in missed if after < e.seq <= until)

    async def show(shown: Event) -> None:
        await trio.lowlevel.checkpoint()
        seen.append(shown.seq)

    with trio.fail_after(5), stream(entries) as events:
        found = await follow(events, MessageId(2), replay, show)
    assert 2 in found.message_ids
    return seen


async def test_it_ends_with_the_end_of_its_own_message() -> None:
    entries = [event(1), event(2, done(1)), event(3, done(3, 2)), event(4)]
    assert await followed(entries) == [1, 2, 3]


async def test_the_end_of_a_sub_agent_is_not_its_own() -> None:
    child = event(1, done(2), ("main", "helper"))
    assert not is_of_root(child)
    assert await followed([child, event(2, done(2))]) == [1, 2]


async def test_missed_events_are_shown_in_their_place() -> None:
    missed = [event(2), event(3)]
    entries: list[Event | Gap] = [event(1), Gap(2, 3), event(4, done(2))]
    assert await followed(entries, missed) == [1, 2, 3, 4]


async def test_a_missed_end_is_an_end_as_well() -> None:
    missed = [event(seq) for seq in range(2, 2500)] + [event(2500, done(2))]
    assert await followed([event(1), Gap(2, 2600)], missed) == list(range(1, 2501))


async def test_a_session_that_closes_first_is_told() -> None:
    with pytest.raises(TurnUnfinished, match="message 2"):
        await followed([event(1), event(2, done(1))])
