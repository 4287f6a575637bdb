"""Owns the programs that outlive a turn, until the run ends."""

from __future__ import annotations

import math
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

import trio
from attrs import define, field, frozen

from zeroclaw_api.processes import (
    Command,
    Processes,
    ProcessExit,
    ResidentProgram,
    ResidentPrograms,
    RunningProcess,
)

__all__ = ["open_programs"]


@asynccontextmanager
async def open_programs(
    open_room: Callable[[], AbstractAsyncContextManager[Processes]],
) -> AsyncIterator[ResidentPrograms]:
    """Lend a `ResidentPrograms`, which opens a room for each; after the block they are dead."""
    async with trio.open_nursery() as nursery:
        try:
            yield _RunPrograms(nursery, open_room)
        finally:
            nursery.cancel_scope.cancel()


@define(eq=False)
class _Program:
    """A `ResidentProgram` whose block, in the task that owns it, ends after `kill`.

    That task lives within `_life`, whose deadline is the time of the end; `_gone` says that the
    block was left.
    """

    _process: RunningProcess
    _life: trio.CancelScope
    _gone: trio.Event
    released: trio.Event = field(factory=trio.Event, init=False)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def send(self, data: bytes) -> None:
        await self._process.send(data)

    async def close_stdin(self) -> None:
        await self._process.close_stdin()

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        return await self._process.receive_stdout(max_bytes)

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        return await self._process.receive_stderr(max_bytes)

    async def wait(self) -> ProcessExit:
        return await self._process.wait()

    def end_after(self, seconds: float) -> bool:
        if self._life.cancel_called or self.released.is_set() or self._gone.is_set():
            return False
        self._life.deadline = trio.current_time() + seconds
        return True

    async def kill(self) -> ProcessExit:
        if not self.end_after(math.inf):
            await self._gone.wait()
            return ProcessExit(None, signal.SIGKILL)
        try:
            return await self._process.kill()
        finally:
            self.released.set()


@frozen(eq=False)
class _RunPrograms:
    _nursery: trio.Nursery
    _open_room: Callable[[], AbstractAsyncContextManager[Processes]]

    async def start(self, command: Command) -> ResidentProgram:
        return cast("ResidentProgram", await self._nursery.start(self._hold, command))

    async def _hold(
        self, command: Command, *, task_status: trio.TaskStatus[ResidentProgram]
    ) -> None:
        gone = trio.Event()
        with trio.CancelScope() as life:
            try:
                async with self._open_room() as room, room.start(command) as process:
                    program = _Program(process, life, gone)
                    task_status.started(program)
                    await program.released.wait()
            finally:
                gone.set()
