"""Ctrl+C ends a command soon, whatever it is doing, with nothing left of what it started."""

from __future__ import annotations

import json
import random
import re
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final, TypeAlias

import pytest
import trio
from at_terminal import started_at_terminal
from attrs import define, field
from command_line import CANCELLED, CommandLine, Finished, Running
from marked_processes import Mark, has_open, left_of_session, moment, seconds_until_gone
from tool_turns import (
    ScriptedTurns,
    configure,
    in_history,
    marks_in,
    messages_of,
    stored_of,
    text_of,
)

from zeroclaw.interrupts import LEAVE_SECONDS
from zeroclaw_api.json import JsonObject
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)

Report: TypeAlias = Callable[[str, object], None]

INTERRUPTS: Final = 50
"""For each of two lanes."""

SEED: Final = 20_261_201

EXIT_SECONDS: Final = {"p95": 2.0, "max": 4.0}
"""From the signal to the end of the command, on a machine that is busy with another command."""

GONE_SECONDS: Final = 2.0
"""The reaper may end a moment after the command; what it reaps has ended before."""

SHAPES: Final[dict[str, Callable[[Mark], str]]] = {
    "a session of its own": lambda mark: (
        f"(setsid sh -c '{mark.nap(77)} & {mark.nap(78)}' &); {mark.nap(79)}"
    ),
    "children that hold the pipe": lambda mark: f"{mark.nap(77)} & {mark.nap(78)} & echo up",
    "deaf to signals": lambda mark: (
        f"trap '' TERM INT HUP; sh -c '{mark.nap(77)}' & {mark.nap(78)} & {mark.nap(79)}"
    ),
    "a double fork": lambda mark: (
        f"( (setsid nohup {mark.nap(77)} >nohup.out 2>&1 &) & ); {mark.nap(79)}"
    ),
}
"""Shell commands that fork; only the second of them ends by itself."""

ENDS: Final = "children that hold the pipe"

TRIGGERS: Final = (
    "any moment",
    "request",
    "answer",
    "mark",
    "well into it",
)

TOLD: Final = re.compile(r"may have had effects|may have happened|\bup\b")
"""What the result of a call says that ran: it was cancelled, could not be saved, or ended."""

PRESS_AGAIN_SECONDS: Final = LEAVE_SECONDS + 3
"""A command that had heard the signal would have ended by then."""

LOST: Final = "Failed checking if argv[0] is an import path entry"
"""CPython says so, then goes on, when Ctrl+C comes while it makes its search path."""

STARTED: Final = re.compile(r'zeroclaw[^"]*", line \d+, in (?!<module>)')
"""A line of a traceback that shows that the command had begun to run."""


