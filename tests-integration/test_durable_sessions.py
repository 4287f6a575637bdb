"""A session of the kernel on the state database goes on after it was closed, or killed."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import trio

from zeroclaw_api.events import Done, Event, Outcome
from zeroclaw_api.json import JsonObject
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.session import ProcessMessage, Session, SubscriberRole
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_memory import open_sessions
from zeroclaw_runtime import Agent, ModelRoute, assemble, open_session
from zeroclaw_testing import FakeTool, ScriptedProvider, Step, call, say, tool_spec

LIMIT_SECONDS = 30
KILLS = 5


async def wait_for_ever(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    """A tool that says it has started, then waits to be killed."""
    sys.stdout.write("started\n")
    sys.stdout.flush()
    await trio.sleep_forever()
    raise AssertionError("it goes on after for ever")


def agent_of(*rounds: tuple[Step, ...]) -> tuple[Agent, ScriptedProvider, FakeTool]:
    provider = ScriptedProvider(rounds)
    tool = FakeTool(tool_spec("wait"), wait_for_ever)
    return assemble("main", [ModelRoute(provider, "model")], tools=(tool,)), provider, tool


async def answer(session: Session, text: str) -> Done:
    """Say something, read to the end of the turn that answers it."""
    async with session.subscribe(SubscriberRole.DRIVER) as events:
        message_id = await session.process(ProcessMessage(text, LOCAL_USER))
        async for event in events:
            assert isinstance(event, Event)
            if isinstance(event.body, Done) and message_id in event.body.message_ids:
                return event.body
    raise AssertionError("the session closed before the end of the turn")


def said(request: ModelRequest) -> str:
    return " · ".join(message.text for message in request.messages)


async def play(path: Path) -> None:
    """One turn that waits in its tool until the process is killed."""
    agent, _, _ = agent_of(call("wait", {}))
    async with open_sessions(path) as store, open_session(agent, "s", store=store) as session:
        await answer(session, "wait for me")


def kill_in_its_tool(path: Path) -> None:
    """Start a process that plays the turn, kill it once the tool has started."""
    command = [sys.executable, "-W", "error", __file__, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        child.kill()


async def test_session_goes_on_after_its_store_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "home" / "state.db"
    agent, provider, _ = agent_of(say("one"), say("two"))
    events: tuple[Event, ...] = ()
    with trio.fail_after(LIMIT_SECONDS):
        for text, wanted in (("first", "one"), ("second", "two")):
            async with (
                open_sessions(path) as store,
                open_session(agent, "s", store=store) as session,
            ):
                done = await answer(session, text)
                assert (done.outcome, done.final_text) == (Outcome.ANSWERED, wanted)
                events = await session.replay(0, 10_000)
    assert said(provider.requests[-1]).startswith("first · one · ")
    assert said(provider.requests[-1]).endswith("second")
    assert sum(isinstance(event.body, Done) for event in events) == 2
    assert events[0].first_seq == 1
    assert all(later.first_seq == earlier.seq + 1 for earlier, later in pairwise(events))


async def test_turn_that_was_killed_is_marked_then_never_run_again(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    for number in range(1, KILLS + 1):
        kill_in_its_tool(path)
        agent, provider, tool = agent_of(say("what now?"))
        with trio.fail_after(LIMIT_SECONDS):
            async with (
                open_sessions(path) as store,
                open_session(agent, "s", store=store) as session,
            ):
                events = await session.replay(0, 10_000)
                await answer(session, "go on")
        outcomes = [event.body.outcome for event in events if isinstance(event.body, Done)]
        assert outcomes == [Outcome.INTERRUPTED, Outcome.ANSWERED] * (number - 1) + [
            Outcome.INTERRUPTED
        ]
        results = [r for m in provider.requests[-1].messages for r in m.tool_results]
        assert [result.text for result in results] == ["interrupted; may have happened"] * number
        assert tool.calls == []


if __name__ == "__main__":
    trio.run(play, Path(sys.argv[1]))
