"""Parts become an agent, an agent becomes sessions, a session ends with its block."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve
from one_session import S, Script, follow, message, play, said, script

from zeroclaw_api.errors import SessionBusy
from zeroclaw_api.events import Done, Event, Outcome, TurnStarted
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import Commit
from zeroclaw_runtime import (
    ActionWindow,
    BudgetBook,
    InMemorySessionStore,
    Limits,
    assemble,
    open_session,
)
from zeroclaw_runtime.errors import InvalidAgent, SessionClosed
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import Reached, Stall, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec


def test_agent_without_a_model_is_refused() -> None:
    with pytest.raises(InvalidAgent, match="home cannot be built: it has no model"):
        assemble("home", [])


def test_agents_share_a_budget_only_when_told_to() -> None:
    routes = [script().route]
    book, actions = BudgetBook(), ActionWindow(5)
    one = assemble("one", routes, book=book, actions=actions)
    two = assemble("two", routes, book=book, actions=actions)
    assert one.book is two.book
    assert one.actions is two.actions
    assert assemble("one", routes).book is not assemble("two", routes).book
    assert assemble("one", routes, limits=Limits(actions_per_hour=7)).actions.limit == 7


def test_forbidden_tools_do_not_enter_the_prefix() -> None:
    tools = [FakeTool(tool_spec("read")), FakeTool(tool_spec("write"))]
    profile = RiskProfile(never_allow=frozenset({"write"}))
    agent = assemble("home", [script().route], tools=tools, profile=profile)
    assert [spec.name for spec in agent.catalogue.specs] == ["read"]


async def test_session_goes_on_where_its_store_ends() -> None:
    store = InMemorySessionStore()
    model = script(say("one"), say("two"))
    agent = assemble("home", [model.route])
    await play(agent, "first", store=store)
    assert store is not None
    await play(agent, "second", store=store)
    assert "first" in said(model.last_messages)
    assert "one" in said(model.last_messages)


async def test_session_without_a_store_ends_with_its_block() -> None:
    model = script(say("one"), say("two"))
    agent = assemble("home", [model.route])
    await play(agent, "first")
    await play(agent, "second")
    assert "first" not in said(model.last_messages)


async def test_session_that_is_open_elsewhere_is_busy_until_it_is_left() -> None:
    store = InMemorySessionStore()
    agent = assemble("home", [script().route])
    processes = FakeProcesses()
    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=processes):
            with pytest.raises(SessionBusy):
                async with open_session(agent, S, store=store, processes=processes):
                    raise AssertionError("two owners")
        async with open_session(agent, S, store=store, processes=processes) as again:
            assert again.id == S


def stalled() -> tuple[Script, trio.Event]:
    reached = trio.Event()
    return script((Reached(reached), Stall())), reached


async def test_leaving_the_block_cancels_the_turn_and_waits_for_its_end() -> None:
    store = ModelStore()
    model, reached = stalled()
    agent = assemble("home", [model.route])
    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message())
            await reached.wait()
    (done,) = [e.body for e in store.all_events(S) if isinstance(e.body, Done)]
    assert (done.outcome, done.error_key) == (Outcome.CANCELLED, "cancelled_by_shutdown")
    assert store.owners == {}


async def test_leaving_by_cancellation_still_ends_the_turn_and_gives_the_session_up() -> None:
    store = ModelStore()
    model, reached = stalled()
    agent = assemble("home", [model.route])

    async def hold() -> None:
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message())
            await trio.sleep_forever()

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hold)
            await reached.wait()
            nursery.cancel_scope.cancel()
    assert any(isinstance(event.body, Done) for event in store.all_events(S))
    assert store.owners == {}


async def test_error_inside_the_block_is_not_swallowed() -> None:
    agent = assemble("home", [script().route])
    with trio.fail_after(5), pytest.raises(BaseExceptionGroup) as caught:
        async with open_session(agent, S, processes=FakeProcesses()):
            raise KeyError("mine")
    assert caught.value.subgroup(KeyError) is not None


async def test_turn_that_a_crash_cut_off_is_ended_before_anything_else() -> None:
    store = ModelStore()
    model, reached = stalled()
    agent = assemble("home", [model.route])

    async def crash_before_the_end(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if any(isinstance(event.body, Done) for event in commit.events):
            store.crash()

    with trio.fail_after(5):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message("cut off"))
            await reached.wait()
            await session.process(message("still waiting"))
            store.before_commit = crash_before_the_end
    store.before_commit = None
    model.provider.rounds[1:] = [say("answered after all")]
    with trio.fail_after(5):
        async with (
            open_session(agent, S, store=store, processes=FakeProcesses()) as session,
            session.subscribe(SubscriberRole.OBSERVER, after_seq=0) as events,
        ):
            dones = []
            async for event in events:
                assert isinstance(event, Event)
                if isinstance(event.body, Done):
                    dones.append(event.body)
                if len(dones) == 2:
                    break
    named = [number for done in dones for number in done.message_ids]
    assert sorted(named) == [1, 2]
    assert dones[-1].final_text == "answered after all"


async def test_closed_session_takes_no_more_messages() -> None:
    agent = assemble("home", [script(say("x")).route])
    with trio.fail_after(5):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            await follow(session, message())
        with pytest.raises(SessionClosed):
            await session.process(message())


async def test_turn_opens_with_the_message_it_answers() -> None:
    seen = await play(assemble("home", [script(say("x")).route]))
    (started,) = seen.of(TurnStarted)
    assert started.message_ids == seen.done.message_ids == (1,)
    assert seen.events[-1].path == ("home",)
    assert evolve(seen.done, detail="") == seen.done
