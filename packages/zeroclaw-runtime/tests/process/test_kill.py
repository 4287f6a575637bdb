"""Nothing of a command is alive after it, whatever it did to get away."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import ReaperLost
from zeroclaw_api.processes import Command, Processes
from zeroclaw_runtime.process.choose import ReaperChoice
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.room import Room

Shell = Callable[..., Command]

_numbers = count(1)


class Marker:
    """A number that no other process has in its command line, to be slept for by a command."""

    def __init__(self) -> None:
        self.seconds = f"77.{os.getpid()}{next(_numbers):04d}"

    def living(self) -> list[int]:
        """Every process whose command line holds the number."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and self.seconds.encode() in _command_line(folder):
                found.append(int(folder.name))
        return found

    async def gone(self) -> None:
        """Wait for the end of all that are found; for ends that nobody reports to us."""
        while living := self.living():
            for pid in living:
                try:
                    watch = os.pidfd_open(pid)
                except ProcessLookupError:
                    continue
                await trio.lowlevel.wait_readable(watch)
                os.close(watch)


def _command_line(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def marker() -> Iterator[Marker]:
    made = Marker()
    yield made
    assert made.living() == []


def tree(marker: Marker) -> str:
    """A shell line with a session leader of its own that says `up` when it stands."""
    nap = f"sleep {marker.seconds}"
    return f"(setsid sh -c '{nap} & echo up; {nap}' &); {nap}"


class Output:
    """Collects what a command says; an event for its first word."""

    def __init__(self) -> None:
        self.came = trio.Event()

    def __call__(self, _chunk: bytes) -> None:
        self.came.set()


async def run_until_up(
    processes: Processes, command: Command, scope: trio.CancelScope, then: Callable[[], None]
) -> None:
    """Run the command; when it says something, do `then`."""
    output = Output()
    async with trio.open_nursery() as nursery:

        async def wait_for_output() -> None:
            await output.came.wait()
            then()

        nursery.start_soon(wait_for_output)
        with scope:
            await processes.run(command, timeout=30, output_limit=100, on_output=output)


def start_unowned(line: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sh", "-c", line], stdout=subprocess.PIPE)


def test_plain_kill_of_the_leader_leaves_survivors_that_are_found() -> None:
    marker = Marker()
    with start_unowned(tree(marker)) as leader:
        assert leader.stdout is not None
        assert leader.stdout.readline() == b"up\n"
        leader.kill()
        leader.wait()
        survivors = marker.living()
        while late := marker.living():
            for pid in late:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    # The leader may have been killed before it had started the last of the three.
    assert len(survivors) >= 2


@pytest.mark.parametrize("delay", [0, 0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.05])
async def test_cancelling_at_any_moment_leaves_no_process(
    processes: Processes, shell: Shell, marker: Marker, delay: float
) -> None:
    with trio.move_on_after(delay):
        await processes.run(shell(tree(marker)), timeout=30, output_limit=100)
    assert marker.living() == []


async def test_cancelling_a_standing_tree_is_fast_and_complete(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    scope = trio.CancelScope()
    cancelled_at = 0.0

    def cancel() -> None:
        nonlocal cancelled_at
        assert len(marker.living()) >= 3
        cancelled_at = trio.current_time()
        scope.cancel()

    await run_until_up(processes, shell(tree(marker)), scope, cancel)
    assert trio.current_time() - cancelled_at < 0.5
    assert marker.living() == []
    assert scope.cancelled_caught


async def test_time_limit_kills_the_tree_and_keeps_its_output(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    result = await processes.run(shell(tree(marker)), timeout=0.3, output_limit=100)
    assert (result.timed_out, result.signal, result.exit_code) == (True, signal.SIGKILL, None)
    assert result.stdout == b"up\n"
    assert 0.3 <= result.duration < 0.8
    assert marker.living() == []


async def test_normal_exit_sweeps_a_daemon_that_keeps_the_pipe(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    line = f"(setsid sh -c 'echo up; sleep {marker.seconds}' &); sleep 0.1; exit 5"
    result = await processes.run(shell(line), timeout=20, output_limit=100)
    assert (result.exit_code, result.stdout) == (5, b"up\n")
    assert result.duration < 1
    assert marker.living() == []


async def test_tree_that_ignores_every_polite_signal_dies(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    line = f"trap '' TERM HUP INT QUIT; {tree(marker)}"
    scope = trio.CancelScope()
    await run_until_up(processes, shell(line), scope, scope.cancel)
    assert marker.living() == []


async def test_stopped_processes_die_like_running_ones(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    line = f"sleep {marker.seconds} & kill -STOP $!; echo up; kill -STOP $$"
    scope = trio.CancelScope()
    await run_until_up(processes, shell(line), scope, scope.cancel)
    assert marker.living() == []


async def test_two_hundred_children_die_within_half_a_second(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    spawn = f"setsid sleep {marker.seconds} &"
    line = f"i=0; while [ $i -lt 200 ]; do {spawn} i=$((i+1)); done; echo up; wait"
    scope = trio.CancelScope()
    cancelled_at = 0.0

    def cancel() -> None:
        nonlocal cancelled_at
        cancelled_at = trio.current_time()
        scope.cancel()

    await run_until_up(processes, shell(line), scope, cancel)
    assert trio.current_time() - cancelled_at < 0.5
    assert marker.living() == []


async def test_chain_that_forks_away_from_its_killer_is_caught(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    line = f": {marker.seconds}; run() {{ (run &) ; }}; echo up; run; exec sleep {marker.seconds}"
    scope = trio.CancelScope()
    with trio.fail_after(5):
        await run_until_up(processes, shell(line), scope, scope.cancel)
    assert marker.living() == []


async def test_killing_one_command_never_touches_another(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    other = Marker()
    async with processes.start(shell(tree(other))) as survivor:
        assert await survivor.receive_stdout() == b"up\n"
        before = set(other.living())
        for _ in range(10):
            scope = trio.CancelScope()
            await run_until_up(processes, shell(tree(marker)), scope, scope.cancel)
            assert marker.living() == []
        assert before <= set(other.living())
    assert other.living() == []


async def test_failing_block_kills_before_the_error_leaves_it(
    processes: Processes, shell: Shell, marker: Marker
) -> None:
    async def fail_inside() -> None:
        async with processes.start(shell(tree(marker))) as process:
            await process.receive_stdout()
            raise LookupError

    with pytest.raises(LookupError):
        await fail_inside()
    assert marker.living() == []


OWNER = """
import sys, trio
from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.choose import open_processes

async def main(reaper, line):
    async with open_processes(reaper) as processes:
        print("open", flush=True)
        command = Command(argv=("sh", "-c", line), cwd=None, env={"PATH": "/usr/bin:/bin"})
        async with processes.start(command) as process:
            await process.receive_stdout()
            print("up", flush=True)
            await trio.sleep_forever()

trio.run(main, *sys.argv[1:])
"""


def start_owner(reaper: ReaperChoice, line: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", OWNER, reaper, line],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )


async def test_killing_the_owner_hard_leaves_no_process(
    reaper: ReaperChoice, marker: Marker
) -> None:
    with trio.fail_after(20), start_owner(reaper, tree(marker)) as owner:
        assert owner.stdout is not None
        assert (owner.stdout.readline(), owner.stdout.readline()) == (b"open\n", b"up\n")
        assert len(marker.living()) >= 3
        owner.kill()
        await marker.gone()
    assert marker.living() == []


@pytest.mark.parametrize("delay", [0, 0.002, 0.004, 0.006, 0.008, 0.01, 0.012, 0.016])
async def test_killing_the_owner_while_it_starts_a_command_leaves_no_process(
    reaper: ReaperChoice, marker: Marker, delay: float
) -> None:
    with trio.fail_after(20), start_owner(reaper, tree(marker)) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"open\n"
        with trio.move_on_after(delay):
            await trio.sleep_forever()
        watches = list(watched(descendants(owner.pid)))
        owner.kill()
        for watch in watches:
            await trio.lowlevel.wait_readable(watch)
            os.close(watch)
        await marker.gone()
    assert marker.living() == []


def watched(pids: list[int]) -> Iterator[int]:
    """A descriptor for each process that is still there; while one starts, others come and go."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            yield os.pidfd_open(pid)


def descendants(pid: int) -> list[int]:
    """The processes below one, as far as they can be seen at this moment."""
    found = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listing.read_text().split()):
            found += [child, *descendants(child)]
    return found


async def test_killed_reaper_is_reported_after_its_tree_died(shell: Shell, marker: Marker) -> None:
    async def kill_the_reaper() -> None:
        async with Room(server).start(shell(tree(marker))) as process:
            await process.receive_stdout()
            os.kill(parent_of(process.pid), signal.SIGKILL)
            with pytest.raises(ReaperLost):
                await process.wait()
            assert marker.living() == []

    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            with pytest.raises(ReaperLost):
                await kill_the_reaper()
            result = await Room(server).run(shell("echo next"), timeout=5, output_limit=100)
            assert result.stdout == b"next\n"


async def test_killed_server_is_replaced_while_its_commands_go_on(
    shell: Shell, marker: Marker
) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            room = Room(server)
            async with room.start(shell(f"echo up; cat; {tree(marker)}")) as process:
                await process.receive_stdout()
                assert server.server_pid is not None
                os.kill(server.server_pid, signal.SIGKILL)
                result = await room.run(shell("echo next"), timeout=5, output_limit=100)
                assert result.stdout == b"next\n"
                await process.send(b"still here")
                assert await process.receive_stdout() == b"still here"
                await process.close_stdin()
                assert await process.receive_stdout() == b"up\n"
            assert marker.living() == []


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
