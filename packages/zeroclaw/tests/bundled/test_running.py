"""An installer shows what it does; it cannot outlive us."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import trio

from zeroclaw.bundled.running import Installed, run_installer
from zeroclaw.terminal.output import Output
from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_runtime import open_processes

SECONDS = 20
READ = 65_536
COLUMNS = 97
SIZE = "import os; print('wide:', os.get_terminal_size(1).columns, os.isatty(2), flush=True)"


@contextmanager
def opened(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    try:
        yield pair
    finally:
        for fd in pair:
            with suppress(OSError):
                os.close(fd)


async def run(words: tuple[str, ...], folder: Path, fd: int) -> Installed:
    with Output(fd) as out:
        async with open_processes() as processes:
            return await run_installer(processes, words, folder, dict(os.environ), out)


async def test_output_in_a_pipe_is_shown_then_kept(tmp_path: Path) -> None:
    words = ("/bin/sh", "-c", "echo one; echo two >&2; exit 3")
    with trio.fail_after(SECONDS), opened(os.pipe()) as (reader, writer):
        installed = await run(words, tmp_path, writer)
        shown = os.read(reader, READ).decode()
    assert installed.exit_code == 3
    assert sorted(shown.split()) == ["one", "two"]
    assert installed.output == shown


async def test_terminal_gives_the_installer_one_as_wide(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS), opened(os.openpty()) as (ours, theirs):
        termios.tcsetwinsize(theirs, (24, COLUMNS))
        installed = await run((sys.executable, "-c", SIZE), tmp_path, theirs)
        shown = os.read(ours, READ).decode()
    assert f"wide: {COLUMNS} True" in shown
    assert f"wide: {COLUMNS} True" in installed.output
    assert installed.exit_code == 0


async def test_temporary_files_are_left_in_the_folder_alone(tmp_path: Path) -> None:
    words = ("/bin/sh", "-c", 'pwd; echo "$TMPDIR"')
    with trio.fail_after(SECONDS), opened(os.pipe()) as (_, writer):
        installed = await run(words, tmp_path, writer)
    assert installed.output.split() == [str(tmp_path)] * 2


@pytest.mark.parametrize("on_terminal", [True, False])
async def test_cancelled_installer_is_dead_afterwards(on_terminal: bool, tmp_path: Path) -> None:
    held = tmp_path / "held"
    os.mkfifo(held)
    words = ("/bin/sh", "-c", 'exec sleep 1000 > "$0"', str(held))
    pair = os.openpty() if on_terminal else os.pipe()
    with trio.fail_after(SECONDS), opened(pair) as (_, writer):
        reader = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run, words, tmp_path, writer)
            while not _is_open_elsewhere(reader):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
        assert not _is_open_elsewhere(reader)
        os.close(reader)


def _is_open_elsewhere(reader: int) -> bool:
    """Whether somebody has the writing end of a named pipe open."""
    try:
        return bool(os.read(reader, 1))
    except BlockingIOError:
        return True


async def test_reader_that_is_gone_does_not_stop_the_installer(tmp_path: Path) -> None:
    words = ("/bin/sh", "-c", "echo one; echo two; touch done")
    with trio.fail_after(SECONDS), opened(os.pipe()) as (reader, writer):
        os.close(reader)
        installed = await run(words, tmp_path, writer)
    assert installed.exit_code == 0
    assert (tmp_path / "done").exists()


async def test_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    words = ("/nowhere/uv",)
    with (
        trio.fail_after(SECONDS),
        opened(os.pipe()) as (_, writer),
        pytest.raises(ProcessStartFailed, match="/nowhere/uv"),
    ):
        await run(words, tmp_path, writer)