@define(eq=False)
class Lane:
    """Interrupts one command after another."""

    chance: random.Random
    mark: Mark = field(factory=Mark)
    script: ScriptedTurns = field(init=False)
    life: float = 0.0
    kinds: Counter[str] = field(factory=Counter)
    latencies: list[float] = field(factory=list)
    problems: list[str] = field(factory=list)
    lost: int = 0
    _numbers: Iterator[int] = field(factory=lambda: count(1))

    def __attrs_post_init__(self) -> None:
        self.script = ScriptedTurns(self._plan)

    def name(self, kind: str) -> str:
        """A name for the next message."""
        return f"{kind}-{next(self._numbers):04d}"

    def expect(self, holds: bool, what: str, *facts: object) -> None:
        """Keep what is wrong, go on: one defect shows in several places."""
        if not holds:
            self.problems.append(f"{what}: {facts}")

    async def measure(self, home: Path) -> None:
        """How long it takes until a tool runs, which says when a signal may come."""
        began = trio.current_time()
        name = self.name("turn")
        async with CommandLine(home).started("agent", "-m", name) as running:
            await running.unless_ended(lambda: self.marked(name, home))
            self.life = trio.current_time() - began
            running.interrupt()
            self.expect((await running.finish()).code == CANCELLED, "it cannot be interrupted")

    async def interrupt(
        self,
        home: Path,
        trigger: str,
        *arguments: str,
        numbers: tuple[signal.Signals, ...] = (signal.SIGINT,),
        kind: str = "turn",
    ) -> str:
        """Start a turn, interrupt it, judge what is left; returns its name."""
        name = self.name(kind)
        async with CommandLine(home).started("agent", *arguments, "-m", name) as running:
            await running.unless_ended(lambda: self._reach(trigger, name, home))
            began = trio.current_time()
            for number in numbers:
                running.process.send_signal(number)
            finished = await self._ended(running, name)
            if trio.current_time() - began < PRESS_AGAIN_SECONDS:
                self.latencies.append(trio.current_time() - began)
            left = self.mark.living()
            gone = await seconds_until_gone(lambda: left_of_session(running.pid), GONE_SECONDS)
        self.expect(not left, "tools are left", trigger, name, left)
        self.expect(gone < GONE_SECONDS, "processes are left", trigger, name)
        self._judge(trigger, name, finished)
        stored = stored_of(home, name)
        self.kinds[self._kind(name, home)] += 1
        self.expect(stored.integrity == "ok", "the database is damaged", name, stored)
        is_closed = not stored.is_open and not stored.is_waiting
        self.expect(is_closed, "the turn is not closed", trigger, name, stored, finished)
        return name

    async def go_on(self, home: Path, key: str, *interrupted: str) -> None:
        """The next message in the session works; the model is told what was cancelled."""
        name = self.name("check")
        done = await CommandLine(home).run("agent", "--session", key, "-m", name)
        good = (done.code, done.answer) == (0, "Fine.\n")
        self.expect(good, "the session does not go on", interrupted, done)
        if not good:
            return
        (request,) = self.script.asked[name, 0]
        history = in_history(messages_of(request))
        for turn in interrupted:
            self._judge_history(turn, history.get(turn), marks_in(home)[turn])

    def _judge_history(self, turn: str, told: list[JsonObject] | None, marks: int) -> None:
        asked = (turn, 0) in self.script.asked
        self.expect(told is not None or not asked, "what was accepted is lost", turn)
        self.expect(marks <= 1, "a call was repeated", turn)
        results = [text_of(message) for message in told or () if message["role"] == "tool"]
        if marks:
            is_told = len(results) == 1 and bool(TOLD.search(results[0]))
            self.expect(is_told, "the model is not told", turn, told)

    async def _ended(self, running: Running, name: str) -> Finished:
        """Wait for the end; press again when the interpreter has lost the signal, and says so."""
        with trio.move_on_after(PRESS_AGAIN_SECONDS):
            return await running.finish()
        running.interrupt()
        began = trio.current_time()
        finished = await running.finish()
        told = finished.told
        is_excused = told.startswith(LOST) and not STARTED.search(told)
        self.expect(is_excused, "a signal is lost", name, finished)
        self.expect(trio.current_time() - began < EXIT_SECONDS["max"], "it does not end", name)
        self.lost += 1
        return Finished(CANCELLED, finished.out, b"")

    def _judge(self, trigger: str, name: str, finished: Finished) -> None:
        facts = (trigger, name, finished)
        told = finished.told
        died = finished.code == -signal.SIGINT or "KeyboardInterrupt" in told
        if died and (name, 0) not in self.script.asked and not STARTED.search(told):
            # The interpreter itself was starting, where nobody can listen to signals yet.
            return
        self.expect(finished.code == CANCELLED, "it has another exit code", *facts)
        self.expect("Traceback" not in told, "a traceback is shown", *facts)

    def _kind(self, name: str, home: Path) -> str:
        if (name, 0) not in self.script.asked:
            return "before the request"
        if (name, 1) in self.script.asked:
            return "after the tool"
        return "while the tool ran" if marks_in(home)[name] else "before the tool"

    async def _reach(self, trigger: str, name: str, home: Path) -> None:
        """Wait for a random moment, or for one after something that is seen from outside."""
        match trigger:
            case "request":
                await self.script.request(name, 0)
                await moment(self.chance.uniform(0, 0.03))
            case "answer":
                request = await self.script.request(name, 0)
                await request.answered.wait()
                await moment(self.chance.choice((0.03, 0.3)) * self.chance.random())
            case "mark":
                await self.marked(name, home)
                await moment(self.chance.uniform(0, 0.02))
            case "well into it":
                if shape_of(name) == ENDS:
                    await self.script.request(name, 1)
                else:
                    await self.marked(name, home)
                await moment(self.chance.uniform(0, 0.3))
            case "its very start":
                await moment(self.chance.uniform(0, 0.15))
            case _:
                await moment(self.chance.uniform(0, self.life))

    async def marked(self, name: str, home: Path) -> None:
        """Wait until the tool of a turn runs."""
        await until(lambda: marks_in(home)[name] > 0)

    def _plan(self, name: str, results: int) -> Answer:
        """A command that forks, then silence: no turn ends by itself."""
        if name.startswith("check"):
            return saying("Fine.")
        if results or name.startswith("silent"):
            return Completion((Silence(),))
        command = f"echo {name} >> marks; {SHAPES[shape_of(name)](self.mark)}"
        arguments = json.dumps({"command": command})
        return calling(*cut_call(0, name, "shell", arguments, cuts=(7,)), text="Look: ")


