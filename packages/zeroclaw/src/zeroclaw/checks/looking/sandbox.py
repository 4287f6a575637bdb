"""Looks at what confines commands here, by running one that does nothing."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Final

import trio

from zeroclaw.checks.judging.commands import UNCONFINED, Probed
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import SandboxUnavailable, ZeroClawError
from zeroclaw_api.processes import Processes
from zeroclaw_api.sandbox import SandboxName
from zeroclaw_runtime import open_processes

__all__ = ["PROBE_SECONDS", "probe_sandboxes"]

PROBE_SECONDS: Final = 10.0
"""For one name: milliseconds are usual, but a program that hangs must not keep the rest."""


async def probe_sandboxes(
    names: Iterable[SandboxName], seconds: float = PROBE_SECONDS
) -> dict[SandboxName, Probed]:
    """What each name comes to, tried as an agent's session tries it; each once."""
    found: dict[SandboxName, Probed] = {}

    async def probe(name: SandboxName) -> None:
        found[name] = Probed(None, problem=say("sandbox_too_slow", seconds=f"{seconds:g}"))
        with trio.move_on_after(seconds):
            found[name] = await _probed(name)

    async with trio.open_nursery() as nursery:
        for name in dict.fromkeys(names):
            nursery.start_soon(probe, name)
    return found


async def _probed(name: SandboxName) -> Probed:
    try:
        if name == UNCONFINED:
            # Nothing confines it, but something has to own what it starts.
            async with open_processes() as processes:
                return await _chosen(name, processes)
        async with open_processes("forkserver") as processes:
            return await _chosen(name, processes)
    except SandboxUnavailable as error:
        return Probed(None, problem=_one_line(error.problem))
    except ZeroClawError as error:
        return Probed(None, problem=_one_line(error_text(error)))
    except OSError as error:
        # What it needs for the time of its work, a folder in the one for temporary files.
        return Probed(None, problem=_one_line(error.strerror or str(error)))


async def _chosen(name: SandboxName, processes: Processes) -> Probed:
    # Heavy, and of no use where nothing can own a command.
    from zeroclaw_runtime.sandboxes.choose import choose_sandbox

    with ExitStack() as stack:

        def temporary() -> str:
            return stack.enter_context(TemporaryDirectory(prefix="zeroclaw-"))

        sandbox = await choose_sandbox(name, processes, temporary=temporary)
        return Probed(sandbox.name, sandbox.strength)


def _one_line(problem: str) -> str:
    """Programs say a lot, on several lines; the sentence round it ends by itself."""
    return " ".join(problem.split()).rstrip(".")
