"""The fake process room counts what is alive."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command
from zeroclaw_testing.processes import FakeOutcome, FakeProcesses


def command(*argv: str) -> Command:
    return Command(argv, None, {})


async def test_alive_programs_are_counted_until_their_block_ends() -> None:
    room = FakeProcesses({"server": FakeOutcome(hangs=True)})
    async with room.start(command("server", "-v")) as process:
        assert room.alive == 1
        assert process.pid == 1
    assert room.alive == 0
    assert (await process.wait()).signal == 9
    assert room.commands == [command("server", "-v")]


async def test_program_may_depend_on_its_command() -> None:
    room = FakeProcesses({"echo": lambda asked: FakeOutcome(" ".join(asked.argv[1:]).encode())})
    result = await room.run(command("echo", "a", "b"), timeout=1, output_limit=100)
    assert result.stdout == b"a b"


async def test_unknown_program_cannot_be_started() -> None:
    with pytest.raises(ProcessStartFailed, match="Cannot start nothing in /"):
        async with FakeProcesses().start(command("nothing")):
            pass


async def test_cancelled_run_leaves_nothing_alive() -> None:
    room = FakeProcesses({"server": FakeOutcome(hangs=True)})
    with trio.move_on_after(0.01):
        await room.run(command("server"), timeout=60, output_limit=100)
    assert room.alive == 0
