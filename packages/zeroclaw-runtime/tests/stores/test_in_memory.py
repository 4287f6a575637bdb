"""The store for embeddings keeps what the contract of stores promises, as long as it lives."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import SessionBusy, StoreConflict, StoreError
from zeroclaw_api.events import Event, NewToken
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    CallState,
    Commit,
    SessionHead,
    SessionState,
    Spend,
    TurnRecord,
)
from zeroclaw_api.usage import Money
from zeroclaw_runtime import InMemorySessionStore
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.strategies import commit_successions

S = SessionId("s")
AT = datetime(2026, 1, 1, tzinfo=UTC)
TURN = TurnId(1)


def said(number: int, turn: int = 1) -> Message:
    return Message(MessageId(number), TurnId(turn), Role.USER, (Text(f"m{number}"),))


def token(seq: int, *lengths: int) -> Event:
    text = NewToken("x" * (sum(lengths) or 1))
    return Event(S, seq, TURN, ("a",), AT, text, lengths)


async def reopened(store: InMemorySessionStore) -> SessionState:
    await store.release(S)
    return await store.open(S, "again")


async def test_new_session_is_empty() -> None:
    store = InMemorySessionStore()
    assert await store.open(S, "one") == SessionState(SessionHead(), (), (), None, ())
    assert await store.events(S, 0, 99) == ()


async def test_session_has_one_owner_at_a_time() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    with pytest.raises(SessionBusy, match="one"):
        await store.open(S, "two")
    await store.open(SessionId("other"), "two")
    await store.release(S)
    await store.open(S, "two")


async def test_accepted_message_waits_until_it_enters_the_conversation() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    accepted = AcceptedMessage(MessageId(1), ProcessMessage("m1", LOCAL_USER))
    await store.commit(S, Commit(accepted=(accepted,)))
    assert (await reopened(store)).waiting == (accepted,)
    await store.commit(S, Commit(messages=(said(1),)))
    state = await reopened(store)
    assert (state.waiting, state.messages) == ((), (said(1),))


async def test_window_starts_where_it_was_last_moved_to() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    await store.commit(S, Commit(messages=(said(1), said(2), said(3))))
    await store.commit(S, Commit(window_start=MessageId(2)))
    assert (await reopened(store)).messages == (said(2), said(3))
    await store.commit(S, Commit(messages=(said(4),)))
    assert [m.id for m in (await reopened(store)).messages] == [2, 3, 4]


async def test_calls_are_known_as_long_as_their_turn_is_open() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    turn = TurnRecord(TURN, TurnOrigin.CRON, (MessageId(1),), is_open=True)
    proposed = CallRecord(CallId(1), TURN, CallState.PROPOSED)
    started = CallRecord(CallId(1), TURN, CallState.STARTED)
    await store.commit(S, Commit(messages=(said(1),), turns=(turn,), calls=(proposed,)))
    await store.commit(S, Commit(calls=(started,)))
    state = await reopened(store)
    assert (state.open_turn, state.open_calls) == (turn, (started,))
    closed = TurnRecord(TURN, TurnOrigin.CRON, (MessageId(1),), is_open=False)
    await store.commit(S, Commit(turns=(closed,)))
    state = await reopened(store)
    assert (state.open_turn, state.open_calls) == (None, ())
    assert state.head.last_call_id == 1


async def test_events_that_overlap_the_range_are_found() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    merged = token(4, 1, 2, 1)
    await store.commit(S, Commit(events=(token(1), merged, token(5))))
    assert await store.events(S, 0, 1) == (token(1),)
    assert await store.events(S, 1, 2) == (merged,)
    assert await store.events(S, 2, 5) == (merged, token(5))
    assert await store.events(S, 5, 9) == ()


@pytest.mark.parametrize(
    "commit",
    [
        Commit(events=(token(2),)),
        Commit(messages=(said(2),)),
        Commit(messages=(said(1), said(1))),
        Commit(turns=(TurnRecord(TurnId(2), TurnOrigin.CRON, (), is_open=True),)),
        Commit(messages=(said(1),), events=(token(1), token(3))),
    ],
)
async def test_gap_or_duplicate_is_refused_and_nothing_written(commit: Commit) -> None:
    store = InMemorySessionStore()
    state = await store.open(S, "one")
    with pytest.raises(StoreConflict):
        await store.commit(S, commit)
    assert await reopened(store) == state
    assert await store.events(S, 0, 99) == ()


async def test_turn_whose_end_was_not_written_may_end_with_the_next() -> None:
    store = InMemorySessionStore()
    await store.open(S, "one")
    ended = TurnRecord(TurnId(1), TurnOrigin.CRON, (MessageId(1),), is_open=False)
    turn = TurnRecord(TurnId(2), TurnOrigin.CRON, (MessageId(2),), is_open=True)
    await store.commit(S, Commit(messages=(said(1, 1), said(2, 2)), turns=(ended, turn)))
    assert (await reopened(store)).open_turn == turn


async def test_spends_add_up_over_all_sessions() -> None:
    store = InMemorySessionStore()
    for name in ("one", "two"):
        await store.open(SessionId(name), "owner")
        spends = (Spend("day:1", AT, Money(5)), Spend(f"session:{name}", AT, Money(5)))
        await store.commit(SessionId(name), Commit(spends=spends))
    scopes = frozenset({"day:1", "session:one", "day:2"})
    assert await store.spent(scopes) == {"day:1": 10, "session:one": 5}


@given(commit_successions(), st.data())
def test_store_agrees_with_the_model_of_stores(
    commits: tuple[Commit, ...], data: st.DataObject
) -> None:
    async def main() -> None:
        ours, model = InMemorySessionStore(), ModelStore()
        await ours.open(S, "one")
        await model.open(S, "one")
        for commit in commits:
            outcomes = []
            for store in (ours, model):
                try:
                    await store.commit(S, commit)
                    outcomes.append("written")
                except StoreError as error:
                    outcomes.append(type(error).__name__)
            assert outcomes[0] == outcomes[1]
        last = model.head(S).last_seq
        after = data.draw(st.integers(0, last + 1))
        until = data.draw(st.integers(after, last + 1))
        assert await ours.events(S, after, until) == await model.events(S, after, until)
        await model.release(S)
        assert await reopened(ours) == await model.open(S, "again")

    trio.run(main)
