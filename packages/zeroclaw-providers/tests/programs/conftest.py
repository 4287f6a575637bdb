"""Real programs that are written for one test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from textwrap import dedent
from typing import TypeAlias

import pytest
import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessPipeClosed, ProcessStartFailed
from zeroclaw_api.processes import Command, ProcessExit, RunningProcess

KILL_SECONDS = 10


@define(eq=False)
class Child:
    """A `RunningProcess` whose group is killed, and swept when its first process ended."""

    process: trio.Process

    @property
    def pid(self) -> int:
        return self.process.pid

    async def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        try:
            await self.process.stdin.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ProcessPipeClosed(pid=self.pid) from error

    async def close_stdin(self) -> None:
        assert self.process.stdin is not None
        await self.process.stdin.aclose()

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        assert self.process.stdout is not None
        return bytes(await self.process.stdout.receive_some(max_bytes))

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        assert self.process.stderr is not None
        return bytes(await self.process.stderr.receive_some(max_bytes))

    async def wait(self) -> ProcessExit:
        code = await self.process.wait()
        return ProcessExit(None, -code) if code < 0 else ProcessExit(code, None)

    async def kill(self) -> ProcessExit:
        if self.process.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
        return await self.wait()

    async def close(self) -> None:
        await self.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            await pipe.aclose()


@define(eq=False)
class Children:
    """A `Programs` that remembers what it was told to start, and what it started."""

    commands: list[Command] = field(factory=list)
    started: list[Child] = field(factory=list)

    async def start(self, command: Command) -> RunningProcess:
        self.commands.append(command)
        try:
            process = await trio.lowlevel.open_process(
                list(command.argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=command.cwd or "/",
                env=dict(command.env),
                start_new_session=True,
            )
        except OSError as error:
            raise ProcessStartFailed(
                program=command.argv[0],
                cwd=command.cwd or "/",
                errno=error.errno or 0,
                problem=error.strerror or "",
            ) from error
        child = Child(process)
        self.started.append(child)
        return child

    @property
    def alive(self) -> int:
        """How many of them have not ended."""
        return sum(child.process.poll() is None for child in self.started)


OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[Children]]


@asynccontextmanager
async def _open() -> AsyncIterator[Children]:
    children = Children()
    try:
        yield children
    finally:
        with trio.move_on_after(KILL_SECONDS, shield=True):
            for child in children.started:
                await child.close()


@pytest.fixture
def open_children() -> OpenChildren:
    """What lends a `Programs` of real processes, none of which is left behind."""
    return _open


@pytest.fixture
async def children(open_children: OpenChildren) -> AsyncIterator[Children]:
    """One that is open during the test."""
    async with open_children() as opened:
        yield opened


@pytest.fixture
def write_program(tmp_path: Path) -> Callable[[str], str]:
    """What makes a program of Python code, which has `os`, `sys` and `json`; gives its path."""

    def write(code: str) -> str:
        path = tmp_path / f"program-{len(list(tmp_path.iterdir()))}"
        head = f"#!{sys.executable} -IS\nimport json, os, sys\n"
        path.write_text(head + dedent(code))
        path.chmod(0o700)
        return str(path)

    return write
