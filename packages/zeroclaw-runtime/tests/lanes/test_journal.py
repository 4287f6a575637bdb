"""The journal gives numbers without gaps, in one order, whatever the store does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from one_session import S, message
from trio.testing import MockClock

from zeroclaw_api.errors import CommitUncertain, StoreError
from zeroclaw_api.events import Accepted, Event, NewToken, Status, StatusUpdate, Thinking
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import CallRecord, CallState, Commit, SessionHead, TurnRecord
from zeroclaw_runtime.lanes.journal import COMMIT_LIMIT, Journal
from zeroclaw_runtime.lanes.subscribers import Hub, Reader
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.stores import CommitHook, ModelStore

STATUS = StatusUpdate(Status.TRIMMING, 1)
OTHER = StatusUpdate(Status.SUMMARISING, 1)
TURN = TurnId(1)


async def refuse(_session_id: SessionId, _commit: Commit) -> None:
    await trio.lowlevel.checkpoint()
    raise StoreError(session_id=S, problem="the disk is full")


async def doubt(_session_id: SessionId, _commit: Commit) -> None:
    await trio.lowlevel.checkpoint()
    raise CommitUncertain(session_id=S, problem="the line broke")


class Desk:
    """A journal over a model store, with one reader of everything published."""

    def __init__(self) -> None:
        self.store = ModelStore()
        self.hub = Hub()
        self.journal = Journal(S, ("a",), self.hub, self.store, ManualClock(), SessionHead())
        self.reader: Reader = self.hub.join(SubscriberRole.DRIVER, self.journal.replay, 0, 0)

    async def published(self) -> list[Event]:
        """Everything that was published and not read yet."""
        self.hub.leave(self.reader)
        found = [entry async for entry in self.reader if isinstance(entry, Event)]
        last = self.journal.last_seq
        self.reader = self.hub.join(SubscriberRole.DRIVER, self.journal.replay, last, last)
        return found

    def fail(self, hook: CommitHook | None) -> None:
        """What happens before each commit from now on."""
        self.store.before_commit = hook


@asynccontextmanager
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    await made.store.open(S, "test")
    with trio.fail_after(1e6):
        yield made


def numbers(events: list[Event]) -> list[int]:
    found: list[int] = []
    for event in events:
        found += range(event.first_seq, event.seq + 1)
    return found


async def test_event_is_shown_at_once_and_durable_with_the_next_commit() -> None:
    async with desk() as d:
        d.journal.emit(STATUS, TURN)
        d.journal.emit(OTHER, TURN)
        assert d.store.all_events(S) == ()
        await d.journal.commit()
        assert [event.body for event in d.store.all_events(S)] == [STATUS, OTHER]
        assert [event.seq for event in await d.published()] == [1, 2]


async def test_own_events_of_a_commit_are_shown_only_once_they_are_durable() -> None:
    async with desk() as d:
        durable_when_shown: list[int] = []

        async def look(_session_id: SessionId, _commit: Commit) -> None:
            await trio.lowlevel.checkpoint()
            durable_when_shown.append(d.journal.last_seq)

        d.fail(look)
        await d.journal.commit([STATUS], TURN)
        assert durable_when_shown == [0]
        assert d.journal.last_seq == 1
        assert len(await d.published()) == 1


async def test_event_emitted_during_a_commit_follows_those_of_the_commit() -> None:
    async with desk() as d:
        go = trio.Event()

        async def hold(_session_id: SessionId, _commit: Commit) -> None:
            await go.wait()

        d.fail(hold)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(d.journal.commit, [STATUS], TURN)
            await trio.testing.wait_all_tasks_blocked()
            d.journal.emit(OTHER, TURN)
            assert await d.published() == []
            go.set()
        assert [(e.seq, e.body) for e in await d.published()] == [(1, STATUS), (2, OTHER)]


async def test_failed_commit_keeps_its_facts_and_the_next_one_writes_them() -> None:
    async with desk() as d:
        await d.journal.accept(message("one"))
        d.journal.note(turn=TurnRecord(TURN, TurnOrigin.CRON, (MessageId(1),), is_open=True))
        d.journal.emit(STATUS, TURN)
        d.fail(refuse)
        with pytest.raises(StoreError, match="disk is full"):
            await d.journal.commit([OTHER], TURN)
        d.fail(None)
        await d.journal.add_message(TURN, Role.ASSISTANT, (Text("late"),))
        await d.journal.commit([OTHER], TURN)
        assert [m.text for m in d.store.conversation(S)] == ["late"]
        assert d.store.head(S).last_turn_id == 1
        assert numbers(await d.published()) == [1, 2, 3]
        assert [e.seq for e in d.store.all_events(S)] == [1, 2, 3]


async def test_accepting_that_fails_never_happened_and_its_number_is_given_again() -> None:
    async with desk() as d:
        d.fail(refuse)
        with pytest.raises(StoreError):
            await d.journal.accept(message("lost"))
        d.fail(None)
        accepted = await d.journal.accept(message("kept"))
        assert accepted.id == 1
        assert [e.body for e in await d.published()] == [Accepted(MessageId(1))]
        state = await d.store.open(S, "test")
        assert [entry.command.text for entry in state.waiting] == ["kept"]


async def test_accepting_is_not_torn_apart_by_its_cancel() -> None:
    async with desk() as d:
        go = trio.Event()

        async def hold(_session_id: SessionId, _commit: Commit) -> None:
            await go.wait()

        d.fail(hold)
        accepted = []

        impatient = trio.CancelScope()

        async def accept() -> None:
            with impatient:
                accepted.append(await d.journal.accept(message()))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(accept)
            await trio.testing.wait_all_tasks_blocked()
            impatient.cancel()
            await trio.testing.wait_all_tasks_blocked()
            go.set()
        assert [entry.id for entry in accepted] == [1]
        assert d.store.head(S).last_message_id == 1


async def test_uncertain_commit_ends_all_writing_of_the_session() -> None:
    async with desk() as d:
        d.fail(doubt)
        with pytest.raises(CommitUncertain):
            await d.journal.commit([STATUS], TURN)
        d.fail(None)
        with pytest.raises(CommitUncertain):
            await d.journal.commit([STATUS], TURN)
        with pytest.raises(CommitUncertain):
            await d.journal.accept(message())
        assert d.store.commits == []


async def test_store_that_breaks_its_contract_counts_as_uncertain() -> None:
    async with desk() as d:

        async def break_down(_session_id: SessionId, _commit: Commit) -> None:
            await trio.lowlevel.checkpoint()
            raise OSError("no such device")

        d.fail(break_down)
        with pytest.raises(CommitUncertain, match="no such device"):
            await d.journal.commit([STATUS], TURN)
        assert await d.published() == []
        d.journal.emit(OTHER, TURN)
        assert numbers(await d.published()) == [1]


async def test_commit_that_never_ends_is_given_up(autojump_clock: MockClock) -> None:
    async with desk() as d:

        async def hang(_session_id: SessionId, _commit: Commit) -> None:
            await trio.sleep_forever()

        d.fail(hang)
        with pytest.raises(CommitUncertain, match="did not end within"):
            await d.journal.commit([STATUS], TURN)
        assert trio.current_time() == COMMIT_LIMIT


async def test_writers_wait_for_a_slow_commit_and_keep_their_order() -> None:
    async with desk() as d:
        go = trio.Event()

        async def hold(_session_id: SessionId, _commit: Commit) -> None:
            await go.wait()

        d.fail(hold)
        async with trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(d.journal.accept, message(str(number)))
                await trio.testing.wait_all_tasks_blocked()
            go.set()
        state = await d.store.open(S, "test")
        assert [(m.id, m.command.text) for m in state.waiting] == [
            (number + 1, str(number)) for number in range(5)
        ]


async def test_two_turns_in_one_backlog_can_still_be_written() -> None:
    async with desk() as d:
        for text in ("one", "two"):
            await d.journal.accept(message(text))
        for number in (1, 2):
            turn_id, accepted = TurnId(number), MessageId(number)
            assert d.journal.next_turn_id() == turn_id
            d.journal.note(
                messages=(entered(accepted, turn_id),),
                turn=TurnRecord(turn_id, TurnOrigin.CRON, (accepted,), is_open=True),
            )
            d.journal.note(turn=TurnRecord(turn_id, TurnOrigin.CRON, (accepted,), is_open=False))
            if number == 1:
                d.fail(refuse)
                with pytest.raises(StoreError):
                    await d.journal.commit([STATUS], turn_id)
                d.journal.emit(STATUS, turn_id)
                d.fail(None)
        await d.journal.commit([STATUS], TurnId(2))
        state = await d.store.open(S, "test")
        assert state.open_turn is None
        assert state.head.last_turn_id == 2
        assert state.waiting == ()


def entered(number: MessageId, turn_id: TurnId) -> Message:
    return Message(number, turn_id, Role.USER, (Text("x"),))


async def test_call_and_turn_numbers_count_from_where_the_head_ends() -> None:
    head = SessionHead(7, MessageId(5), TurnId(3), CallId(2))
    journal = Journal(S, ("a",), Hub(), ModelStore(), ManualClock(), head)
    assert (journal.last_seq, journal.next_turn_id(), journal.next_call_id()) == (7, 4, 3)
    assert (journal.next_turn_id(), journal.next_call_id()) == (5, 4)


async def test_replay_joins_what_is_durable_with_what_is_not() -> None:
    async with desk() as d:
        for text in "abc":
            d.journal.emit(NewToken(text), TURN)
        await d.journal.commit()
        for text in "de":
            d.journal.emit(NewToken(text), TURN)
        d.journal.emit(Thinking("f"), TURN)
        for after in range(7):
            events = await d.journal.replay(after, 6)
            assert numbers(list(events)) == list(range(after + 1, 7))
            said = "".join(e.body.text for e in events if isinstance(e.body, NewToken | Thinking))
            assert said == "abcdef"[after:]
        assert [e.seq for e in await d.journal.replay(0, 3)] == [3]


@pytest.mark.parametrize("is_durable", [True, False])
async def test_replay_ends_where_it_was_asked_to_within_merged_text(is_durable: bool) -> None:
    async with desk() as it:
        for piece in ("a", "b", "c", "d"):
            it.journal.emit(NewToken(piece), TURN)
        if is_durable:
            await it.journal.commit()
        (found,) = await it.journal.replay(1, 3)
        assert (found.first_seq, found.seq, found.body) == (2, 3, NewToken("bc"))
        rest = await it.journal.replay(found.seq, 4)
        assert [event.body for event in rest] == [NewToken("d")]


async def test_replay_misses_nothing_when_a_commit_ends_meanwhile() -> None:
    async with desk() as d:
        d.journal.emit(STATUS, TURN)
        await d.journal.commit()
        d.journal.emit(OTHER, TURN)
        seen: list[Event] = []

        async def read() -> None:
            seen.extend(await d.journal.replay(0, 2))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(read)
            nursery.start_soon(d.journal.commit)
        assert numbers(seen) == [1, 2]


actions = st.lists(
    st.sampled_from(["emit", "token", "commit", "commit_own", "accept", "message", "call"]),
    max_size=25,
)


@given(actions, st.lists(st.sampled_from(["fine", "fails", "slow"]), max_size=25), st.randoms())
@settings(deadline=None)
def test_numbers_never_gap_whatever_the_store_does(
    plan: list[str], moods: list[str], random: Random
) -> None:
    async def main() -> None:
        async with desk() as d:
            left = list(moods)

            async def moody(_session_id: SessionId, _commit: Commit) -> None:
                mood = left.pop(0) if left else "fine"
                for _ in range(random.randint(1, 9) if mood == "slow" else 1):
                    await trio.lowlevel.checkpoint()
                if mood == "fails":
                    raise StoreError(session_id=S, problem="busy")

            d.fail(moody)
            async with trio.open_nursery() as nursery:
                for action in plan:
                    nursery.start_soon(act, d.journal, action)
                    if random.random() < 0.5:
                        await trio.lowlevel.checkpoint()
            d.fail(None)
            await d.journal.commit()
            shown = await d.published()
            assert numbers(shown) == list(range(1, d.journal.last_seq + 1))
            assert numbers(list(d.store.all_events(S))) == numbers(shown)
            assert d.store.head(S).last_seq == d.journal.last_seq
            ids = sorted(
                [m.id for m in d.store.conversation(S)]
                + [m.id for m in (await d.store.open(S, "test")).waiting]
            )
            assert ids == list(range(1, len(ids) + 1))

    trio.run(main)


async def act(journal: Journal, action: str) -> None:
    try:
        match action:
            case "emit":
                journal.emit(STATUS, TURN)
            case "token":
                await journal.emit_with_room(NewToken("x"), TURN)
            case "commit":
                await journal.commit()
            case "commit_own":
                await journal.commit([STATUS, OTHER], TURN)
            case "accept":
                await journal.accept(message())
            case "message":
                await journal.add_message(TURN, Role.ASSISTANT, (Text("x"),))
            case _:
                call_id = journal.next_call_id()
                journal.note(calls=(CallRecord(call_id, TURN, CallState.PROPOSED),))
    except StoreError:
        await trio.lowlevel.checkpoint()
