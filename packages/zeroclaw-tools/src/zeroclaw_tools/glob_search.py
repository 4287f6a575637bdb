"""The tool that finds files by their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from attrs import define, frozen

from zeroclaw_api.errors import ToolFailed, ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.services import DirectoryEntry, Workspace
from zeroclaw_api.tool import BlockingToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import path_of
from zeroclaw_tools.display import MOST_CHARACTERS, shown_name
from zeroclaw_tools.errors import InvalidPattern
from zeroclaw_tools.glob_pattern import GlobPattern, States, parse_pattern

__all__ = ["GlobSearch"]

_MOST_RESULTS: Final = 1000
_MOST_ENTRIES: Final = 200_000
"""Names looked at in one call: a few seconds of a local disk."""

_SPEC: Final = ToolSpec(
    name="glob_search",
    description=(
        "Find files and folders of the workspace by a pattern such as `src/**/*.py`: * and ? stay "
        "within a name, ** is any number of folders. Names that begin with a dot are found only "
        "when the pattern has the dot. Links are not followed into folders. Paths come sorted, "
        "one a line; a folder ends in /."
    ),
    parameters={
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Relative to the workspace."},
        },
        "required": ["pattern"],
        "additionalProperties": False,
    },
    risk=Risk.LOW,
    effects=frozenset({Effect.READ}),
    idempotent=True,
)


@frozen
class GlobSearch:
    """Walks the folders that can match, none else."""

    workspace: Workspace

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Search. Raises `ToolFailed` when the pattern cannot be used."""
        try:
            pattern = parse_pattern(path_of(args, "pattern"), self.workspace.root)
        except InvalidPattern as error:
            raise ToolFailed(problem=f"{error} Correct the pattern, then try again.") from error
        walk = _Walk(self.workspace, context, pattern)
        return ToolOutput.of_text(_listing(walk))


@define
class _Walk:
    """One pass in the order of the names; what cannot be listed is counted."""

    workspace: Workspace
    context: BlockingToolContext
    pattern: GlobPattern
    seen: int = 0
    unreadable: int = 0

    def hits(self) -> Iterator[str]:
        """Matching paths, until the call is cancelled or has seen too many names."""
        pending = [self._inside("", self.pattern.start())]
        while pending:
            if self.context.cancelled() or self.seen > _MOST_ENTRIES:
                return
            found = next(pending[-1], None)
            if found is None:
                pending.pop()
                continue
            path, entry, states = found
            if self.pattern.accepts(states) and self._is_usable(path, entry):
                yield path + "/" * entry.is_directory
            if entry.is_directory:
                pending.append(self._inside(f"{path}/", states))

    def _inside(self, folder: str, states: States) -> Iterator[tuple[str, DirectoryEntry, States]]:
        try:
            entries = self.workspace.list(folder or ".")
        except ZeroClawError:
            self.unreadable += 1
            return
        for entry in entries:
            self.seen += 1
            after = self.pattern.after(states, entry.name)
            if after:
                # By itself the name would be the user's home.
                start = "./" if not folder and entry.name == "~" else folder
                yield start + entry.name, entry, after

    def _is_usable(self, path: str, entry: DirectoryEntry) -> bool:
        """Whether it is in the workspace at all: a link may be broken or lead outside."""
        if entry.is_directory:
            return True
        with suppress(ZeroClawError):
            self.workspace.read(path, 0, 0)
            return True
        return False


def _listing(walk: _Walk) -> str:
    shown: list[str] = []
    notes: list[str] = []
    room = MOST_CHARACTERS
    for path in walk.hits():
        name = shown_name(path)
        room -= len(name) + 1
        if len(shown) == _MOST_RESULTS or room < 0:
            notes.append(f"[Only the first {len(shown)} are shown; use a narrower pattern]")
            break
        shown.append(name)
    if walk.seen > _MOST_ENTRIES:
        notes.append(f"[Stopped after {_MOST_ENTRIES} names; begin the pattern with a folder]")
    if walk.unreadable:
        notes.append(f"[Folders that could not be read: {walk.unreadable}]")
    return "\n".join([*(shown or ["No file matches."]), *notes])
