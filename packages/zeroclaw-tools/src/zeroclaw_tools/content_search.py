"""The tool that searches in files by a program made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ProcessError, ProcessStartFailed, ToolFailed, ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.processes import Command, ProcessResult, kept_head
from zeroclaw_api.risk import ArgumentRole, Effect, Risk
from zeroclaw_api.services import Workspace
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import flag_of, integer_of, path_of, text_of
from zeroclaw_tools.display import MOST_CHARACTERS, shortened, shown_text
from zeroclaw_tools.search_command import (
    SearchMode,
    SearchRequest,
    grep_argv,
    ripgrep_argv,
)
from zeroclaw_tools.workspace_access import explained

__all__ = ["ContentSearch"]

_SECONDS: Final = 30.0
_OUTPUT_BYTES: Final = 1024 * 1024
_MOST_RESULTS: Final = 1000
_LONGEST_LINE: Final = 600
_LONGEST_PATTERN: Final = 10_000
_THREADS: Final = 4
"""Checks of paths at once; each is one look at the disk."""

_SPEC: Final = ToolSpec(
    name="content_search",
    description=(
        "Search the files of the workspace for a regular expression. Results are lines "
        "`path:line:text`. Binary files are skipped; with ripgrep so are hidden files and those "
        "that a .gitignore names. Links are not followed."
    ),
    parameters={
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Regular expression."},
            "path": {"type": "string", "description": "File or folder (default: all)."},
            "output_mode": {
                "type": "string",
                "enum": [mode.value for mode in SearchMode],
                "description": "Lines, names of files, or counts (default content).",
            },
            "include": {"type": "string", "description": "Only such files, as in *.py."},
            "case_sensitive": {"type": "boolean", "description": "Default true."},
            "context_before": {"type": "integer", "description": "Lines, at most 20."},
            "context_after": {"type": "integer", "description": "Lines, at most 20."},
            "multiline": {"type": "boolean", "description": "Match over line ends; ripgrep only."},
            "max_results": {"type": "integer", "description": "Lines of result, at most 1000."},
        },
        "required": ["pattern"],
        "additionalProperties": False,
    },
    risk=Risk.LOW,
    effects=frozenset({Effect.READ}),
    idempotent=True,
    roles={"path": ArgumentRole.PATH_READ},
)


@frozen
class ContentSearch:
    """Runs ripgrep, else grep; `environ` says where they are."""

    workspace: Workspace
    environ: Mapping[str, str] = field(hash=False, repr=False)
    _limiter: trio.CapacityLimiter = field(
        init=False, repr=False, factory=lambda: trio.CapacityLimiter(_THREADS)
    )

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Search. Raises `ToolFailed`."""
        request = _request_of(args)
        most = integer_of(args, "max_results", _MOST_RESULTS, 1, _MOST_RESULTS)
        await trio.to_thread.run_sync(
            partial(_require_inside, self.workspace, request.path),
            abandon_on_cancel=True,
            limiter=self._limiter,
        )
        result = await self._searched(context, request)
        return ToolOutput.of_text(_told(request, result, most))

    async def _searched(self, context: ToolContext, request: SearchRequest) -> ProcessResult:
        try:
            return await self._run(context, request, ripgrep_argv)
        except ProcessStartFailed as missing:
            if request.multiline:
                raise ToolFailed(
                    problem="A search over several lines needs ripgrep (rg), which cannot be "
                    "started here. Search line by line, or ask the user to install ripgrep."
                ) from missing
        try:
            return await self._run(context, request, grep_argv)
        except ProcessStartFailed as missing:
            raise ToolFailed(
                problem="Neither ripgrep (rg) nor grep can be started here. Ask the user to "
                "install ripgrep; meanwhile use glob_search with file_read."
            ) from missing

    async def _run(
        self,
        context: ToolContext,
        request: SearchRequest,
        argv: Callable[[SearchRequest], tuple[str, ...]],
    ) -> ProcessResult:
        command = Command(
            argv=argv(request),
            cwd=self.workspace.root,
            env=self.environ,
        )
        try:
            return await context.processes.run(
                command, timeout=_SECONDS, output_limit=_OUTPUT_BYTES
            )
        except ProcessStartFailed:
            raise
        except ProcessError as error:
            raise ToolFailed(problem=f"{error} The search did not end. Try it again.") from error


