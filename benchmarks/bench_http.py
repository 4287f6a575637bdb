"""The whole agent over real HTTP: turns at once, the gaps around tool calls, a request's size."""

from __future__ import annotations

import cProfile
import pstats
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from statistics import median, quantiles

from attrs import frozen
from bare_clients import CLIENTS, Run, ask_bare, bare_flood
from bare_steps import bare_steps
from figures import Figure, options, show
from load_model import CALLS_IN_A_TURN
from load_server import Report, report, serving
from own_folder import Work, in_folder
from whole_agent import ask_whole, whole, whole_flood

from zeroclaw_runtime import open_processes

GAP_REPEATS = 3
GAP_TURNS = 10
REQUESTS_IN_A_TURN = CALLS_IN_A_TURN + 1
PROFILED_LINES = 60
IMPORT_TRIO = "from time import process_time as p; a = p(); import trio; print(p() - a)"
FLOOR = "bare httpx"
DATABASE = {"": False, ", history in memory": True}
"""How a row is named; whether it does without the database."""


@frozen
class Load:
    """So many answers at once, each of so many deltas so many milliseconds apart."""

    sessions: int
    deltas: int
    milliseconds: int
    repeats: int

    @property
    def path(self) -> str:
        """What asks the server for it."""
        return f"/{self.deltas}/{self.milliseconds}"


LOADS = (Load(100, 20, 10, repeats=5), Load(1000, 50, 20, repeats=1))


@frozen
class Measured:
    """The best of some runs, with what the server saw of it."""

    run: Run
    seen: Report


def yardstick() -> float:
    """CPU seconds of `import trio` in a fresh interpreter: how fast this machine is."""
    command = [sys.executable, "-c", IMPORT_TRIO]
    return min(float(subprocess.check_output(command)) for _ in range(5))


def body_of_fresh_agent(origin: str) -> bytes:
    """What it asks the model first."""
    in_folder(partial(_whole_turns, f"{origin}/1/0", 1, in_memory=False))
    return report(origin).body.encode()


def measured(origin: str, load: Load, body: bytes) -> dict[str, Measured]:
    """Each way to read the answers at its best; side by side, so that all are disturbed alike."""
    root = origin + load.path
    works: dict[str, Work[Run]] = {
        name: partial(bare_flood, name, root, body, load.sessions) for name in CLIENTS
    }
    for label, in_memory in DATABASE.items():
        works[f"a turn{label}"] = partial(whole_flood, root, load.sessions, in_memory=in_memory)
    found: dict[str, list[Measured]] = {name: [] for name in works}
    for _ in range(load.repeats):
        for name, work in works.items():
            report(origin)
            found[name].append(Measured(in_folder(work), report(origin)))
    return {name: min(runs, key=lambda one: one.run) for name, runs in found.items()}


def load_figures(origin: str, load: Load, body: bytes) -> Iterator[Figure]:
    best = measured(origin, load, body)
    floor, whole_run = best[FLOOR].run, best["a turn"].run
    count, each = load.sessions, 1e3 / load.sessions
    yield Figure(
        f"{count} sessions, {load.deltas} deltas {load.milliseconds} ms apart: turns",
        count / whole_run.wall,
        "/s",
        count / floor.wall,
        FLOOR,
    )
    for name, one in best.items():
        run = one.run
        if run.failed:
            yield Figure(f"  {name}: FAILED", run.failed, f"of {count}")
        yield Figure(f"  {name}: CPU", run.cpu * each, "ms", floor.cpu * each, FLOOR)
        yield Figure("    wall, all of them", run.wall, "s", floor.wall, FLOOR)
        yield Figure("    first token, median", median(run.first) * 1e3, "ms")
        p95 = quantiles(run.first, n=20)[-1]
        floor_p95 = quantiles(floor.first, n=20)[-1]
        yield Figure("    first token, p95", p95 * 1e3, "ms", floor_p95 * 1e3, FLOOR)
        yield Figure("    the server was late, p95", one.seen.late_p95 * 1e3, "ms")


def gap_figures(origin: str, body: bytes) -> Iterator[Figure]:
    for tool in ("calculator", "shell"):
        root, command = f"{origin}/calls/{tool}", tool == "shell"
        for label, in_memory in DATABASE.items():
            bare = partial(_bare_turns, root, body, commits=not in_memory, command=command)
            turns = partial(_whole_turns, root, GAP_TURNS, in_memory=in_memory)
            pairs = [(_gaps(origin, bare), _gaps(origin, turns)) for _ in range(GAP_REPEATS)]
            floor = min((pair[0] for pair in pairs), key=median)
            found = min((pair[1] for pair in pairs), key=median)
            steps = [FLOOR] + ["commits"] * (not in_memory) + ["bwrap"] * command
            yield Figure(
                f"gap around {tool}{label}: median",
                median(found) * 1e3,
                "ms",
                median(floor) * 1e3,
                ", ".join(steps),
            )
            yield Figure("  p95", quantiles(found, n=20)[-1] * 1e3, "ms")
            yield Figure("  its floor", median(floor) * 1e3, "ms")


def _gaps(origin: str, work: Work[None]) -> list[float]:
    report(origin)
    in_folder(work)
    return report(origin).gaps(REQUESTS_IN_A_TURN)


async def _bare_turns(
    root: str, body: bytes, folder: Path, *, commits: bool, command: bool
) -> None:
    async with bare_steps(folder, commits=commits, command=command) as between:
        await ask_bare(root, body, GAP_TURNS * REQUESTS_IN_A_TURN, between)


async def _whole_turns(root: str, turns: int, folder: Path, *, in_memory: bool) -> None:
    async with (
        whole(root, folder, in_memory=in_memory) as subject,
        open_processes() as processes,
    ):
        await ask_whole(subject, turns, "turn", processes)


def figures(origin: str) -> Iterator[Figure]:
    yield Figure("import trio, the machine's yardstick", yardstick() * 1e3, "ms CPU")
    body = body_of_fresh_agent(origin)
    yield Figure("request of a fresh agent with the core tools", len(body), "bytes")
    yield from gap_figures(origin, body)
    for load in LOADS:
        yield from load_figures(origin, load, body)


def profiled(origin: str, path: Path) -> None:
    """Profile the first load; a list of what costs most goes into a file."""
    load, profile = LOADS[0], cProfile.Profile()
    profile.enable()
    in_folder(partial(whole_flood, origin + load.path, load.sessions, in_memory=False))
    profile.disable()
    text = StringIO()
    pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(PROFILED_LINES)
    path.write_text(text.getvalue())


def main() -> None:
    chosen = options(__doc__ or "")
    with serving() as origin:
        found = list(figures(origin))
        if chosen.profile:
            profiled(origin, Path(chosen.profile))
    show("Over HTTP", found, as_json=chosen.json)


if __name__ == "__main__":
    main()
