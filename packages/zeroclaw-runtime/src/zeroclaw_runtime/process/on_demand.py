"""A process room that is opened when the first command comes, since most sessions need none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

import trio
from attrs import define, field

from zeroclaw_api.errors import ZeroClawError

if TYPE_CHECKING:
    from zeroclaw_api.processes import Command, Processes, ProcessResult, RunningProcess

__all__ = ["open_processes_on_demand"]


@define(eq=False, repr=False)
class _OnDemand:
    """A `Processes` whose room is held open by one task, whichever task asks for it first."""

    _open_room: Callable[[], AbstractAsyncContextManager[Processes]]
    _wanted: trio.Event = field(factory=trio.Event)
    _answered: trio.Event = field(factory=trio.Event)
    _closing: trio.Event = field(factory=trio.Event)
    _room: Processes | None = None
    _failure: ZeroClawError | None = None

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109  a limit of the command, not of this call
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        room = await self._get()
        return await room.run(
            command, timeout=timeout, output_limit=output_limit, on_output=on_output
        )

    @asynccontextmanager
    async def start(self, command: Command) -> AsyncIterator[RunningProcess]:
        room = await self._get()
        async with room.start(command) as process:
            yield process

    async def hold(self) -> None:
        await self._wanted.wait()
        if self._closing.is_set():
            return
        try:
            async with self._open_room() as room:
                self._room = room
                self._answered.set()
                await self._closing.wait()
        except ZeroClawError as error:
            if self._room is not None:
                raise
            self._failure = error
            self._answered.set()

    def close(self) -> None:
        self._closing.set()
        self._wanted.set()

    async def _get(self) -> Processes:
        self._wanted.set()
        await self._answered.wait()
        if self._room is None:
            raise self._failure or AssertionError("a room is there, or the reason why not")
        return self._room


@asynccontextmanager
async def open_processes_on_demand(
    open_room: Callable[[], AbstractAsyncContextManager[Processes]],
) -> AsyncIterator[Processes]:
    """Lend a `Processes`; close its room, if it was opened, after the block."""
    on_demand = _OnDemand(open_room)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(on_demand.hold)
        try:
            yield on_demand
        finally:
            on_demand.close()