def _request_of(args: JsonObject) -> SearchRequest:
    pattern = text_of(args, "pattern")
    multiline = flag_of(args, "multiline", False)
    if not pattern or "\0" in pattern or len(pattern) > _LONGEST_PATTERN:
        raise ToolFailed(
            problem="The pattern is empty, too long, or holds a NUL character. Give another."
        )
    if "\n" in pattern and not multiline:
        raise ToolFailed(problem="The pattern holds a line feed. Set multiline, or leave it out.")
    path = path_of(args, "path", ".")
    if ".." in path.split("/"):
        raise ToolFailed(problem="The path holds '..'. Name it from the root of the workspace.")
    if path == "~" or path.startswith("~/"):
        # The program that searches would look for a file of that name, which may be a link.
        raise ToolFailed(problem="The path begins with '~'. Write the folder out.")
    include = text_of(args, "include", "")
    if "\0" in include:
        raise ToolFailed(problem="The argument include holds a NUL character. Leave it out.")
    mode = text_of(args, "output_mode", SearchMode.CONTENT)
    if mode not in set(SearchMode):
        raise ToolFailed(problem=f"There is no output_mode {mode!r}. Use one of the schema.")
    return SearchRequest(
        pattern=pattern,
        path=path,
        mode=SearchMode(mode),
        include=include,
        case_sensitive=flag_of(args, "case_sensitive", True),
        before=integer_of(args, "context_before", 0, 0, 20),
        after=integer_of(args, "context_after", 0, 0, 20),
        multiline=multiline,
    )


def _require_inside(workspace: Workspace, path: str) -> None:
    """A program would follow a link it is given by name, so the workspace looks first."""
    with explained("Check the name with glob_search."):
        try:
            workspace.list(path)
        except ZeroClawError:
            workspace.read(path, 0, 0)


def _told(request: SearchRequest, result: ProcessResult, most: int) -> str:
    """The lines of the answer. Raises `ToolFailed` when the search gave none and went wrong."""
    dropped = result.stdout_dropped
    kept = result.stdout[: kept_head(_OUTPUT_BYTES)] if dropped else result.stdout
    lines = [line.removeprefix("./") for line in shown_text(kept).split("\n") if line]
    if dropped and lines:
        lines.pop()
    if request.mode is SearchMode.COUNT:
        # grep counts also where there is nothing.
        lines = [line for line in lines if not line.endswith(":0")]
    went_wrong = result.exit_code not in (0, 1)
    if not lines and result.timed_out:
        raise ToolFailed(
            problem=f"The search took longer than {_SECONDS:.0f} s and found nothing until then. "
            "Name a path or an include pattern, or use a simpler expression."
        )
    if not lines and went_wrong:
        trouble = shortened(shown_text(result.stderr).strip(), 1000)
        raise ToolFailed(problem=f"The search failed: {trouble} Correct the pattern or the path.")
    shown = _fitting(lines[:most])
    notes = []
    if len(shown) < len(lines) or dropped:
        notes.append(f"[Only the first {len(shown)} lines are shown; narrow the search]")
    if result.timed_out:
        notes.append(f"[Stopped after {_SECONDS:.0f} s; there may be more]")
    elif went_wrong:
        notes.append("[Some files could not be searched]")
    return "\n".join([*(shown or ["Nothing matches."]), *notes])


def _fitting(lines: list[str]) -> list[str]:
    shown: list[str] = []
    room = MOST_CHARACTERS
    for line in lines:
        cut = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} [line cut]"
        room -= len(cut) + 1
        if room < 0:
            break
        shown.append(cut)
    return shown
