"""What bubblewrap says, told apart from what the command says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio

from zeroclaw_api.errors import ReaperUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_runtime.process.bubblewrap import Bubblewrap
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.room import Room

Shell = Callable[..., Command]


@pytest.mark.parametrize("program", ["/bin/true", "/bin/false"])
async def test_broken_bubblewrap_is_named_and_not_mistaken_for_the_command(
    shell: Shell, program: str
) -> None:
    with trio.fail_after(10):
        async with ForkServer.opened() as server:
            room = Room(Bubblewrap(program, server))
            with pytest.raises(ReaperUnavailable, match="bubblewrap"):
                await room.run(shell("true"), timeout=5, output_limit=100)


async def test_exit_code_of_failing_reaper_words_is_the_commands_own(
    processes: Processes, shell: Shell
) -> None:
    line = "echo 'bwrap: execvp sh: No such file or directory' >&2; exit 1"
    result = await processes.run(shell(line), timeout=5, output_limit=100)
    assert (result.exit_code, result.stderr[:6]) == (1, b"bwrap:")
