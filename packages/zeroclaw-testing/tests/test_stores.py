"""The model store can lose, delay, refuse; hypothesis plays the crashes."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import StoreConflict, StoreError
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.stores import Commit, SessionState
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.strategies import commit_successions

S = SessionId("s")


def said(number: int) -> Commit:
    message = Message(MessageId(number), TurnId(1), Role.USER, (Text(f"m{number}"),))
    return Commit(messages=(message,))


async def state_after(commits: tuple[Commit, ...]) -> SessionState:
    store = ModelStore()
    await store.open(S, "one")
    for commit in commits:
        await store.commit(S, commit)
    await store.release(S)
    return await store.open(S, "one")


@pytest.mark.parametrize("is_kept", [True, False])
async def test_crash_decides_about_a_commit_under_way(is_kept: bool) -> None:
    reached = trio.Event()

    async def hold(_session_id: SessionId, _commit: Commit) -> None:
        reached.set()
        await trio.sleep_forever()

    store = ModelStore(before_commit=hold)
    await store.open(S, "one")
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(store.commit, S, said(1))
            await reached.wait()
            store.crash(keep_in_flight=is_kept)
            nursery.cancel_scope.cancel()
        assert store.owners == {}
        state = await store.open(S, "two")
    assert len(state.messages) == is_kept
    assert len(store.commits) == is_kept


async def test_owner_that_outlives_a_crash_is_told_so() -> None:
    go = trio.Event()

    async def hold(_session_id: SessionId, _commit: Commit) -> None:
        await go.wait()

    store = ModelStore(before_commit=hold)
    await store.open(S, "one")
    failures: list[StoreError] = []

    async def write() -> None:
        try:
            await store.commit(S, said(1))
        except StoreError as error:
            failures.append(error)

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(write)
            await trio.testing.wait_all_tasks_blocked()
            store.crash()
            go.set()
    assert "crashed" in str(failures[0])
    assert store.conversation(S) == ()
    with pytest.raises(StoreError, match="nobody has opened it"):
        await store.commit(S, said(1))


async def test_failure_before_the_point_leaves_nothing_behind() -> None:
    async def fail(session_id: SessionId, _commit: Commit) -> None:
        raise StoreError(session_id=session_id, problem="the disk is full")

    store = ModelStore(before_commit=fail)
    await store.open(S, "one")
    with pytest.raises(StoreError, match="disk is full"):
        await store.commit(S, said(1))
    assert store.head(S).last_message_id == 0


async def test_failure_after_the_point_leaves_the_commit_made() -> None:
    async def fail(session_id: SessionId, _commit: Commit) -> None:
        raise StoreError(session_id=session_id, problem="the answer got lost")

    store = ModelStore(after_commit=fail)
    await store.open(S, "one")
    with pytest.raises(StoreError, match="got lost"):
        await store.commit(S, said(1))
    assert store.head(S).last_message_id == 1


async def test_window_cannot_start_at_a_message_never_seen() -> None:
    store = ModelStore()
    await store.open(S, "one")
    with pytest.raises(StoreConflict, match="window"):
        await store.commit(S, Commit(window_start=MessageId(7)))


async def test_conversation_keeps_what_left_the_window() -> None:
    store = ModelStore()
    await store.open(S, "one")
    for number in (1, 2, 3):
        await store.commit(S, said(number))
    await store.commit(S, Commit(window_start=MessageId(3)))
    await store.release(S)
    assert [m.id for m in (await store.open(S, "one")).messages] == [3]
    assert [m.id for m in store.conversation(S)] == [1, 2, 3]


@given(commit_successions(S))
def test_valid_succession_is_taken_whole(commits: tuple[Commit, ...]) -> None:
    state = trio.run(state_after, commits)
    accepted = {entry.id for commit in commits for entry in commit.accepted}
    entered = {message.id for commit in commits for message in commit.messages}
    assert {entry.id for entry in state.waiting} == accepted - entered
    assert state.head.last_message_id == max(accepted | entered, default=0)


@given(commit_successions(S, max_size=4), st.data())
def test_crash_leaves_exactly_a_prefix_of_the_commits(
    commits: tuple[Commit, ...], data: st.DataObject
) -> None:
    survivors = data.draw(st.integers(0, len(commits)))

    async def play() -> SessionState:
        store = ModelStore()
        await store.open(S, "one")
        for commit in commits[:survivors]:
            await store.commit(S, commit)
        with trio.CancelScope() as scope:
            scope.cancel()
            for commit in commits[survivors:]:
                await store.commit(S, commit)
        store.crash()
        return await store.open(S, "two")

    assert trio.run(play) == trio.run(state_after, commits[:survivors])
