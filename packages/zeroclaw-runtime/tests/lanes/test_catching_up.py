"""A reader that catches up while the session writes misses nothing, gets nothing twice."""

from __future__ import annotations

from collections.abc import Sequence

import trio
import trio.testing
from one_session import S

from zeroclaw_api.events import Event, Gap, NewToken, Status, StatusUpdate
from zeroclaw_api.identifiers import SessionId, TurnId
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import Commit, SessionHead
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.subscribers import Hub, Reader
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.stores import ModelStore

TURN = TurnId(1)
STATUS = StatusUpdate(Status.TRIMMING, 1)
OWN = StatusUpdate(Status.SUMMARISING, 1)


class SlowLog(ModelStore):
    """A store that takes its time to hand out the events it found."""

    def __init__(self) -> None:
        super().__init__()
        self.go = trio.Event()

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """What was there when it was asked."""
        found = await super().events(session_id, after_seq, until_seq)
        await self.go.wait()
        return found


def join(journal: Journal) -> Reader:
    """A reader of everything from the beginning."""
    return journal.hub.join(SubscriberRole.DRIVER, journal.replay, 0, journal.last_seq)


async def rest(journal: Journal, reader: Reader) -> list[Event | Gap]:
    """What the reader has still to read; it leaves."""
    journal.hub.leave(reader)
    return [entry async for entry in reader]


def spans(entries: Sequence[Event | Gap]) -> list[tuple[int, int]]:
    return [(entry.first_seq, entry.seq) for entry in entries]


async def opened() -> tuple[ModelStore, Journal]:
    store = ModelStore()
    await store.open(S, "test")
    return store, Journal(S, ("a",), Hub(), store, ManualClock(), SessionHead())


async def test_reader_that_joins_during_a_commit_gets_its_events_once() -> None:
    store, journal = await opened()
    go = trio.Event()

    async def hold(_session_id: SessionId, _commit: Commit) -> None:
        await go.wait()

    store.before_commit = hold
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.commit, [OWN], TURN)
            await trio.testing.wait_all_tasks_blocked()
            early, late = join(journal), join(journal)
            journal.hub.leave(early)
            assert [entry async for entry in early] == []
            go.set()
        assert spans(await rest(journal, late)) == [(1, 1)]


async def test_events_committed_while_a_reader_catches_up_reach_it() -> None:
    store = SlowLog()
    await store.open(S, "test")
    journal = Journal(S, ("a",), Hub(), store, ManualClock(), SessionHead())
    with trio.fail_after(5):
        journal.emit(STATUS, TURN)
        await journal.commit()
        journal.emit(STATUS, TURN)
        reader = join(journal)
        found: list[Event | Gap] = []

        async def read() -> None:
            found.extend(await rest(journal, reader))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(read)
            await trio.testing.wait_all_tasks_blocked()
            await journal.commit()
            store.go.set()
        assert spans(found) == [(1, 1), (2, 2)]


async def test_text_merged_after_joining_is_given_once() -> None:
    _, journal = await opened()
    with trio.fail_after(5):
        journal.emit(NewToken("a"), TURN)
        journal.emit(NewToken("b"), TURN)
        reader = join(journal)
        journal.emit(NewToken("c"), TURN)
        journal.emit(NewToken("d"), TURN)
        found = await rest(journal, reader)
    texts = [e.body.text for e in found if isinstance(e, Event) and isinstance(e.body, NewToken)]
    assert "".join(texts) == "abcd"
    assert spans(found)[-1][1] == 4
