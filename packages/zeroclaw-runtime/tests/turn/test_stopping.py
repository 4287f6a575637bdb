"""What an operator stops does not start; where it runs it ends within a second."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from one_session import YES, Play, follow, message, said, script
from trio.testing import MockClock

from zeroclaw_api.estop import Estop, EstopState
from zeroclaw_api.events import ConfirmRequest, ToolStarted
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.questions import Question, Reply
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import BlockingToolContext, ToolContext, ToolOutput, TurnTool
from zeroclaw_runtime import assemble, open_session
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.security.estop import serialise_estop
from zeroclaw_runtime.security.estop_file import EstopFile
from zeroclaw_testing.estop import ManualEstop
from zeroclaw_testing.hooks import RecordingHook
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, tool_spec

KILL_ALL = EstopState(kill_all=True, updated_at=datetime(2026, 1, 1, tzinfo=UTC))
LEVELS = [
    KILL_ALL,
    EstopState(network_kill=True),
    EstopState(blocked_domains=("*",)),
    EstopState(frozen_tools=("fetch",)),
]
NETWORK = frozenset({Effect.NETWORK})
SECONDS = 20


class Hanging:
    """A tool that runs until it is cancelled; `begun` is set when it does."""

    def __init__(self, name: str = "fetch", risk: Risk = Risk.LOW) -> None:
        self.begun = trio.Event()
        self.tool = FakeTool(tool_spec(name, effects=NETWORK, risk=risk), self._hang)

    async def _hang(self, _context: ToolContext, _args: JsonObject) -> ToolOutput:
        self.begun.set()
        await trio.sleep_forever()


async def play(estop: Estop | None, *tools: TurnTool, hook: RecordingHook | None = None) -> Play:
    model = script(calls(*((tool.spec.name, {}) for tool in tools)), say("ok"))
    hooks = [] if hook is None else [hook]
    agent = assemble("a", [model.route], tools=tools, guards=Guards(estop=estop), hooks=hooks)
    with trio.fail_after(SECONDS):
        async with open_session(agent, SessionId("s"), processes=FakeProcesses()) as session:
            return await follow(session, message())


@pytest.mark.parametrize("state", LEVELS)
async def test_stopped_call_does_not_start(state: EstopState) -> None:
    tool = FakeTool(tool_spec("fetch", effects=NETWORK))
    seen = await play(ManualEstop(state), tool)
    (refusal,) = seen.refusals
    assert refusal.rule.startswith("estop:")
    assert "estop" not in refusal.text
    assert tool.calls == []
    assert seen.of(ToolStarted) == []


@pytest.mark.parametrize(
    "estop", [None, ManualEstop(), ManualEstop(EstopState(frozen_tools=("x",)))]
)
async def test_control_a_call_that_nobody_stopped_runs(estop: Estop | None) -> None:
    tool = FakeTool(tool_spec("fetch", effects=NETWORK))
    seen = await play(estop, tool)
    assert [result.status for result in seen.results] == [ResultStatus.SUCCESS]


async def test_no_hook_acts_on_a_stopped_call() -> None:
    hook = RecordingHook("watch")
    await play(ManualEstop(KILL_ALL), FakeTool(tool_spec("fetch")), hook=hook)
    assert hook.calls == []


@pytest.mark.parametrize("state", LEVELS)
async def test_running_call_is_cancelled_at_once(
    state: EstopState, autojump_clock: MockClock
) -> None:
    estop, hanging = ManualEstop(), Hanging()
    async with trio.open_nursery() as nursery:

        async def stop() -> None:
            await hanging.begun.wait()
            estop.set(state)

        nursery.start_soon(stop)
        seen = await play(estop, hanging.tool)
    (result,) = seen.results
    assert result.status is ResultStatus.CANCELLED
    assert "operator stopped" in result.text
    assert seen.warnings == ["call_stopped"]
    assert trio.current_time() < 1
    assert seen.text == "ok"


async def test_call_beside_a_stopped_one_goes_on() -> None:
    estop, stopped = ManualEstop(), Hanging()
    may_end = trio.Event()

    async def wait(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await may_end.wait()
        return ToolOutput.of_text("whole")

    read = FakeTool(tool_spec("read"), wait)
    reading = FakeTool(tool_spec("fetch"), stopped._hang)
    async with trio.open_nursery() as nursery:

        async def stop() -> None:
            await stopped.begun.wait()
            estop.set(EstopState(frozen_tools=("fetch",)))
            may_end.set()

        nursery.start_soon(stop)
        seen = await play(estop, reading, read)
    found = {result.status for result in seen.results}
    assert found == {ResultStatus.CANCELLED, ResultStatus.SUCCESS}


async def test_call_that_was_approved_after_the_stop_does_not_start() -> None:
    estop = ManualEstop()
    tool = FakeTool(tool_spec("fetch", effects=NETWORK, risk=Risk.MEDIUM))

    def approve(_question: Question) -> Reply:
        estop.set(KILL_ALL)
        return YES

    model = script(call("fetch", {}), say("ok"))
    agent = assemble("a", [model.route], tools=[tool], guards=Guards(estop=estop))
    with trio.fail_after(SECONDS):
        async with open_session(agent, SessionId("s"), processes=FakeProcesses()) as session:
            seen = await follow(session, message(), [approve])
    assert len(seen.of(ConfirmRequest)) == 1
    assert [refusal.rule for refusal in seen.refusals] == ["estop:kill_all"]
    assert tool.calls == []
    assert "did not run" in said(model.last_messages)


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """Set at the end, so that no thread outlives its test."""
    event = threading.Event()
    yield event
    event.set()


async def test_file_stops_a_call_on_a_thread_within_a_second(
    tmp_path: Path, release: threading.Event
) -> None:
    path = tmp_path / "estop.json"
    token, begun = trio.lowlevel.current_trio_token(), trio.Event()

    def block(_context: BlockingToolContext, _args: JsonObject) -> ToolOutput:
        token.run_sync_soon(begun.set)
        release.wait(SECONDS)
        return ToolOutput.of_text("late")

    tool = FakeBlockingTool(tool_spec("fetch"), block)
    began = 0.0
    async with trio.open_nursery() as nursery:

        async def stop() -> None:
            nonlocal began
            await begun.wait()
            fresh = path.with_suffix(".new")
            fresh.write_bytes(serialise_estop(KILL_ALL))
            began = trio.current_time()
            fresh.replace(path)

        nursery.start_soon(stop)
        seen = await play(EstopFile(path), tool)
    assert trio.current_time() - began < 1
    (result,) = seen.results
    assert result.status is ResultStatus.CANCELLED
    assert result.data == {"may_still_finish": True}
