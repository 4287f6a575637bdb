"""The tool that runs a shell command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ProcessError, ToolFailed, ZeroClawError
from zeroclaw_api.host import HostFeature, RuntimeAdapter
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Text
from zeroclaw_api.processes import Command, ProcessResult, kept_head
from zeroclaw_api.risk import ArgumentRole, Effect, Risk
from zeroclaw_api.services import Workspace
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import integer_of, text_of
from zeroclaw_tools.display import MOST_CHARACTERS, shortened, shown_text
from zeroclaw_tools.output_progress import OutputProgress

__all__ = ["Shell"]

_OUTPUT_BYTES: Final = 1024 * 1024
"""Kept of each stream."""

_LONGEST_COMMAND: Final = 100_000
"""Bytes: the kernel of Linux takes no word of 128 KiB or more."""

_SPEC: Final = ToolSpec(
    name="shell",
    description=(
        "Run a command with `sh -c` in the root of the workspace. It gets no input and no "
        "terminal, and whatever it started is ended with it. The exit code comes first, then "
        "its output, then its error output."
    ),
    parameters={
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": "The shell script."},
            "time_limit": {
                "type": "integer",
                "description": "Seconds until it is killed, 1 to 600 (default 60).",
            },
        },
        "required": ["command"],
        "additionalProperties": False,
    },
    risk=Risk.MEDIUM,
    effects=frozenset({Effect.EXECUTE}),
    needs=frozenset({HostFeature.SHELL}),
    roles={"command": ArgumentRole.SCRIPT},
)


@frozen
class Shell:
    """Runs one command to its end; `environ` is all that it sees."""

    workspace: Workspace
    host: RuntimeAdapter
    environ: Mapping[str, str] = field(hash=False, repr=False)

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Run it. Raises `ToolFailed` when it could not start or was killed by its limit."""
        script = _script_of(args)
        limit = integer_of(args, "time_limit", 60, 1, 600)
        root = self.workspace.root
        command = Command(
            argv=self.host.shell_argv(script, root),
            cwd=root,
            env=self.environ,
        )
        result = await _watched(context, command, limit)
        if result.timed_out:
            raise ToolFailed(
                problem=f"The command ran longer than {limit} s and was killed. Raise time_limit "
                f"(at most 600) or do less at once.\n{_streams(result)}"
            )
        return ToolOutput(
            content=(Text(f"[{_ending(result)}]\n{_streams(result)}"),),
            data={"exit_code": result.exit_code, "signal": result.signal},
        )


def _script_of(args: JsonObject) -> str:
    script = text_of(args, "command")
    if not script.strip():
        raise ToolFailed(problem="The command is empty. Say what to run.")
    if "\0" in script:
        raise ToolFailed(problem="The command holds a NUL character. Leave it out.")
    if len(script.encode()) > _LONGEST_COMMAND:
        raise ToolFailed(
            problem=f"The command is longer than {_LONGEST_COMMAND} bytes. Write it to a file "
            "with file_write, then run that file."
        )
    return script


async def _watched(context: ToolContext, command: Command, limit: int) -> ProcessResult:
    progress = OutputProgress(context.progress)
    # Named outside, so that the one error of the call is not wrapped in a group.
    failure: ZeroClawError | None = None
    result: ProcessResult | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(progress.work)
        try:
            result = await context.processes.run(
                command, timeout=limit, output_limit=_OUTPUT_BYTES, on_output=progress.feed
            )
        except ZeroClawError as error:
            failure = error
        nursery.cancel_scope.cancel()
    if failure is not None and not isinstance(failure, ProcessError):
        raise failure
    if result is None:
        raise ToolFailed(problem=f"{failure} The command did not run to its end.") from failure
    return result


def _ending(result: ProcessResult) -> str:
    if result.exit_code is None:
        return f"ended by signal {result.signal}"
    return f"exit code {result.exit_code}"


def _streams(result: ProcessResult) -> str:
    """Both outputs, each with its own share of what a result may hold."""
    stderr = _shown(result.stderr, result.stderr_dropped, MOST_CHARACTERS // 3)
    stdout = _shown(result.stdout, result.stdout_dropped, MOST_CHARACTERS - len(stderr) - 200)
    parts = [stdout or "(no output)"]
    if stderr:
        parts.append(f"[stderr]\n{stderr}")
    return "\n".join(parts)


def _shown(data: bytes, dropped: int, most: int) -> str:
    if not dropped:
        return shortened(shown_text(data).rstrip("\n"), most)
    head = kept_head(_OUTPUT_BYTES)
    first = shown_text(data[:head])[: most - most // 3]
    last = shown_text(data[head:]).rstrip("\n")[-(most // 3) :]
    total = len(data) + dropped
    return f"{first}\n[... cut: {total} bytes in all; send the output to a file ...]\n{last}"
