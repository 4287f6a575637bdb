"""What the installed command costs: to its first request, end, prompt, in memory, per tool call."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen
from figures import Figure, options, show
from install_wheels import install
from load_model import CALLS_IN_A_TURN
from load_server import Report, report, serving
from pty_chat import chat_times

RUNS: Final = 9
AT_ONCE: Final = "/20/0/v1"
"""Twenty deltas, without a pause."""
ROOT: Final = Path(__file__).parents[1]
LIBRARIES: Final = "import trio, attrs, httpcore, pydantic, click"
CONFIG: Final = """\
schema_version = 3
[providers.models.custom.bench]
uri = "{uri}"
model = "bench"
[risk_profiles.free]
level = "full"
[runtime_profiles.long]
max_iterations = 50
[agents.main]
model_provider = "custom.bench"
risk_profile = "free"
runtime_profile = "long"
"""


@frozen
class Run:
    """One process, as the system accounts for it: seconds, megabytes."""

    began: float
    wall: float
    cpu: float
    peak: float


def run(command: Sequence[str], home: Path) -> Run:
    """Run a command to its end."""
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        env=_environment(home),
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Run(began, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def runs(work: Callable[[], Run]) -> list[Run]:
    """Several runs, after one that warms up."""
    work()
    return [work() for _ in range(RUNS)]


def middle(found: Sequence[Run], value: Callable[[Run], float]) -> float:
    """The median of one value."""
    return median(map(value, found))


def exchange(origin: str, command: Sequence[str], home: Path) -> tuple[Run, Report]:
    """One run of a command, with what the model's server saw of it."""
    report(origin)
    found = run(command, home)
    return found, report(origin)


def _to_first_request(found: tuple[Run, Report]) -> float:
    return found[1].exchanges[0][0] - found[0].began


def measure(binaries: Path) -> list[Figure]:
    """All figures of the command that is installed beside a Python."""
    python, command = str(binaries / "python"), str(binaries / "zeroclaw")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        bare = runs(partial(run, [python, "-I", "-c", "pass"], home))
        libraries = runs(partial(run, [python, "-I", "-c", LIBRARIES], home))
        version = runs(partial(run, [command, "--version"], home))
        help_text = runs(partial(run, [command, "--help"], home))
        python_cpu, library_cpu = middle(bare, _cpu), middle(libraries, _cpu)
        figures = [
            Figure("--version, CPU", middle(version, _cpu), "s", python_cpu, "python -c pass"),
            Figure("--help, CPU", middle(help_text, _cpu), "s", python_cpu, "python -c pass"),
            Figure("its libraries alone, CPU", library_cpu, "s", python_cpu, "python -c pass"),
        ]
        figures += _turns(command, home, middle(libraries, _wall))
        figures += _tool_turn(command, home)
        figures += _chat(command, home, middle(libraries, _wall))
    return figures


def _turns(command: str, home: Path, floor: float) -> list[Figure]:
    name = "importing its libraries"
    with serving() as origin:
        _configure(home, origin + AT_ONCE)
        words = [command, "agent", "-m", "hello"]
        fresh = [exchange(origin, words, home) for _ in range(RUNS + 1)][1:]
        words += ["--session", "old"]
        old = [exchange(origin, words, home) for _ in range(RUNS + 1)][1:]
    whole = [found for found, _ in fresh]
    first, first_old = (median(map(_to_first_request, each)) for each in (fresh, old))
    return [
        Figure("start to first request, new session", first, "s", floor, name),
        Figure("start to first request, old session", first_old, "s", floor, name),
        Figure("a whole turn, new session", middle(whole, _wall), "s", floor, name),
        Figure("a whole turn, new session, CPU", middle(whole, _cpu), "s", floor, name),
        Figure("peak memory of the process", middle(whole, _peak), "MB"),
        Figure("body of the first request", len(fresh[0][1].body.encode()) / 1000, "kB"),
    ]


def _tool_turn(command: str, home: Path) -> list[Figure]:
    gaps = []
    with serving() as origin:
        _configure(home, f"{origin}/calls/shell/v1")
        for _ in range(RUNS):
            _, seen = exchange(origin, [command, "agent", "-m", "hello"], home)
            # The first call opens the room in which commands run.
            gaps += seen.gaps(CALLS_IN_A_TURN + 1)[1:]
    return [Figure("gap for a shell command", median(gaps) * 1000, "ms")]


def _chat(command: str, home: Path, floor: float) -> list[Figure]:
    _configure(home, "http://127.0.0.1:1/v1")
    times = [chat_times(command, home, _environment(home)) for _ in range(RUNS + 1)][1:]
    to_prompt = median(found.to_prompt for found in times)
    to_echo = median(found.to_echo for found in times)
    return [
        Figure("chat: start to prompt", to_prompt, "s", floor, "importing its libraries"),
        Figure("chat: key to echo", to_echo * 1000, "ms"),
    ]


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "ZEROCLAW_HOME": str(home)}


def _configure(home: Path, uri: str) -> None:
    (home / "config.toml").write_text(CONFIG.format(uri=uri), encoding="utf-8")


def _cpu(found: Run) -> float:
    return found.cpu


def _wall(found: Run) -> float:
    return found.wall


def _peak(found: Run) -> float:
    return found.peak


def main() -> None:
    """Build the wheels, install them with their byte code, measure."""
    chosen = options(__doc__ or "")
    uv = os.environ.get("UV", "uv")
    os.environ["UV_COMPILE_BYTECODE"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        dist, environment = Path(folder, "dist"), Path(folder, "venv")
        subprocess.run(
            [uv, "build", "--quiet", "--all-packages", "--wheel", "--out-dir", str(dist)],
            check=True,
            cwd=ROOT,
        )
        install(dist, environment)
        show("the installed command", measure(environment / "bin"), as_json=chosen.json)


if __name__ == "__main__":
    main()