def shape_of(name: str) -> str:
    """Which of the commands a turn runs."""
    return list(SHAPES)[int(name[-4:]) % len(SHAPES)]


async def interrupt_often(lane: Lane, home: Path) -> None:
    """Again and again, in sessions that go on for some time."""
    async with serve_model(lane.script.respond) as server:
        configure(home, server)
        await lane.measure(home)
        names: list[str] = []
        for number in range(INTERRUPTS):
            key = f"long {number // 5}"
            trigger = TRIGGERS[(number + number // len(TRIGGERS)) % len(TRIGGERS)]
            names.append(await lane.interrupt(home, trigger, "--session", key))
            if number % 5 in (1, 3, 4):
                await lane.go_on(home, key, *names)
                names = []


@pytest.mark.slow
async def test_interrupted_commands_end_soon_and_leave_nothing(
    tmp_path: Path, record_testsuite_property: Report
) -> None:
    lanes = [Lane(random.Random(SEED)), Lane(random.Random(SEED + 1))]
    try:
        with trio.fail_after(900):
            async with trio.open_nursery() as nursery:
                for number, lane in enumerate(lanes):
                    nursery.start_soon(interrupt_often, lane, tmp_path / str(number))
    finally:
        for lane in lanes:
            lane.mark.end()
    latencies = [seconds for lane in lanes for seconds in lane.latencies]
    figures = {
        "median": median(latencies),
        "p95": quantiles(latencies, n=20)[-1],
        "max": max(latencies),
    }
    for name, value in figures.items():
        record_testsuite_property(f"interrupt: {name} ms", round(value * 1000, 1))
    kinds = sum((lane.kinds for lane in lanes), Counter[str]())
    for kind, number in sorted(kinds.items()):
        record_testsuite_property(f"interrupt: {kind}", number)
    assert [problem for lane in lanes for problem in lane.problems] == []
    assert [lane.script.problems() for lane in lanes] == [{}, {}]
    assert kinds.total() == 2 * INTERRUPTS
    for kind in ("before the request", "before the tool", "while the tool ran", "after the tool"):
        assert kinds[kind] >= 3, kinds
    assert all(figures[name] < limit for name, limit in EXIT_SECONDS.items()), figures


@asynccontextmanager
async def one_lane(home: Path, level: str = "full") -> AsyncIterator[Lane]:
    """A lane with its server, for a few interrupts; nothing may have gone wrong at its end."""
    lane = Lane(random.Random(SEED))
    try:
        with trio.fail_after(120):
            async with serve_model(lane.script.respond) as server:
                configure(home, server, level)
                yield lane
    finally:
        lane.mark.end()
    assert lane.problems == []
    assert lane.script.problems() == {}
    assert all(seconds < EXIT_SECONDS["max"] for seconds in lane.latencies), lane.latencies


async def test_interrupt_during_the_very_start_leaves_nothing(tmp_path: Path) -> None:
    async with one_lane(tmp_path) as lane:
        for _ in range(12):
            await lane.interrupt(tmp_path, "its very start")
        assert lane.lost or lane.kinds == {"before the request": 12}
        await lane.go_on(tmp_path, "after that")


@pytest.mark.parametrize("kind", ["turn", "silent"])
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((signal.SIGINT, signal.SIGINT), id="twice"),
        pytest.param((signal.SIGTERM,), id="SIGTERM"),
        pytest.param((signal.SIGHUP,), id="SIGHUP"),
    ],
)
async def test_other_signals_end_a_turn_as_well(
    tmp_path: Path, numbers: tuple[signal.Signals, ...], kind: str
) -> None:
    async with one_lane(tmp_path) as lane:
        trigger = "mark" if kind == "turn" else "request"
        key = ("--session", "one")
        name = await lane.interrupt(tmp_path, trigger, *key, numbers=numbers, kind=kind)
        await lane.go_on(tmp_path, "one", name)


async def test_second_signal_soon_after_the_first_ends_it_too(tmp_path: Path) -> None:
    async with one_lane(tmp_path) as lane:
        for _ in range(3):
            name = lane.name("turn")
            command = CommandLine(tmp_path)
            async with command.started("agent", "--session", "one", "-m", name) as running:
                await lane.script.request(name, 0)
                await moment(lane.chance.uniform(0, 0.2))
                running.interrupt()
                await moment(lane.chance.uniform(0, 0.05))
                running.interrupt()
                finished = await running.finish()
            assert finished.code in (CANCELLED, -signal.SIGINT)
            assert finished.told.count("Traceback") == 0
            assert lane.mark.living() == []
            await lane.go_on(tmp_path, "one", name)


