"""A round is one assistant message with exactly one result for each of its calls."""

from __future__ import annotations

import trio
from one_session import NO, S, follow, message, play, script
from trio.testing import wait_all_tasks_blocked

from zeroclaw_api.events import ToolFinished, ToolStarted
from zeroclaw_api.messages import ResultStatus, Role
from zeroclaw_api.observer import ToolRan
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stores import CallState
from zeroclaw_runtime import assemble, open_session
from zeroclaw_testing.observers import RecordingObserver
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec


def writer() -> FakeTool:
    effects = frozenset({Effect.WRITE})
    return FakeTool(tool_spec("write", risk=Risk.MEDIUM, effects=effects))


async def test_denied_and_finished_calls_have_one_result_each() -> None:
    store, observer = ModelStore(), RecordingObserver()
    model = script(calls(("write", {}), ("read", {}), ("ghost", {})), say("ok"))
    agent = assemble(
        "home", [model.route], tools=[writer(), FakeTool(tool_spec("read"))], observer=observer
    )
    seen = await play(agent, answers=[NO], store=store)
    _, asked, answered, _ = store.conversation(S)
    assert answered.role is Role.TOOL
    assert [r.call_id for r in answered.tool_results] == [c.id for c in asked.tool_calls]
    statuses = [ResultStatus.DENIED, ResultStatus.SUCCESS, ResultStatus.ERROR]
    assert [r.status for r in answered.tool_results] == statuses
    ran = [o for o in observer.observations if isinstance(o, ToolRan)]
    assert [(o.name, o.status) for o in ran] == list(
        zip(["write", "read", "ghost"], statuses, strict=True)
    )
    assert [started.name for started in seen.of(ToolStarted)] == ["read"]
    assert len(seen.of(ToolFinished)) == 3


async def test_every_call_ends_finished_in_the_store() -> None:
    store = ModelStore()
    model = script(calls(("write", {}), ("read", {})), say("ok"))
    agent = assemble("home", [model.route], tools=[writer(), FakeTool(tool_spec("read"))])
    await play(agent, answers=[NO], store=store)
    last = {r.call_id: r for entry in store.commits for r in entry.commit.calls}
    assert [record.state for record in last.values()] == [CallState.FINISHED] * 2
    assert all(record.result is not None for record in last.values())


async def test_turn_cut_off_at_a_question_leaves_history_whole() -> None:
    store = ModelStore()
    model = script(calls(("write", {}), ("write", {"n": 2}), text="I will. "))
    agent = assemble("home", [model.route], tools=[writer()])
    plays = []
    with trio.fail_after(10):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:

            async def drive() -> None:
                plays.append(await follow(session, message()))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(drive)
                await wait_all_tasks_blocked()
                session.cancel()
    _, asked, answered = store.conversation(S)
    assert asked.text == "I will. "
    assert [r.call_id for r in answered.tool_results] == [c.id for c in asked.tool_calls]
    assert {r.status for r in answered.tool_results} == {ResultStatus.CANCELLED}
    assert all("was not run" in r.text for r in answered.tool_results)
    # Each call has an end in the stream, too.
    assert len(plays[0].of(ToolFinished)) == 2


async def test_loop_warning_is_not_part_of_the_digest_that_is_compared() -> None:
    store = ModelStore()
    model = script(*[call("read", {})] * 4, say("ok"))
    await play(assemble("home", [model.route], tools=[FakeTool(tool_spec("read"))]), store=store)
    results = [r for m in store.conversation(S) for r in m.tool_results]
    assert len({r.full_sha256 for r in results}) == 1
    assert ["exact call" in r.text for r in results] == [False, False, True, True]
