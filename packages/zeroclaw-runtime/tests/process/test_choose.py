"""Which reaper owns the commands."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.choose import open_processes

Shell = Callable[..., Command]

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None and "CI" not in os.environ, reason="bwrap is not installed"
)


def namespace_of(pid: str) -> bytes:
    return bytes(Path(f"/proc/{pid}/ns/pid").readlink())


@needs_bubblewrap
@pytest.mark.bubblewrap
async def test_automatic_choice_puts_commands_into_their_own_namespace(shell: Shell) -> None:
    with trio.fail_after(10):
        async with open_processes() as processes:
            line = "readlink /proc/self/ns/pid"
            result = await processes.run(shell(line), timeout=5, output_limit=100)
    assert result.stdout.startswith(b"pid:")
    assert result.stdout.strip() != namespace_of("self")


async def test_fork_server_keeps_commands_in_our_namespace(shell: Shell) -> None:
    with trio.fail_after(10):
        async with open_processes("forkserver") as processes:
            line = "readlink /proc/self/ns/pid"
            result = await processes.run(shell(line), timeout=5, output_limit=100)
    assert result.stdout.strip() == namespace_of("self")


async def test_several_rooms_live_side_by_side(shell: Shell) -> None:
    with trio.fail_after(10):
        async with open_processes("forkserver") as first, open_processes("forkserver") as second:
            for processes in (first, second, first):
                result = await processes.run(shell("echo hi"), timeout=5, output_limit=100)
                assert result.stdout == b"hi\n"
