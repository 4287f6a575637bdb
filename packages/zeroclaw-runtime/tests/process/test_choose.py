"""Which reaper owns the commands, plus what happens when it cannot."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from zeroclaw_api.processes import Command
from zeroclaw_runtime.errors import ReaperUnavailable
from zeroclaw_runtime.process import open_processes
from zeroclaw_runtime.process.bubblewrap import Bubblewrap
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.room import Room

Shell = Callable[..., Command]

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None and "CI" not in os.environ, reason="bwrap is not installed"
)


def namespace_of(pid: str) -> bytes:
    return bytes(Path(f"/proc/{pid}/ns/pid").readlink())


def exists(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


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


@pytest.mark.parametrize("program", ["/bin/true", "/bin/false"])
async def test_broken_bubblewrap_is_named_and_not_mistaken_for_the_command(
    shell: Shell, program: str
) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            room = Room(Bubblewrap(program, server))
            with pytest.raises(ReaperUnavailable, match="bubblewrap"):
                await room.run(shell("true"), timeout=5, output_limit=100)


async def test_closing_ends_the_fork_server(shell: Shell) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            await Room(server).run(shell("true"), timeout=5, output_limit=100)
            pid = server.server_pid
            assert pid is not None
            assert exists(pid)
        assert not exists(pid)


async def test_several_rooms_live_side_by_side(shell: Shell) -> None:
    with trio.fail_after(10):
        async with open_processes("forkserver") as first, open_processes("forkserver") as second:
            for processes in (first, second, first):
                result = await processes.run(shell("echo hi"), timeout=5, output_limit=100)
                assert result.stdout == b"hi\n"


@pytest.mark.parametrize("argv", [(), ("",), ("a\0b",)])
def test_command_without_a_usable_program_is_refused(argv: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"command"):
        Command(argv=argv, cwd=None, env={})


@pytest.mark.parametrize("env", [{"": "a"}, {"A=B": "c"}, {"A": "b\0"}])
def test_command_with_an_impossible_environment_is_refused(env: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="environment variable"):
        Command(argv=("true",), cwd=None, env=env)
