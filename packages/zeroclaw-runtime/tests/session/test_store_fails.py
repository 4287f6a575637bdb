"""A store that fails costs no message its one answer."""

from __future__ import annotations

import pytest
import trio
from one_session import S, follow, message, script

from zeroclaw_api.errors import CommitUncertain, StoreError
from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.stores import Commit
from zeroclaw_runtime import assemble, open_session
from zeroclaw_runtime.errors import SessionClosed
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import Reached, WaitFor, say
from zeroclaw_testing.stores import ModelStore


def named(store: ModelStore) -> list[tuple[TurnId | None, tuple[MessageId, ...], Outcome]]:
    """Every durable end of a turn."""
    return [
        (event.turn_id, event.body.message_ids, event.body.outcome)
        for event in store.all_events(S)
        if isinstance(event.body, Done)
    ]


async def test_turn_whose_end_failed_to_be_written_ends_once() -> None:
    reached, go = trio.Event(), trio.Event()
    store = ModelStore()
    refusals = 1

    async def refuse_the_end(_session_id: SessionId, commit: Commit) -> None:
        nonlocal refusals
        await trio.lowlevel.checkpoint()
        if refusals and any(isinstance(event.body, Done) for event in commit.events):
            refusals -= 1
            raise StoreError(session_id=S, problem="the disk is full")

    store.before_commit = refuse_the_end
    found = script((Reached(reached), WaitFor(go), *say("one")), say("two"))
    agent = assemble("a", [found.route])
    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message("first"))
            await reached.wait()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(follow, session, message("second"))
                await trio.testing.wait_all_tasks_blocked()
                go.set()
        async with open_session(agent, S, store=store, processes=FakeProcesses()):
            await trio.lowlevel.checkpoint()
    assert refusals == 0
    assert named(store) == [
        (1, (MessageId(1),), Outcome.ANSWERED),
        (2, (MessageId(2),), Outcome.ANSWERED),
    ]


async def test_session_that_lost_its_store_leaves_what_waits_to_the_next() -> None:
    reached, go = trio.Event(), trio.Event()
    store = ModelStore()
    found = script((Reached(reached), WaitFor(go), *say("one")), always=say("again"))
    agent = assemble("a", [found.route])

    async def doubt(_session_id: SessionId, _commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        raise CommitUncertain(session_id=S, problem="the line broke")

    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message("first"))
            await reached.wait()
            await session.process(message("second"))
            store.before_commit = doubt
            go.set()
            await trio.testing.wait_all_tasks_blocked()
            assert len(found.provider.requests) == 1
            with pytest.raises(SessionClosed):
                await session.process(message("third"))
        store.before_commit = None
        async with open_session(agent, S, store=store, processes=FakeProcesses()):
            await trio.testing.wait_all_tasks_blocked()
    assert named(store) == [
        (1, (MessageId(1),), Outcome.INTERRUPTED),
        (2, (MessageId(2),), Outcome.ANSWERED),
    ]


async def test_message_being_accepted_is_durable_before_the_session_is_given_up() -> None:
    store = ModelStore()
    go = trio.Event()
    agent = assemble("a", [script(always=say("hello")).route])

    async def hold(_session_id: SessionId, _commit: Commit) -> None:
        await go.wait()

    async def live(leave: trio.Event) -> None:
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            nursery.start_soon(session.process, message("late"))
            await leave.wait()

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            leave = trio.Event()
            store.before_commit = hold
            nursery.start_soon(live, leave)
            await trio.testing.wait_all_tasks_blocked()
            leave.set()
            await trio.testing.wait_all_tasks_blocked()
            assert store.owners
            go.set()
        assert not store.owners
        async with open_session(agent, S, store=store, processes=FakeProcesses()):
            await trio.testing.wait_all_tasks_blocked()
    assert named(store) == [(1, (MessageId(1),), Outcome.ANSWERED)]


async def test_turn_is_never_closed_without_its_end_being_written() -> None:
    reached, go, let = trio.Event(), trio.Event(), trio.Event()
    held = trio.Event()
    store = ModelStore()

    async def hold_the_second_message(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if any(entry.id == MessageId(2) for entry in commit.accepted):
            held.set()
            await let.wait()

    store.before_commit = hold_the_second_message
    found = script((Reached(reached), WaitFor(go), *say("one")), say("two"), say("three"))
    agent = assemble("a", [found.route])
    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            async with trio.open_nursery() as nursery:
                await session.process(message("first"))
                await reached.wait()
                nursery.start_soon(session.process, message("second"))
                await held.wait()
                # What the model said waits for the store, then another message, then the end.
                go.set()
                await trio.testing.wait_all_tasks_blocked()
                nursery.start_soon(session.process, message("third"))
                await trio.testing.wait_all_tasks_blocked()
                let.set()
            await follow(session, message("fourth"))
    closing = [
        ([turn.turn_id for turn in kept.commit.turns if not turn.is_open], kept.commit.events)
        for kept in store.commits
    ]
    for turns, events in closing:
        ends = [event.turn_id for event in events if isinstance(event.body, Done)]
        assert ends == turns
