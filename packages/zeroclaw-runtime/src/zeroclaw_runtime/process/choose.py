"""The choice of a reaper, made by trying it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Literal, TypeAlias, assert_never

import trio

from zeroclaw_api.errors import ProcessStartFailed, ReaperLost, ReaperUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_runtime.process.bubblewrap import Bubblewrap
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.room import Room

__all__ = ["ReaperChoice", "open_processes"]

ReaperChoice: TypeAlias = Literal["auto", "bubblewrap", "forkserver"]

# Seconds; a working reaper needs milliseconds, a loaded machine may need a hundred times more.
PROBE_LIMIT = 5.0


def open_processes(reaper: ReaperChoice = "auto") -> AbstractAsyncContextManager[Processes]:
    """The process room of one owner, to be opened once and closed after its last command.

    "auto" takes bubblewrap when a real command runs under it here, else the fork server. An
    explicit choice that does not work raises `ReaperUnavailable` on entering; there is never a
    way to start a command without a reaper.
    """
    return _opened(reaper)


@asynccontextmanager
async def _opened(reaper: ReaperChoice) -> AsyncIterator[Processes]:
    if sys.platform != "linux":
        raise ReaperUnavailable(reaper=reaper, problem="only Linux lets a process own its children")
    match reaper:
        case "bubblewrap":
            async with Bubblewrap.opened() as bubblewrap:
                room = Room(bubblewrap)
                await _probe(room)
                yield room
        case "forkserver":
            async with ForkServer.opened() as server:
                yield Room(server)
        case "auto":
            async with AsyncExitStack() as stack:
                try:
                    strongest = await stack.enter_async_context(_opened("bubblewrap"))
                except ReaperUnavailable:
                    strongest = await stack.enter_async_context(_opened("forkserver"))
                yield strongest
        case _ as never:
            assert_never(never)


async def _probe(room: Room) -> None:
    """Run a real command: a bwrap that is installed may still be refused by this host."""
    command = Command(argv=("true",), cwd=None, env={"PATH": "/usr/local/bin:/usr/bin:/bin"})
    complaint = bytearray()
    try:
        with trio.fail_after(PROBE_LIMIT):
            async with room.start(command) as process:
                while chunk := await process.receive_stderr():
                    complaint += chunk
                await process.wait()
    except (ProcessStartFailed, ReaperLost, ReaperUnavailable, trio.TooSlowError) as error:
        reason = complaint.decode(errors="replace").strip() or str(error)
        raise ReaperUnavailable(reaper="bubblewrap", problem=reason) from error
