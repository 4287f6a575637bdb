"""Programs that outlive a turn do not outlive the run."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from zeroclaw.wiring.programs import open_programs
from zeroclaw_api.errors import ProcessPipeClosed, ProcessStartFailed
from zeroclaw_api.processes import Command
from zeroclaw_runtime import open_processes

SECONDS = 30
PATH = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
HOLD = 'exec 3>"$0"; (setsid sleep 600 &); echo held; exec sleep 600'
"""Holds a named pipe open, with a child in a session of its own: its reader sees them end."""
OWNER = f"""
import sys, trio
from zeroclaw.wiring.programs import open_programs
from zeroclaw_api.processes import Command
from zeroclaw_runtime import open_processes

async def main():
    async with open_programs(open_processes) as programs:
        command = Command(("sh", "-c", {HOLD!r}, sys.argv[1]), None, {PATH!r})
        program = await programs.start(command)
        print((await program.receive_stdout()).decode(), end="", flush=True)
        await trio.sleep_forever()

trio.run(main)
"""


def holding(fifo: Path) -> Command:
    return Command(("sh", "-c", HOLD, str(fifo)), None, PATH)


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "held"
    os.mkfifo(path)
    return path


class Watch:
    """Reads a named pipe; the end comes when every process that holds it is gone."""

    def __init__(self, fifo: Path) -> None:
        self._stream = trio.lowlevel.FdStream(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK))

    @property
    def is_held(self) -> bool:
        try:
            return os.read(self._stream.fileno(), 1) != b""
        except BlockingIOError:
            return True

    async def end(self) -> None:
        async with self._stream:
            assert await self._stream.receive_some() == b""


async def test_program_outlives_the_task_that_started_it(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            async with trio.open_nursery() as nursery:
                watch = Watch(fifo)
                program = await programs.start(holding(fifo))
                nursery.cancel_scope.cancel()
            assert await program.receive_stdout() == b"held\n"
            assert watch.is_held
        await watch.end()


async def test_end_of_the_run_kills_what_the_program_started(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        watch = Watch(fifo)
        async with open_programs(open_processes) as programs:
            program = await programs.start(holding(fifo))
            await program.receive_stdout()
        await watch.end()


async def test_kill_ends_one_program_and_no_other(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            watch = Watch(fifo)
            held = await programs.start(holding(fifo))
            await held.receive_stdout()
            cat = await programs.start(Command(("cat",), None, PATH))
            await held.kill()
            await watch.end()
            await cat.send(b"still here")
            assert await cat.receive_stdout() == b"still here"
            await cat.close_stdin()
            assert (await cat.wait()).exit_code == 0


async def test_program_is_killed_at_the_time_that_was_set(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            watch = Watch(fifo)
            held = await programs.start(holding(fifo))
            await held.receive_stdout()
            assert held.end_after(0.01)
            await watch.end()
            assert not held.end_after(math.inf)
            assert (await held.kill()).signal == signal.SIGKILL


async def test_time_that_was_taken_back_ends_nothing(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            watch = Watch(fifo)
            held = await programs.start(holding(fifo))
            await held.receive_stdout()
            assert held.end_after(0.01)
            assert held.end_after(math.inf)
            with trio.move_on_after(0.1):
                await held.wait()
            assert watch.is_held
            await held.kill()
            await watch.end()


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.01])
async def test_kill_at_the_time_of_the_end_waits_for_it(fifo: Path, seconds: float) -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            for _ in range(3):
                watch = Watch(fifo)
                held = await programs.start(holding(fifo))
                await held.receive_stdout()
                held.end_after(seconds)
                with trio.move_on_after(seconds):
                    await trio.sleep_forever()
                await held.kill()
                await watch.end()
                assert not held.end_after(math.inf)
                await held.kill()


async def test_pipes_of_an_ended_program_stay_readable() -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            program = await programs.start(
                Command(("sh", "-c", "echo out; echo err >&2; exit 3"), None, PATH)
            )
            assert program.pid > 0
            assert (await program.wait()).exit_code == 3
            assert await program.receive_stdout() == b"out\n"
            assert await program.receive_stderr() == b"err\n"
            with pytest.raises(ProcessPipeClosed):
                await program.send(b"anybody?")


async def test_program_that_cannot_be_started_is_an_error_of_its_starter() -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs:
            with pytest.raises(ProcessStartFailed, match="no-such-program"):
                await programs.start(Command(("/no-such-program",), None, PATH))
            cat = await programs.start(Command(("cat",), None, PATH))
            await cat.kill()


async def test_killed_owner_takes_its_programs_along(fifo: Path) -> None:
    with trio.fail_after(SECONDS):
        watch = Watch(fifo)
        owner = await trio.lowlevel.open_process(
            [sys.executable, "-c", OWNER, str(fifo)], stdout=subprocess.PIPE
        )
        assert owner.stdout is not None
        try:
            assert await owner.stdout.receive_some() == b"held\n"
            assert watch.is_held
        finally:
            owner.send_signal(signal.SIGKILL)
            await owner.wait()
            await owner.stdout.aclose()
        await watch.end()
