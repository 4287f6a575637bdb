"""A turn that ends, however it ends, leaves no process of its tools alive."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import TypeAlias

import pytest
import trio
from attrs import define, field

from zeroclaw_api.events import Done, Event, Outcome, ToolFinished
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.session import ProcessMessage, SubscriberRole, Subscription
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import (
    Agent,
    Limits,
    ModelRoute,
    SessionActor,
    assemble,
    open_processes,
    open_session,
)
from zeroclaw_runtime.process.choose import ReaperChoice
from zeroclaw_testing import FakeTool, ScriptedProvider, Stall, Step, call, say, tool_spec

TURNS = 150
"""For each reaper; three hundred in all."""

LIMIT_SECONDS = 0.5
"""From the cancel to its `Done`."""

SEED = 20_260_101

Report: TypeAlias = Callable[[str, object], None]
Line: TypeAlias = Callable[["Marker"], str]

_numbers = count(1)
_BUBBLEWRAP_MAY_BE_MISSING = shutil.which("bwrap") is None and "CI" not in os.environ
_REAPERS = [
    pytest.param(
        "bubblewrap",
        marks=[
            pytest.mark.bubblewrap,
            pytest.mark.skipif(_BUBBLEWRAP_MAY_BE_MISSING, reason="bwrap is not installed"),
        ],
    ),
    "forkserver",
]


class Marker:
    """Numbers to sleep for that no other process has in its command line."""

    def __init__(self) -> None:
        self.stem = f"{os.getpid()}{next(_numbers):05d}"

    def nap(self, seconds: int) -> str:
        """A `sleep` of so many seconds that carries the mark."""
        return f"sleep {seconds}.{self.stem}"

    def living(self) -> list[int]:
        """Every process whose command line holds the mark."""
        return _with_words(f".{self.stem}")


def _with_words(words: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                if words.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def tree(marker: Marker) -> str:
    """A shell that waits beside a session of its own, in which two more wait; it says so first."""
    orphans = f"{marker.nap(77)} & echo up; {marker.nap(78)}"
    return f"(setsid sh -c '{orphans}' &); {marker.nap(79)}"


def leaving_tree(marker: Marker) -> str:
    """The same, but the first shell ends at once; whoever is left must be swept away."""
    return f"(setsid sh -c '{marker.nap(77)} & {marker.nap(78)}' &); echo up"


def chatty_tree(marker: Marker) -> str:
    """The same, saying things without end."""
    return f"(setsid sh -c '{marker.nap(77)} & {marker.nap(78)}' &); yes {marker.nap(79)}"


def shell(line: str) -> Command:
    return Command(argv=("sh", "-c", line), cwd=None, env={"PATH": "/usr/bin:/bin"})


@define(eq=False)
class Stage:
    """One turn at a time: what its tool is to run, with events for how far it came."""

    line: str = ""
    timeout: float = 60.0
    calling: trio.Event = field(factory=trio.Event)
    speaking: trio.Event = field(factory=trio.Event)
    over: trio.Event = field(factory=trio.Event)

    def set(self, line: str, timeout: float = 60.0) -> None:
        """Prepare the next turn."""
        self.line, self.timeout = line, timeout
        self.calling, self.speaking, self.over = trio.Event(), trio.Event(), trio.Event()

    async def run(self, context: ToolContext, _args: JsonObject) -> ToolOutput:
        """The tool by `Processes.run`."""
        self.calling.set()
        result = await context.processes.run(
            shell(self.line),
            timeout=self.timeout,
            output_limit=1000,
            on_output=lambda _chunk: self.speaking.set(),
        )
        self.over.set()
        return ToolOutput.of_text(f"{result.exit_code} {result.timed_out}")

    async def start(self, context: ToolContext, _args: JsonObject) -> ToolOutput:
        """The tool by `Processes.start`."""
        self.calling.set()
        async with context.processes.start(shell(self.line)) as process:
            while await process.receive_stdout():
                self.speaking.set()
            await process.wait()
        self.over.set()
        return ToolOutput.of_text("over")

    async def by_turns(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Now one, now the other."""
        return await (self.run if context.call_id % 2 else self.start)(context, args)


