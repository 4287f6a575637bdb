"""Whatever happens inside a turn, its `Done` comes exactly once, last."""

from __future__ import annotations

import pytest
import trio
from one_session import S, follow, message, play, script
from trio.testing import MockClock

from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Role
from zeroclaw_api.observer import Observation, TurnEnded
from zeroclaw_api.session import CancelReason
from zeroclaw_api.stores import CallState, Commit
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble, open_session
from zeroclaw_runtime.turn.boundary import TurnCancel
from zeroclaw_testing.observers import RecordingObserver
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import Reached, Stall, call, calls, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec


async def test_bug_ends_the_turn_and_the_session_goes_on() -> None:
    model = script((KeyError("a bug of the adapter"),), say("alive"))
    agent = assemble("home", [model.route])
    with trio.fail_after(10):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            broken = await follow(session, message())
            assert (broken.done.outcome, broken.done.error_key) == (
                Outcome.FAILED,
                "internal_error",
            )
            assert "KeyError" in broken.done.detail
            assert broken.warnings == ["internal_error"]
            assert (await follow(session, message())).done.final_text == "alive"


async def test_deadline_of_a_turn_covers_the_model_and_the_tools(
    autojump_clock: MockClock,
) -> None:
    limits = Limits(turn_seconds=40, silence_seconds=1000)
    seen = await play(assemble("home", [script((Stall(),)).route], limits=limits), seconds=1e6)
    assert trio.current_time() == 40
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "turn_deadline")
    assert seen.done.detail == "The turn took more than 40 s."


@pytest.mark.parametrize("reason", CancelReason)
async def test_cancelled_turn_says_why(reason: CancelReason) -> None:
    reached = trio.Event()
    agent = assemble("home", [script((Reached(reached), Stall())).route])
    seen = []
    with trio.fail_after(10):
        async with open_session(agent, S, processes=FakeProcesses()) as session:

            async def drive() -> None:
                seen.append(await follow(session, message()))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(drive)
                await reached.wait()
                session.cancel(reason)
    assert (seen[0].done.outcome, seen[0].done.error_key) == (
        Outcome.CANCELLED,
        f"cancelled_by_{reason}",
    )


def test_turn_that_is_cancelled_from_outside_counts_as_shutdown() -> None:
    cancel = TurnCancel()
    assert cancel.reason is CancelReason.SHUTDOWN
    cancel.cancel(CancelReason.USER)
    assert (cancel.reason, cancel.scope.cancel_called) == (CancelReason.USER, True)


async def test_end_that_could_not_be_made_durable_is_still_told() -> None:
    store = ModelStore()

    async def refuse_done(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if any(isinstance(event.body, Done) for event in commit.events):
            raise StoreError(session_id=S, problem="full")

    store.before_commit = refuse_done
    agent = assemble("home", [script(say("said"), say("next")).route])
    with trio.fail_after(10):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            seen = await follow(session, message())
            assert seen.done.final_text == "said"
            assert seen.warnings == ["done_not_durable"]
            store.before_commit = None
            # The next thing that is written writes this end, too.
            await session.process(message("next"))
    assert any(isinstance(event.body, Done) for event in store.all_events(S))


async def test_text_that_was_shown_before_a_cancel_is_history() -> None:
    reached = trio.Event()
    store = ModelStore()
    model = script((*say("half an answer")[:-1], Reached(reached), Stall()))
    agent = assemble("home", [model.route])
    with trio.fail_after(10):
        async with (
            open_session(agent, S, store=store, processes=FakeProcesses()) as session,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(follow, session, message())
            await reached.wait()
            session.cancel()
    last = store.conversation(S)[-1]
    assert (last.role, last.text) == (Role.ASSISTANT, "half an answer")


async def test_observer_that_breaks_is_reported_once_and_left_alone() -> None:
    observer = RecordingObserver(fails=KeyError("metrics are down"))
    tool = FakeTool(tool_spec("read"))
    model = script(call("read", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], observer=observer)
    seen = await play(agent)
    assert seen.done.final_text == "ok"
    assert seen.warnings == ["observer_failed"]
    assert len(observer.observations) == 1


async def test_observer_hears_of_the_end_of_every_turn() -> None:
    observer = RecordingObserver()
    await play(assemble("home", [script(say("ok")).route], observer=observer))
    ended: list[Observation] = [o for o in observer.observations if isinstance(o, TurnEnded)]
    assert len(ended) == 1
    assert isinstance(ended[0], TurnEnded)
    assert (ended[0].outcome, ended[0].error_key) == (Outcome.ANSWERED, None)


async def test_failure_while_everything_is_cancelled_does_not_come_out_of_the_session() -> None:
    program = trio.CancelScope()
    store = ModelStore()

    async def fail(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if any(record.state is CallState.FINISHED for record in commit.calls):
            program.cancel()
            raise StoreError(session_id=S, problem="the disk is full")

    async def read(_context: ToolContext, args: JsonObject) -> ToolOutput:
        if "wait" in args:
            await trio.sleep_forever()
        return ToolOutput.of_text("ok")

    store.before_commit = fail
    model = script(calls(("read", {}), ("read", {"wait": True})))
    agent = assemble("home", [model.route], tools=[FakeTool(tool_spec("read"), read)])
    with trio.fail_after(10), program:
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message())
            await trio.sleep_forever()
    assert program.cancelled_caught
