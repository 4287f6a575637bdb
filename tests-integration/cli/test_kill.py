"""A command that is killed loses nothing it accepted, repeats nothing it started."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

import pytest
import trio
from attrs import define, evolve, field, frozen
from command_line import CommandLine, Finished
from marked_processes import Mark, left_of_session, moment, seconds_until_gone
from tool_turns import (
    ScriptedTurns,
    Stored,
    configure,
    in_history,
    marks_in,
    messages_of,
    stored_of,
    text_of,
)

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Delivery,
    Pause,
    Repeat,
    calling,
    cut_call,
    saying,
    serve_model,
    strict_problems,
)

Report: TypeAlias = Callable[[str, object], None]

GOING_ON: Final = 60
"""Kills in sessions that go on over several of them."""

FRESH: Final = 40
"""Kills in the first turn of an installation; half of them in sessions without a name."""

SEED: Final = 20_261_130

KILLED: Final = -9

GONE_SECONDS: Final = 5.0
"""How soon all processes must have ended; the machine may be busy with another command."""

THINKING: Final = Delivery(hold=Pause(0.05))
"""How long the model takes, so that a request can be hit on a fast machine as well."""

MAY_HAVE_HAPPENED: Final = "interrupted; may have happened"
DID_NOT_HAPPEN: Final = "it did not happen"
ANSWER: Final = "word " * 6
ROUNDS: Final = {"first": 0, "second": 1, "third": 2}
TRIGGERS: Final = (
    "any moment",
    "first request",
    "its mark",
    "first answer",
    "any moment",
    "second request",
    "its mark",
    "second answer",
    "third request",
    "third answer",
)


@frozen
class Killed:
    """One command that was killed: what it had shown, what it had stored."""

    name: str
    finished: Finished
    stored: Stored

    @property
    def kind(self) -> str:
        """In which part of its life it was."""
        if self.stored.session_id is None:
            return "before accept"
        if self.stored.is_waiting:
            return "during request"
        if "started" in self.stored.states:
            return "during tool"
        if not self.stored.is_open:
            return "after"
        return "between tools" if self.stored.states else "during request"


@define(eq=False)
class Lane:
    """Kills one command after another; two of them work side by side."""

    chance: random.Random
    mark: Mark = field(factory=Mark)
    script: ScriptedTurns = field(init=False)
    life: float = 0.0
    kinds: Counter[str] = field(factory=Counter)
    gone_seconds: list[float] = field(factory=list)
    problems: list[str] = field(factory=list)
    _numbers: Iterator[int] = field(factory=lambda: count(1))

    def __attrs_post_init__(self) -> None:
        self.script = ScriptedTurns(self._plan)

    @property
    def kills(self) -> int:
        """How many commands were killed while they lived."""
        return self.kinds.total()

    def name(self, kind: str) -> str:
        """A name for the next message."""
        return f"{kind}-{next(self._numbers):04d}"

    def expect(self, holds: bool, what: str, *facts: object) -> None:
        """Keep what is wrong, go on: one defect shows in several places."""
        if not holds:
            self.problems.append(f"{what}: {facts}")

    async def measure(self, home: Path) -> None:
        """How long a whole turn takes, which says when a kill may come."""
        began = trio.current_time()
        name = self.name("turn")
        done = await CommandLine(home).run("agent", "-m", name)
        self.life = trio.current_time() - began
        shown = f"Look: Look: {ANSWER}".split()
        self.expect((done.code, done.answer.split()) == (0, shown), "a whole turn", done)

    async def kill(self, home: Path, *arguments: str) -> Killed | None:
        """Start a turn, kill it; None when it had ended before."""
        name = self.name("turn")
        trigger = TRIGGERS[self.kills % len(TRIGGERS)]
        async with CommandLine(home).started("agent", *arguments, "-m", name) as running:
            await running.unless_ended(lambda: self._reach(trigger, name, home))
            running.process.kill()
            finished = await running.finish()
            gone = await seconds_until_gone(
                lambda: left_of_session(running.pid) + self.mark.living(), GONE_SECONDS
            )
        stored = stored_of(home, name)
        self.gone_seconds.append(gone)
        self.expect(gone < GONE_SECONDS, "processes are left", name, self.mark.living())
        self.expect(stored.integrity == "ok", "the database is damaged", name, stored)
        if finished.code != KILLED:
            self.expect(finished.code == 0, "it ended by itself", name, finished)
            return None
        killed = Killed(name, finished, stored)
        self.kinds[killed.kind] += 1
        return killed

    async def go_on(self, home: Path, key: str, killed: list[Killed]) -> None:
        """Say something more in the session of these; judge what the model is told of them."""
        name = self.name("check")
        done = await CommandLine(home).run("agent", "--session", key, "-m", name)
        good = done.code == 0 and done.answer.endswith("Fine.\n")
        self.expect(good, "the session does not go on", name, killed, done)
        if not good:
            return
        (request,) = self.script.asked[name, 0]
        history = in_history(messages_of(request))
        for turn in killed:
            self._judge(turn, history, marks_in(home)[turn.name])
        last = stored_of(home, name)
        self.expect(last.integrity == "ok", "the database is damaged", name, last)
        self.expect(not last.is_open and not last.is_waiting, "its turn is not closed", last)

    def _judge(self, turn: Killed, history: dict[str, list[JsonObject]], marks: int) -> None:
        """What was shown, seen, or stored of a turn is in its history; no more has happened."""
        name, stored = turn.name, turn.stored
        asked = {results for asked, results in self.script.asked if asked == name}
        is_seen = stored.session_id is not None or bool(turn.finished.out or turn.finished.err)
        told = history.get(name)
        facts = (name, sorted(asked), marks, stored, turn.finished, told)
        self.expect(marks <= 1, "a call was repeated", *facts)
        if told is None:
            self.expect(not is_seen and not marks, "what was accepted is lost", *facts)
            return
        results = [text_of(message) for message in told if message["role"] == "tool"]
        shell = results[0] if results else ""
        if marks or "● shell" in turn.finished.told:
            self.expect(bool(shell) and DID_NOT_HAPPEN not in shell, "a call is denied", *facts)
        if DID_NOT_HAPPEN in shell:
            self.expect(not marks, "it happened", *facts)
        if "started" in stored.states:
            at = stored.states.index("started")
            self.expect(results[-1:] == [MAY_HAVE_HAPPENED], "it is not told", at, *facts)
        for number, words in ((1, "up"), (2, "Wrote")):
            if number in asked:
                self.expect(words in "".join(results[number - 1 : number]), "a result", *facts)
        if turn.finished.answer.endswith(f"{ANSWER}\n"):
            self.expect(bool(told) and text_of(told[-1]) == ANSWER, "the answer is lost", *facts)

    def judge_requests(self) -> None:
        """All that was asked is what a strict provider takes; no round was asked again."""
        self.expect(not self.script.problems(), "a history is refused", self.script.problems())
        again = [
            key
            for key, requests in self.script.asked.items()
            # Before the first call nothing has happened: the turn is begun anew.
            if key[1] and len(requests) > 1
        ]
        self.expect(not again, "a round was asked again", again)

    async def _reach(self, trigger: str, name: str, home: Path) -> None:
        """Wait for a random moment, or for one after something that is seen from outside."""
        match trigger.split():
            case [which, "request"]:
                await self.script.request(name, ROUNDS[which])
                await moment(self.chance.uniform(0, 0.03))
            case [which, "answer"]:
                request = await self.script.request(name, ROUNDS[which])
                await request.answered.wait()
                await moment(self.chance.choice((0.02, 0.1, 0.3)) * self.chance.random())
            case [_, "mark"]:
                while not marks_in(home)[name]:
                    await moment(0.001)
                await moment(self.chance.uniform(0, 0.06))
            case _:
                await moment(self.chance.uniform(0, self.life))

    def _plan(self, name: str, results: int) -> Answer:
        """A shell command that leaves a process behind, then a file, then words."""
        if not name.startswith("turn"):
            return saying("Fine.")
        command = f"echo {name} >> marks; (setsid {self.mark.nap(50)} &); echo up; sleep 0.03"
        calls: dict[int, tuple[str, JsonObject]] = {
            0: ("shell", {"command": command}),
            1: ("file_write", {"path": f"{name}.txt", "content": name}),
        }
        if results in calls:
            tool, arguments = calls[results]
            call = cut_call(0, f"{name}-{results}", tool, json.dumps(arguments), cuts=(5,))
            return evolve(calling(*call, text="Look: "), delivery=THINKING)
        words = Repeat(TextDelta("word "), 6, 0.004)
        return Completion((words, Finish(FinishReason.STOP)), delivery=THINKING)


async def kill_in_sessions_that_go_on(lane: Lane, folder: Path) -> None:
    """One to three kills in a row, so that some come while the one before is being repaired."""
    async with serve_model(lane.script.respond) as server:
        configure(folder, server)
        await lane.measure(folder)
        for number in count():
            key = f"long {number}"
            for _ in range(4):
                row = [await lane.kill(folder, "--session", key) for _ in range(1 + number % 3)]
                await lane.go_on(folder, key, [killed for killed in row if killed])
                if lane.kills >= GOING_ON:
                    return


async def kill_in_new_sessions(lane: Lane, folder: Path) -> None:
    """Each in an installation of its own, with its database still to be made."""
    async with serve_model(lane.script.respond) as server:
        configure(folder / "measured", server)
        await lane.measure(folder / "measured")
        for number in count():
            home = folder / f"home {number}"
            configure(home, server)
            named = ("--session", "named") if number % 2 else ()
            killed = await lane.kill(home, *named)
            if killed is not None:
                await lane.go_on(home, killed.stored.session_key or "named", [killed])
            if lane.kills >= FRESH:
                return


@pytest.mark.slow
async def test_killed_commands_lose_nothing_and_repeat_nothing(
    tmp_path: Path, record_testsuite_property: Report
) -> None:
    lanes = [Lane(random.Random(SEED)), Lane(random.Random(SEED + 1))]
    work = (kill_in_sessions_that_go_on, kill_in_new_sessions)
    try:
        with trio.fail_after(900):
            async with trio.open_nursery() as nursery:
                for lane, does in zip(lanes, work, strict=True):
                    (tmp_path / does.__name__).mkdir()
                    nursery.start_soon(does, lane, tmp_path / does.__name__)
    finally:
        for lane in lanes:
            lane.mark.end()
    kinds = sum((lane.kinds for lane in lanes), Counter[str]())
    for kind, number in sorted(kinds.items()):
        record_testsuite_property(f"kill: {kind}", number)
    gone = max(second for lane in lanes for second in lane.gone_seconds)
    record_testsuite_property("kill: longest until no process was left, ms", round(gone * 1000, 1))
    for lane in lanes:
        lane.judge_requests()
    assert [problem for lane in lanes for problem in lane.problems] == []
    assert kinds.total() >= GOING_ON + FRESH
    for kind in ("before accept", "during request", "during tool", "between tools", "after"):
        assert kinds[kind] >= 3, kinds


async def test_control_a_history_with_a_lost_result_is_refused(tmp_path: Path) -> None:
    lane = Lane(random.Random(SEED))
    with trio.fail_after(60):
        async with serve_model(lane.script.respond) as server:
            configure(tmp_path, server)
            await lane.measure(tmp_path)
    (request,) = lane.script.asked["turn-0001", 2]
    messages = [m for m in messages_of(request) if m.get("tool_call_id") != "turn-0001-0"]
    assert lane.problems == []
    assert lane.script.problems() == {}
    assert strict_problems(messages) != ()
