"""Opens the room in which every command is confined."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from tempfile import TemporaryDirectory

from zeroclaw_api.processes import Processes
from zeroclaw_api.sandbox import SandboxName, SandboxPolicy
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.process.confined import Confined
from zeroclaw_runtime.sandboxes.bubblewrap import BubblewrapSandbox
from zeroclaw_runtime.sandboxes.choose import UNCONFINED, choose_sandbox
from zeroclaw_runtime.sandboxes.placeholders import held_absent

__all__ = ["open_confined"]


@asynccontextmanager
async def open_confined(name: SandboxName, policy: SandboxPolicy) -> AsyncIterator[Processes]:
    """A process room whose commands keep within the policy; owned as any other's.

    With the name of no confinement they are owned, nothing else. Raises `SandboxUnavailable` on
    entering where the sandbox does not work, `ReaperUnavailable` where nothing can own commands.
    """
    if name == UNCONFINED:
        async with open_processes() as processes:
            yield processes
        return
    # The sandbox ends its own namespace; a second one round it would cost as much again.
    with ExitStack() as stack:

        def temporary() -> str:
            return stack.enter_context(TemporaryDirectory(prefix="zeroclaw-"))

        async with open_processes("forkserver") as processes:
            sandbox = await choose_sandbox(name, processes, temporary=temporary)
            if isinstance(sandbox, BubblewrapSandbox):
                # Only a mount needs something to lie where nothing may come to be.
                yield Confined(sandbox, policy, processes, held_absent)
            else:
                yield Confined(sandbox, policy, processes)
