"""The tool that changes a part of a file."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import frozen

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import ArgumentRole, Effect, Risk
from zeroclaw_api.services import Workspace
from zeroclaw_api.tool import BlockingToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import flag_of, path_of, text_of
from zeroclaw_tools.change_preview import change_preview
from zeroclaw_tools.display import shortened
from zeroclaw_tools.edit_matching import (
    Ambiguous,
    Edited,
    NotFound,
    TooMuch,
    WhitespaceDiffers,
    edited,
)
from zeroclaw_tools.workspace_access import read_whole, write_whole

__all__ = ["FileEdit"]

_QUOTED: Final = 2000
"""Characters of the file that a failure quotes."""

_SPEC: Final = ToolSpec(
    name="file_edit",
    description=(
        "Replace text in a file of the workspace. old_string must occur exactly once, spaces and "
        "tabs included, unless replace_all is true. Line ends stay as the file has them."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path in the workspace."},
            "old_string": {"type": "string", "description": "What to replace, not empty."},
            "new_string": {"type": "string", "description": "What to put in its place."},
            "replace_all": {
                "type": "boolean",
                "description": "Replace every occurrence (default false).",
            },
        },
        "required": ["path", "old_string", "new_string"],
        "additionalProperties": False,
    },
    risk=Risk.MEDIUM,
    effects=frozenset({Effect.WRITE}),
    roles={"path": ArgumentRole.PATH_WRITTEN},
)


@frozen
class FileEdit:
    """Replaces text that occurs once, or every occurrence."""

    workspace: Workspace

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Change it. Raises `ToolFailed`, with the file as it was."""
        del context
        path = path_of(args)
        old, new = text_of(args, "old_string"), text_of(args, "new_string")
        if not old:
            raise ToolFailed(
                problem="old_string is empty. Give the text to replace, or use file_write."
            )
        if old == new:
            raise ToolFailed(problem="old_string and new_string are equal: nothing to change.")
        data = read_whole(self.workspace, path)
        result = edited(data, old, new, replace_all=flag_of(args, "replace_all", False))
        if not isinstance(result, Edited):
            raise ToolFailed(problem=_diagnosis(path, result))
        if result.data == data:
            raise ToolFailed(
                problem="The file would stay the same: file_edit does not change line ends. "
                "Use file_write for that."
            )
        write_whole(self.workspace, path, result.data)
        return ToolOutput.of_text(_report(path, result.lines))

    def preview(self, args: JsonObject) -> str:
        """What would change in the file, as a diff."""
        try:
            path = path_of(args)
            old, new = text_of(args, "old_string"), text_of(args, "new_string")
            data = read_whole(self.workspace, path)
            if not old:
                return ""
            result = edited(data, old, new, replace_all=flag_of(args, "replace_all", False))
        except ToolFailed:
            # The call itself will say what is wrong.
            return ""
        return change_preview(path, data, result.data) if isinstance(result, Edited) else ""


def _report(path: str, lines: tuple[int, ...]) -> str:
    if len(lines) == 1:
        return f"Replaced 1 occurrence in {path}, at line {lines[0]}."
    return f"Replaced {len(lines)} occurrences in {path}, the first at line {lines[0]}."


def _diagnosis(path: str, result: NotFound | WhitespaceDiffers | Ambiguous | TooMuch) -> str:
    match result:
        case NotFound():
            return (
                f"old_string does not occur in {path}; nothing was changed. Read the file again "
                "with file_read, then copy the text without its line numbers."
            )
        case WhitespaceDiffers(lines, first):
            where = ", ".join(map(str, lines))
            blocks = (
                f"The block at line {where} of {path} differs from it"
                if len(lines) == 1
                else f"The blocks at lines {where} of {path} differ from it"
            )
            return (
                f"old_string does not occur exactly; nothing was changed. {blocks} only in "
                f"whitespace. The text at line {lines[0]} is:\n{shortened(first, _QUOTED)}"
            )
        case Ambiguous(count, lines):
            shown = ", ".join(map(str, lines))
            return (
                f"old_string occurs {count} times in {path} (lines {shown}"
                f"{', ...' if count > len(lines) else ''}); nothing was changed. Give more of the "
                "text around the one you mean, or set replace_all."
            )
        case TooMuch():
            return (
                f"There is too much to replace in {path}; nothing was changed. Replace longer "
                "pieces of text one by one, or use a command such as sed."
            )
        case _:
            assert_never(result)
