"""The probe of a sandbox that is a program, made with a command that does nothing."""

from __future__ import annotations

from zeroclaw_api.errors import ProcessError, SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy

__all__ = ["probe_by_command"]

# Seconds; it takes milliseconds, on a loaded machine a hundred times more.
_LIMIT = 10.0
_OUTPUT_LIMIT = 4000


async def probe_by_command(sandbox: Sandbox, processes: Processes) -> None:
    """Raises `SandboxUnavailable` with the words of the program that confines."""
    command = Command(argv=("true",), cwd=None, env={"PATH": "/usr/bin:/bin"})
    plan = sandbox.plan(command, SandboxPolicy(writable=(), readable=()))
    try:
        result = await processes.run(plan.command, timeout=_LIMIT, output_limit=_OUTPUT_LIMIT)
    except ProcessError as error:
        raise SandboxUnavailable(sandbox=sandbox.name, problem=str(error)) from error
    if result.exit_code != 0:
        said = result.stderr.decode(errors="replace").strip() or "it ended without a word"
        raise SandboxUnavailable(sandbox=sandbox.name, problem=said)
