"""What every session store, every blob store must show."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial
from hashlib import sha256

import trio
from attrs import evolve

from zeroclaw_api.errors import SessionBusy, StoreConflict
from zeroclaw_api.events import Accepted, Event, NewToken
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import (
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.stores import (
    AcceptedMessage,
    BlobStore,
    CallRecord,
    CallState,
    Commit,
    SessionState,
    SessionStore,
    Spend,
    TurnRecord,
)
from zeroclaw_api.usage import Money
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.kits.conformance import Conformance, failure_of, needs, optional

__all__ = ["BlobStoreConformance", "SessionStoreConformance"]

_S = SessionId("kit")
_AT = ManualClock().now()


class SessionStoreConformance(Conformance[SessionStore]):
    """The subject is an empty store."""

    @optional
    def open_again(self, store: SessionStore) -> AbstractAsyncContextManager[SessionStore]:
        """What is left of the store after its owner died: a new one over the same data."""
        raise NotImplementedError

    async def test_fresh_session_is_empty(self) -> None:
        async with self.subject() as store:
            state = await store.open(_S, "one")
            assert state.head.last_seq == 0, "a fresh session has events"
            left = (*state.messages, *state.waiting, *state.open_calls)
            assert not left, f"a fresh session holds {left!r}"
            assert state.open_turn is None, "a fresh session has a turn"

    async def test_reopened_session_has_everything_committed(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            for commit in _turn():
                await store.commit(_S, commit)
            await store.release(_S)
            _require_turn(await store.open(_S, "two"))

    @needs("open_again")
    async def test_everything_committed_survives_its_owner(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            for commit in _turn():
                await store.commit(_S, commit)
            async with self.open_again(store) as again:
                _require_turn(await again.open(_S, "two"))
                events = await again.events(_S, 0, 100)
                assert events == _all_events(_turn()), f"the events are {events!r}"

    async def test_accepted_message_waits_until_it_enters(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            first, second = _accept(1), _accept(2)
            await store.commit(_S, Commit(accepted=(first, second)))
            waiting = (await _reopen(store)).waiting
            assert waiting == (first, second), f"{waiting!r} wait"
            await store.commit(_S, Commit(messages=(_said(3), _said(1))))
            state = await _reopen(store)
            assert state.waiting == (second,), f"{state.waiting!r} wait"
            order = [message.id for message in state.messages]
            assert order == [3, 1], f"the conversation goes {order}, not as it was committed"

    async def test_closed_turn_is_not_open_any_more(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            for commit in _turn():
                await store.commit(_S, commit)
            await store.commit(
                _S, Commit(turns=(TurnRecord(TurnId(1), _ORIGIN, (), is_open=False),))
            )
            state = await _reopen(store)
            assert state.open_turn is None, "the turn is still open"
            assert state.open_calls == (), "calls of a closed turn are left open"
            assert state.head.last_turn_id == 1, "the number of the turn is lost"

    async def test_call_record_replaces_the_one_before(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            await store.commit(_S, _open_turn())
            for state in (CallState.PROPOSED, CallState.APPROVED, CallState.STARTED):
                record = CallRecord(CallId(1), TurnId(1), state)
                await store.commit(_S, Commit(calls=(record,)))
            calls = (await _reopen(store)).open_calls
            states = [record.state for record in calls]
            assert states == [CallState.STARTED], f"the calls are {calls!r}"

    async def test_window_moves_and_history_stays_numbered(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            await store.commit(_S, Commit(messages=tuple(_said(n) for n in range(1, 6))))
            await store.commit(_S, Commit(messages=(_said(6),), window_start=MessageId(4)))
            state = await _reopen(store)
            shown = [message.id for message in state.messages]
            assert shown == [4, 5, 6], f"the window holds {shown}"
            assert state.head.last_message_id == 6, "the numbers started again"

    async def test_gaps_and_duplicates_are_refused(self) -> None:
        cases = {
            "an event is missing": Commit(events=(_event(3),)),
            "an event comes twice": Commit(events=(_event(1),)),
            "a message is missing": Commit(messages=(_said(3),)),
            "a message comes twice": Commit(messages=(_said(1),)),
            "an acceptance comes twice": Commit(accepted=(_accept(1),)),
            "a turn is missing": Commit(turns=(TurnRecord(TurnId(2), _ORIGIN, (), is_open=True),)),
        }
        async with self.subject() as store:
            await store.open(_S, "one")
            await store.commit(_S, Commit(messages=(_said(1),), events=(_event(1),)))
            for name, commit in cases.items():
                failure = await failure_of(partial(store.commit, _S, commit))
                assert isinstance(failure, StoreConflict), f"when {name}: {failure!r}"

    async def test_refused_commit_leaves_no_part_behind(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            await store.commit(_S, Commit(messages=(_said(1),), events=(_event(1),)))
            before = await _reopen(store)
            bad = Commit(
                accepted=(_accept(2),),
                messages=(_said(3),),
                events=(_event(2), _event(4)),
                calls=(CallRecord(CallId(1), TurnId(1), CallState.STARTED),),
                turns=(TurnRecord(TurnId(1), _ORIGIN, (), is_open=True),),
                spends=(_spend("day", 5),),
            )
            failure = await failure_of(partial(store.commit, _S, bad))
            assert isinstance(failure, StoreConflict), f"a gap was taken: {failure!r}"
            after = await _reopen(store)
            assert after == before, f"a part was kept: {after!r}"
            assert await store.events(_S, 0, 100) == (_event(1),), "a part of the events was kept"
            assert await store.spent(frozenset({"day"})) == {}, "the money was booked"

    async def test_cancelled_commit_happened_whole_or_not_at_all(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            with trio.CancelScope() as scope:
                scope.cancel()
                await store.commit(_S, Commit(messages=(_said(1),), events=(_event(1),)))
            state = await _reopen(store)
            kept = (len(state.messages), state.head.last_seq, len(await store.events(_S, 0, 9)))
            assert kept in ((0, 0, 0), (1, 1, 1)), f"a part was kept: {kept}"

    async def test_session_has_one_owner_at_a_time(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            failure = await failure_of(partial(store.open, _S, "two"))
            assert isinstance(failure, SessionBusy), f"two owners: {failure!r}"
            await store.open(SessionId("other"), "two")
            await store.release(_S)
            await store.open(_S, "two")

    async def test_events_are_found_by_range(self) -> None:
        async with self.subject() as store:
            await store.open(_S, "one")
            merged = evolve(_event(5), body=NewToken("abc"), part_lengths=(1, 1, 1))
            stream = (_event(1), _event(2), merged, _event(6))
            await store.commit(_S, Commit(events=stream[:2]))
            await store.commit(_S, Commit(events=stream[2:]))
            expected = {(0, 99): stream, (2, 4): (merged,), (3, 6): stream[2:], (6, 9): ()}
            for (after, until), wanted in expected.items():
                found = await store.events(_S, after, until)
                assert found == wanted, f"events after {after} to {until} are {found!r}"
            assert await store.events(SessionId("other"), 0, 99) == (), "sessions share events"

    async def test_spends_are_summed_by_scope_over_sessions(self) -> None:
        other = SessionId("other")
        async with self.subject() as store:
            await store.open(_S, "one")
            await store.open(other, "one")
            await store.commit(_S, Commit(spends=(_spend("day", 5), _spend("agent", 2))))
            await store.commit(other, Commit(spends=(_spend("day", 10**15),)))
            spent = await store.spent(frozenset({"day", "agent", "none"}))
            assert dict(spent) == {"day": 10**15 + 5, "agent": 2}, f"the sums are {spent!r}"

    async def test_many_sessions_commit_side_by_side(self) -> None:
        sessions = [SessionId(f"s{number}") for number in range(30)]
        async with self.subject() as store:

            async def fill(session_id: SessionId) -> None:
                await store.open(session_id, "one")
                for number in range(1, 6):
                    event = evolve(_event(number), session_id=session_id)
                    commit = Commit(messages=(_said(number),), events=(event,))
                    await store.commit(session_id, commit)

            async with trio.open_nursery() as nursery:
                for session_id in sessions:
                    nursery.start_soon(fill, session_id)
            for session_id in sessions:
                state = await _reopen(store, session_id)
                count = (len(state.messages), state.head.last_seq)
                assert count == (5, 5), f"{session_id} kept {count}"


class BlobStoreConformance(Conformance[BlobStore]):
    """The subject is an empty blob store."""

    async def test_bytes_come_back_by_their_digest(self) -> None:
        async with self.subject() as blobs:
            for data in (b"", b"\x00\xff" * 1000, "ü".encode()):
                media = await blobs.put(data, "image/png", "a.png")
                wanted = Media("image/png", sha256(data).hexdigest(), len(data), "a.png")
                assert media == wanted, f"it says {media!r}"
                assert await blobs.get(media.sha256) == data, "other bytes came back"

    async def test_unknown_digest_gives_nothing(self) -> None:
        async with self.subject() as blobs:
            for digest in ("0" * 64, "", "../../etc/passwd", "x"):
                found = await blobs.get(digest)
                assert found is None, f"{digest!r} gives {found!r}"

    async def test_same_bytes_may_be_kept_twice(self) -> None:
        async with self.subject() as blobs:
            async with trio.open_nursery() as nursery:
                for _ in range(5):
                    nursery.start_soon(blobs.put, b"same", "text/plain")
            assert await blobs.get(sha256(b"same").hexdigest()) == b"same", "the bytes are gone"


_ORIGIN = TurnOrigin.INTERACTIVE
_ARGS = {"path": "a\u2028b", "n": [1, 2.5, None, True]}


async def _reopen(store: SessionStore, session_id: SessionId = _S) -> SessionState:
    """What the store has of a session that is held; the same owner goes on with it."""
    await store.release(session_id)
    return await store.open(session_id, "one")


def _accept(number: int) -> AcceptedMessage:
    return AcceptedMessage(MessageId(number), ProcessMessage(f"hello {number}", LOCAL_USER))


def _said(number: int) -> Message:
    return Message(MessageId(number), TurnId(1), Role.USER, (Text(f"hello {number}"),))


def _event(seq: int) -> Event:
    at = _AT + timedelta(seconds=seq)
    return Event(_S, seq, TurnId(1), ("main",), at, Accepted(MessageId(seq)))


def _spend(scope: str, cost: int) -> Spend:
    return Spend(scope, _AT, Money(cost))


def _open_turn() -> Commit:
    return Commit(turns=(TurnRecord(TurnId(1), _ORIGIN, (MessageId(1),), is_open=True),))


def _result(number: int) -> ToolResult:
    content = (Text("ok"), Media("image/png", "0" * 64, 3, "x.png"))
    return ToolResult(CallId(number), ResultStatus.SUCCESS, content, data=[1], receipt="r")


def _turn() -> tuple[Commit, ...]:
    """The commits of a turn that is still running, with a value of every kind."""
    items = (
        Reasoning("hm", "p", {"signature": "x"}),
        Text("I look"),
        ToolCall(CallId(1), "read", _ARGS, wire_id="w", extra={"e": 1}),
        ToolCall(CallId(2), "read", _ARGS),
    )
    asked = Message(MessageId(2), TurnId(1), Role.ASSISTANT, items)
    started = CallRecord(CallId(2), TurnId(1), CallState.STARTED)
    finished = CallRecord(CallId(1), TurnId(1), CallState.FINISHED, _result(1))
    return (
        Commit(accepted=(_accept(1),), events=(_event(1),)),
        evolve(_open_turn(), messages=(_said(1),), events=(_event(2),)),
        Commit(messages=(asked,), calls=(evolve(finished, state=CallState.STARTED), started)),
        Commit(calls=(finished,), events=(_event(3), _event(4)), spends=(_spend("day", 7),)),
        Commit(accepted=(_accept(3),), events=(_event(5),)),
    )


def _all_events(commits: tuple[Commit, ...]) -> tuple[Event, ...]:
    return tuple(event for commit in commits for event in commit.events)


def _require_turn(state: SessionState) -> None:
    commits = _turn()
    head = state.head
    numbers = (head.last_seq, head.last_message_id, head.last_turn_id, head.last_call_id)
    assert numbers == (5, 3, 1, 2), f"the head is {head!r}"
    messages = tuple(message for commit in commits for message in commit.messages)
    assert state.messages == messages, f"the messages are {state.messages!r}"
    assert state.waiting == (_accept(3),), f"{state.waiting!r} wait"
    assert (state.open_turn,) == _open_turn().turns, f"the turn is {state.open_turn!r}"
    calls = {record.call_id: record for commit in commits for record in commit.calls}
    found = {record.call_id: record for record in state.open_calls}
    assert found == calls, f"the calls of the open turn are {state.open_calls!r}"
