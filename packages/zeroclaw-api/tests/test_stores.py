"""The one rule by which every store takes a commit or refuses it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from attrs import evolve
from hypothesis import given

from zeroclaw_api.errors import StoreConflict
from zeroclaw_api.events import Accepted, Event, NewToken
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, Role
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    CallState,
    Commit,
    SessionHead,
    TurnRecord,
)
from zeroclaw_testing.strategies import commit_successions

S = SessionId("s")
AT = datetime(2026, 1, 1, tzinfo=UTC)
HEAD = SessionHead(5, MessageId(5), TurnId(5), CallId(5))


def event(seq: int) -> Event:
    return Event(S, seq, None, (), AT, Accepted(MessageId(1)))


def message(number: int) -> Message:
    return Message(MessageId(number), TurnId(5), Role.USER, ())


def accepted(number: int) -> AcceptedMessage:
    return AcceptedMessage(MessageId(number), ProcessMessage("x", LOCAL_USER))


def turn(number: int) -> TurnRecord:
    return TurnRecord(TurnId(number), TurnOrigin.CRON, (), is_open=True)


def call(number: int) -> CallRecord:
    return CallRecord(CallId(number), TurnId(5), CallState.STARTED)


@pytest.mark.parametrize(
    ("commit", "waiting", "head"),
    [
        (Commit(), (), HEAD),
        (Commit(events=(event(6), event(7))), (), evolve(HEAD, last_seq=7)),
        (Commit(messages=(message(6),)), (), evolve(HEAD, last_message_id=MessageId(6))),
        (Commit(messages=(message(3),)), (3,), HEAD),
        (
            Commit(messages=(message(6), message(3))),
            (3,),
            evolve(HEAD, last_message_id=MessageId(6)),
        ),
        (Commit(accepted=(accepted(6),)), (), evolve(HEAD, last_message_id=MessageId(6))),
        (
            Commit(accepted=(accepted(6),), messages=(message(7), message(6))),
            (),
            evolve(HEAD, last_message_id=MessageId(7)),
        ),
        (Commit(turns=(turn(6),)), (), evolve(HEAD, last_turn_id=TurnId(6))),
        (
            Commit(turns=(turn(5), turn(6), turn(7))),
            (),
            evolve(HEAD, last_turn_id=TurnId(7)),
        ),
        (Commit(turns=(turn(5),)), (), HEAD),
        (Commit(turns=(turn(2),)), (), HEAD),
        (Commit(calls=(call(6), call(3))), (), evolve(HEAD, last_call_id=CallId(6))),
    ],
)
def test_commit_that_follows_moves_the_head(
    commit: Commit, waiting: tuple[int, ...], head: SessionHead
) -> None:
    assert HEAD.after(S, commit, [MessageId(number) for number in waiting]) == head


@pytest.mark.parametrize(
    ("commit", "waiting", "problem"),
    [
        (Commit(events=(event(7),)), (), "event 7 cannot follow event 5"),
        (Commit(events=(event(5),)), (), "event 5 cannot follow event 5"),
        (Commit(events=(event(6), event(6))), (), "event 6 cannot follow event 6"),
        (Commit(messages=(message(7),)), (), "message 7 cannot follow message 5"),
        (Commit(messages=(message(5),)), (), "message 5 cannot follow message 5"),
        (Commit(messages=(message(6), message(6))), (), "enters twice"),
        (Commit(messages=(message(3), message(3))), (3,), "enters twice"),
        (Commit(messages=(message(3),)), (4,), "message 3 cannot follow message 5"),
        (Commit(accepted=(accepted(3),)), (3,), "message 3 cannot follow message 5"),
        (Commit(accepted=(accepted(6), accepted(8))), (), "message 8 cannot follow message 6"),
        (Commit(turns=(turn(7),)), (), "turn 7 cannot follow turn 5"),
    ],
)
def test_gap_or_duplicate_is_refused_with_both_numbers(
    commit: Commit, waiting: tuple[int, ...], problem: str
) -> None:
    with pytest.raises(StoreConflict, match=problem) as caught:
        HEAD.after(S, commit, [MessageId(number) for number in waiting])
    assert caught.value.session_id == S


def test_merged_event_counts_as_all_it_stands_for() -> None:
    merged = evolve(event(8), body=NewToken("abc"), part_lengths=(1, 1, 1))
    assert HEAD.after(S, Commit(events=(merged,)), ()).last_seq == 8
    with pytest.raises(StoreConflict, match="event 7 cannot follow event 5"):
        HEAD.after(S, Commit(events=(evolve(merged, seq=9),)), ())


@given(commit_successions(S))
def test_valid_succession_never_goes_backwards(commits: tuple[Commit, ...]) -> None:
    head = SessionHead()
    waiting: set[MessageId] = set()
    for commit in commits:
        before, head = head, head.after(S, commit, waiting)
        assert head.last_seq >= before.last_seq
        assert head.last_message_id >= before.last_message_id
        waiting |= {entry.id for entry in commit.accepted}
        waiting -= {entered.id for entered in commit.messages}


@given(commit_successions(S))
def test_same_commit_is_never_taken_twice(commits: tuple[Commit, ...]) -> None:
    head = SessionHead()
    waiting: set[MessageId] = set()
    for commit in commits:
        head = head.after(S, commit, waiting)
        waiting |= {entry.id for entry in commit.accepted}
        waiting -= {entered.id for entered in commit.messages}
        if commit.events or commit.messages or commit.accepted:
            with pytest.raises(StoreConflict):
                head.after(S, commit, waiting)
