"""The fork server's own life."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import trio

from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.room import Room

Shell = Callable[..., Command]


def exists(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def test_closing_ends_the_fork_server(shell: Shell) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            await Room(server).run(shell("true"), timeout=5, output_limit=100)
            pid = server.server_pid
            assert pid is not None
            assert exists(pid)
        assert not exists(pid)


def has_server(server: ForkServer) -> bool:
    return server.server_pid is not None


async def test_fork_server_starts_with_the_first_command_only(shell: Shell) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            assert not has_server(server)
            await Room(server).run(shell("true"), timeout=5, output_limit=100)
            first = server.server_pid
            await Room(server).run(shell("true"), timeout=5, output_limit=100)
            assert has_server(server)
            assert server.server_pid == first