async def test_interrupt_while_the_model_is_silent_ends_the_turn(tmp_path: Path) -> None:
    async with one_lane(tmp_path) as lane:
        for key in ((), ("--session", "one")):
            await lane.interrupt(tmp_path, "request", *key, kind="silent")
        await lane.go_on(tmp_path, "one", f"silent-{2:04d}")


async def test_interrupt_ends_what_a_kill_left_unanswered_with_the_new_message(
    tmp_path: Path,
) -> None:
    async with one_lane(tmp_path) as lane:
        command, key = CommandLine(tmp_path), ("agent", "--session", "one")
        killed, interrupted = lane.name("silent"), lane.name("silent")
        async with command.started(*key, "-m", killed) as running:
            await lane.script.request(killed, 0)
            running.process.kill()
        assert stored_of(tmp_path, killed).is_waiting
        del lane.script.asked[killed, 0]
        async with command.started(*key, "-m", interrupted) as running:
            # Its turn is begun anew, before the one of the new message.
            await lane.script.request(killed, 0)
            await until(lambda: stored_of(tmp_path, interrupted).is_waiting)
            running.interrupt()
            finished = await running.finish()
        assert (finished.code, finished.out) == (CANCELLED, b"")
        assert not stored_of(tmp_path, interrupted).is_waiting
        await lane.go_on(tmp_path, "one", interrupted)


@pytest.mark.parametrize("locked", ["from the start", "in a new session", "while a tool runs"])
async def test_interrupt_while_the_database_is_locked_ends_in_time(
    tmp_path: Path, locked: str
) -> None:
    async with one_lane(tmp_path) as lane:
        await lane.go_on(tmp_path, "one")
        name = lane.name("turn")
        key = () if locked == "in a new session" else ("--session", "one")
        database = tmp_path / "data" / "state.db"
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            command = CommandLine(tmp_path)
            if locked != "while a tool runs":
                other.execute("BEGIN IMMEDIATE")
            async with command.started("agent", *key, "-m", name) as running:
                if locked == "while a tool runs":
                    await running.unless_ended(lambda: lane.marked(name, tmp_path))
                    other.execute("BEGIN IMMEDIATE")
                else:
                    await running.unless_ended(
                        lambda: until(lambda: has_open(running.pid, database))
                    )
                await moment(0.5)
                began = trio.current_time()
                running.interrupt()
                finished = await running.finish()
                took = trio.current_time() - began
                assert lane.mark.living() == []
        assert finished.code == CANCELLED
        assert b"Traceback" not in finished.err
        assert took < LEAVE_SECONDS + EXIT_SECONDS["p95"]
        if locked == "in a new session":
            # It is not durable, so nothing of it may have been shown.
            assert (finished.out, finished.err) == (b"", b"")
        await lane.go_on(tmp_path, "one", *((name,) if key else ()))


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something that is seen from outside is so."""
    while not holds():
        await moment(0.005)


async def test_ctrl_c_at_an_open_question_ends_the_turn(tmp_path: Path) -> None:
    async with one_lane(tmp_path, "supervised") as lane:
        name = lane.name("turn")
        arguments = ("agent", "--session", "one", "-m", name)
        async with started_at_terminal(CommandLine(tmp_path), *arguments) as terminal:
            before = terminal.local_flags
            await terminal.wait_for(b"\n> ")
            began = trio.current_time()
            await terminal.type(b"\x03")
            code = await terminal.finish()
            lane.latencies.append(trio.current_time() - began)
            assert terminal.local_flags == before
        assert code == CANCELLED, terminal.shown
        assert b"Traceback" not in terminal.shown
        assert marks_in(tmp_path) == Counter()
        assert not stored_of(tmp_path, name).is_open
        await lane.go_on(tmp_path, "one", name)


async def test_control_a_plain_child_leaves_survivors_that_are_found() -> None:
    mark = Mark()
    with trio.fail_after(30):
        line = SHAPES["a session of its own"](mark)
        process = await trio.lowlevel.open_process(["sh", "-c", line], start_new_session=True)
        while len(mark.living()) < 3:
            await moment(0.005)
        process.send_signal(signal.SIGINT)
        process.kill()
        await process.wait()
        left = mark.living()
        in_session = left_of_session(process.pid)
        mark.end()
    assert len(left) >= 2
    assert len(in_session) >= 1
