"""Open a process room only when a command comes."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
import trio
import trio.testing
from attrs import define

from zeroclaw_api.errors import ReaperUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_runtime import open_processes
from zeroclaw_runtime.process.on_demand import open_processes_on_demand

TRUE = Command(argv=("true",), cwd=None, env={"PATH": "/usr/bin:/bin"})


@define
class CountedRoom:
    """Opens the real room and counts."""

    opened: int = 0
    closed: int = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Processes]:
        self.opened += 1
        async with open_processes("forkserver") as room:
            yield room
        self.closed += 1


async def run_true(processes: Processes) -> None:
    result = await processes.run(TRUE, timeout=5, output_limit=100)
    assert result.exit_code == 0


async def test_no_room_is_opened_while_nothing_runs() -> None:
    room = CountedRoom()
    with trio.fail_after(5):
        async with open_processes_on_demand(room.open):
            await trio.testing.wait_all_tasks_blocked()
    assert room.opened == 0


async def test_many_commands_at_once_share_one_room_that_is_closed() -> None:
    room = CountedRoom()
    with trio.fail_after(10):
        async with open_processes_on_demand(room.open) as processes, trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(run_true, processes)
    assert (room.opened, room.closed) == (1, 1)


async def test_start_hands_out_a_process_of_the_room() -> None:
    with trio.fail_after(10):
        async with (
            open_processes_on_demand(lambda: open_processes("forkserver")) as processes,
            processes.start(TRUE) as process,
        ):
            assert (await process.wait()).exit_code == 0


async def test_a_room_that_cannot_open_fails_each_command_alone() -> None:
    def refuse() -> AbstractAsyncContextManager[Processes]:
        raise ReaperUnavailable(reaper="none", problem="it is a test")

    with trio.fail_after(5):
        async with open_processes_on_demand(refuse) as processes:
            for _ in range(2):
                with pytest.raises(ReaperUnavailable):
                    await run_true(processes)