def call_once(request: ModelRequest) -> tuple[Step, ...]:
    """A model that calls the tool, then answers."""
    return say("done") if request.messages[-1].tool_results else call("work", {})


def call_then_stall(request: ModelRequest) -> tuple[Step, ...]:
    """A model that calls the tool, then says nothing more: every turn must be cancelled."""
    return (Stall(),) if request.messages[-1].tool_results else call("work", {})


def agent_with(
    does: Callable[[ToolContext, JsonObject], Awaitable[ToolOutput]],
    model: Callable[[ModelRequest], tuple[Step, ...]] = call_then_stall,
    *,
    limits: Limits = Limits(),
    time_limit: timedelta | None = None,
) -> Agent:
    tool = FakeTool(tool_spec("work", time_limit=time_limit), does)
    provider = ScriptedProvider(always=model)
    return assemble("tester", [ModelRoute(provider, "m")], tools=[tool], limits=limits)


async def send(session: SessionActor) -> None:
    await session.process(ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE))


async def next_done(reader: Subscription) -> Done:
    async for event in reader:
        if isinstance(event, Event) and isinstance(event.body, Done):
            return event.body
    raise AssertionError("the session ended without a Done")


async def next_result(reader: Subscription) -> ToolResult:
    async for event in reader:
        if isinstance(event, Event) and isinstance(event.body, ToolFinished):
            assert isinstance(event.body.outcome, ToolResult)
            return event.body.outcome
    raise AssertionError("the session ended without a result")


async def pause(seconds: float) -> None:
    """Let a moment pass: the moment is what is being tested."""
    with trio.move_on_after(seconds):
        await trio.sleep_forever()


@pytest.fixture(params=_REAPERS)
def reaper(request: pytest.FixtureRequest) -> ReaperChoice:
    choice: ReaperChoice = request.param
    return choice


@asynccontextmanager
async def opened(reaper: ReaperChoice, agent: Agent) -> AsyncIterator[SessionActor]:
    async with (
        open_processes(reaper) as processes,
        open_session(agent, "s", processes=processes) as session,
    ):
        yield session


async def reach_moment(moment: str, stage: Stage, chance: random.Random) -> None:
    """Wait for a random moment of the turn that was just accepted."""
    match moment:
        case "before the call":
            for _ in range(chance.randrange(12)):
                await trio.lowlevel.checkpoint()
        case "while it is spawned":
            await stage.calling.wait()
            await pause(chance.uniform(0, 0.012))
        case "at its first word" | "while it talks":
            await stage.speaking.wait()
            await pause(chance.uniform(0, 0.004))
        case "well into it":
            await stage.speaking.wait()
            await pause(chance.uniform(0.01, 0.06))
        case "while it is swept away":
            await stage.speaking.wait()
            await pause(chance.choice([0, chance.uniform(0, 0.008)]))
        case _:
            await stage.over.wait()
            for _ in range(chance.randrange(6)):
                await trio.lowlevel.checkpoint()


MOMENTS: dict[str, Line] = {
    "before the call": tree,
    "while it is spawned": tree,
    "at its first word": tree,
    "while it talks": chatty_tree,
    "well into it": tree,
    "while it is swept away": leaving_tree,
    "right after it": leaving_tree,
}


