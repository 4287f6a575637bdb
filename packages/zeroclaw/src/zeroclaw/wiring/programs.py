"""Owns the programs that outlive a turn, until the run ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

import trio
from attrs import define, field, frozen

from zeroclaw_api.processes import Command, Processes, ProcessExit, Programs, RunningProcess

__all__ = ["open_programs"]


@asynccontextmanager
async def open_programs(
    open_room: Callable[[], AbstractAsyncContextManager[Processes]],
) -> AsyncIterator[Programs]:
    """Lend a `Programs`; what it started is dead after the block. A room is opened for each."""
    async with trio.open_nursery() as nursery:
        try:
            yield _RunPrograms(nursery, open_room)
        finally:
            nursery.cancel_scope.cancel()


@define(eq=False)
class _Program:
    """A `RunningProcess` whose block, in the task that owns it, ends after `kill`."""

    _process: RunningProcess
    released: trio.Event = field(factory=trio.Event)

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

    async def kill(self) -> ProcessExit:
        try:
            return await self._process.kill()
        finally:
            self.released.set()


@frozen(eq=False)
class _RunPrograms:
    _nursery: trio.Nursery
    _open_room: Callable[[], AbstractAsyncContextManager[Processes]]

    async def start(self, command: Command) -> RunningProcess:
        return cast("RunningProcess", await self._nursery.start(self._hold, command))

    async def _hold(
        self, command: Command, *, task_status: trio.TaskStatus[RunningProcess]
    ) -> None:
        async with self._open_room() as room, room.start(command) as process:
            program = _Program(process)
            task_status.started(program)
            await program.released.wait()