@pytest.mark.slow
async def test_cancelled_turns_leave_no_process_at_any_moment(
    reaper: ReaperChoice, record_testsuite_property: Report
) -> None:
    chance = random.Random(SEED)
    stage = Stage()
    latencies = []
    survivors = {}
    with trio.fail_after(240):
        async with (
            opened(reaper, agent_with(stage.by_turns)) as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            for number in range(TURNS):
                moment = list(MOMENTS)[number % len(MOMENTS)]
                marker = Marker()
                stage.set(MOMENTS[moment](marker))
                await send(session)
                await reach_moment(moment, stage, chance)
                began = trio.current_time()
                assert session.cancel()
                done = await next_done(reader)
                latencies.append(trio.current_time() - began)
                assert done.outcome is Outcome.CANCELLED, moment
                if left := marker.living():
                    survivors[number, moment] = left
    assert survivors == {}
    assert _with_words(f".{os.getpid()}0") == []
    figures = {
        "median": median(latencies),
        "p95": quantiles(latencies, n=20)[-1],
        "max": max(latencies),
    }
    for name, value in figures.items():
        record_testsuite_property(f"cancel with {reaper}: {name} ms", round(value * 1000, 1))
    assert figures["max"] < LIMIT_SECONDS, figures


@pytest.mark.parametrize("line", [tree, leaving_tree, chatty_tree])
async def test_time_limit_of_a_tool_leaves_no_process(reaper: ReaperChoice, line: Line) -> None:
    chance = random.Random(SEED)
    stage = Stage()
    for _ in range(6):
        limit = timedelta(seconds=chance.uniform(0.002, 0.05))
        agent = agent_with(stage.by_turns, call_once, time_limit=limit)
        marker = Marker()
        stage.set(line(marker))
        with trio.fail_after(20):
            async with (
                opened(reaper, agent) as session,
                session.subscribe(SubscriberRole.DRIVER) as reader,
            ):
                await send(session)
                result = await next_result(reader)
                assert marker.living() == []
                if line is not leaving_tree:
                    assert result.status is ResultStatus.ERROR
                    assert "stopped after" in result.text
                assert (await next_done(reader)).outcome is Outcome.ANSWERED


async def test_time_limit_of_a_command_leaves_no_process(reaper: ReaperChoice) -> None:
    chance = random.Random(SEED)
    stage = Stage()
    with trio.fail_after(30):
        async with (
            opened(reaper, agent_with(stage.run, call_once)) as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            for number in range(15):
                marker = Marker()
                stage.set((tree, chatty_tree)[number % 2](marker), chance.uniform(0, 0.03))
                await send(session)
                result = await next_result(reader)
                assert marker.living() == []
                assert result.text == "None True"
                assert (await next_done(reader)).outcome is Outcome.ANSWERED


async def test_deadline_of_a_turn_leaves_no_process(reaper: ReaperChoice) -> None:
    chance = random.Random(SEED)
    stage = Stage()
    for _ in range(10):
        limits = Limits(turn_seconds=chance.uniform(0.002, 0.06))
        marker = Marker()
        stage.set(tree(marker))
        with trio.fail_after(20):
            async with (
                opened(reaper, agent_with(stage.by_turns, limits=limits)) as session,
                session.subscribe(SubscriberRole.DRIVER) as reader,
            ):
                await send(session)
                done = await next_done(reader)
                assert (done.outcome, done.error_key) == (Outcome.LIMIT, "turn_deadline")
                assert marker.living() == []


async def test_closing_a_session_leaves_no_process(reaper: ReaperChoice) -> None:
    chance = random.Random(SEED)
    stage = Stage()
    moments = ["while it is spawned", "at its first word", "well into it"]
    with trio.fail_after(40):
        async with open_processes(reaper) as processes:
            for number in range(15):
                marker = Marker()
                stage.set(tree(marker))
                agent = agent_with(stage.by_turns)
                async with open_session(agent, f"s{number}", processes=processes) as session:
                    await send(session)
                    await reach_moment(moments[number % 3], stage, chance)
                    began = trio.current_time()
                assert trio.current_time() - began < LIMIT_SECONDS
                assert marker.living() == []


async def test_cancelling_the_whole_application_leaves_no_process(reaper: ReaperChoice) -> None:
    chance = random.Random(SEED)
    moments = ["before the call", "while it is spawned", "at its first word", "well into it"]
    for number in range(16):
        marker = Marker()
        stage = Stage(tree(marker))
        agent = agent_with(stage.by_turns)

        async def application(agent: Agent = agent, stage: Stage = stage) -> None:
            async with opened(reaper, agent) as session:
                await session.ask("go")

        with trio.fail_after(20):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(application)
                if number % 4:
                    await stage.calling.wait()
                await reach_moment(moments[number % 4], stage, chance)
                began = trio.current_time()
                nursery.cancel_scope.cancel()
            # The room's server, which has no command any more, may take a moment to leave.
            assert trio.current_time() - began < 2 * LIMIT_SECONDS
        assert marker.living() == []


async def test_room_that_opens_on_demand_leaves_no_process_either() -> None:
    stage = Stage()
    with trio.fail_after(20):
        async with (
            open_session(agent_with(stage.by_turns), "s") as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            for _ in range(5):
                marker = Marker()
                stage.set(tree(marker))
                await send(session)
                await stage.speaking.wait()
                assert len(marker.living()) >= 3
                began = trio.current_time()
                session.cancel()
                assert (await next_done(reader)).outcome is Outcome.CANCELLED
                assert trio.current_time() - began < LIMIT_SECONDS
                assert marker.living() == []


async def test_cancelling_one_session_spares_the_processes_of_another(
    reaper: ReaperChoice,
) -> None:
    async def two_sessions(processes: Processes) -> None:
        theirs, ours = Marker(), Marker()
        release = trio.Event()
        stage = Stage(tree(ours))
        up = trio.Event()

        async def stay(context: ToolContext, _args: JsonObject) -> ToolOutput:
            line = f"(setsid sh -c '{theirs.nap(77)} & echo up; {theirs.nap(78)}' &); read word"
            async with context.processes.start(shell(line)) as process:
                await process.receive_stdout()
                up.set()
                await release.wait()
                alive = len(theirs.living())
                await process.send(b"on\n")
                left = await process.wait()
            return ToolOutput.of_text(f"{left.exit_code} {alive >= 3}")

        async with (
            open_session(agent_with(stay, call_once), "kept", processes=processes) as kept,
            open_session(agent_with(stage.run), "ended", processes=processes) as ended,
            kept.subscribe(SubscriberRole.DRIVER) as kept_reader,
            ended.subscribe(SubscriberRole.DRIVER) as ended_reader,
        ):
            await send(kept)
            await up.wait()
            await send(ended)
            await stage.speaking.wait()
            before = set(theirs.living())
            ended.cancel()
            assert (await next_done(ended_reader)).outcome is Outcome.CANCELLED
            assert ours.living() == []
            assert set(theirs.living()) == before
            release.set()
            result = await next_result(kept_reader)
            assert (result.status, result.text) == (ResultStatus.SUCCESS, "0 True")
            assert (await next_done(kept_reader)).outcome is Outcome.ANSWERED
            assert theirs.living() == []

    with trio.fail_after(40):
        async with open_processes(reaper) as processes:
            for _ in range(10):
                await two_sessions(processes)


async def test_control_a_naive_child_leaves_survivors_that_are_found() -> None:
    marker = Marker()

    async def naive(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.run_process(["sh", "-c", tree(marker)], capture_stdout=True)
        return ToolOutput.of_text("over")

    with trio.fail_after(20):
        async with (
            open_session(agent_with(naive), "s") as session,
            session.subscribe(SubscriberRole.DRIVER) as reader,
        ):
            await send(session)
            while len(marker.living()) < 3:
                await trio.lowlevel.checkpoint()
            session.cancel()
            assert (await next_done(reader)).outcome is Outcome.CANCELLED
            # One that becomes another program just now has no words for a moment.
            while len(survivors := marker.living()) < 2:
                await trio.lowlevel.checkpoint()
    while late := marker.living():
        for pid in late:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    assert len(survivors) >= 2
