"""The tool that reads a file of the workspace."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from attrs import frozen

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import ArgumentRole, Effect, Risk
from zeroclaw_api.services import Workspace
from zeroclaw_api.tool import BlockingToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import integer_of, path_of, text_of
from zeroclaw_tools.line_ranges import looks_binary, numbered
from zeroclaw_tools.workspace_access import MOST_BYTES, read_whole

__all__ = ["FileRead"]

_MOST_BASE64_BYTES: Final = 36_000
"""The largest file given as base64: its spelling still fits into one result."""

_SPEC: Final = ToolSpec(
    name="file_read",
    description=(
        "Read a text file of the workspace. Lines come as `N: text`, followed by a note on which "
        "lines these are. Long files come in parts: continue with the offset the note names."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path in the workspace."},
            "offset": {"type": "integer", "description": "First line, from 1 (default 1)."},
            "limit": {"type": "integer", "description": "How many lines (default: all)."},
            "encoding": {
                "type": "string",
                "enum": ["utf8", "base64"],
                "description": "base64 gives a small file's bytes (default utf8).",
            },
        },
        "required": ["path"],
        "additionalProperties": False,
    },
    risk=Risk.LOW,
    effects=frozenset({Effect.READ}),
    idempotent=True,
    roles={"path": ArgumentRole.PATH_READ},
)


@frozen
class FileRead:
    """Reads one file, or a range of its lines."""

    workspace: Workspace

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Read it. Raises `ToolFailed`."""
        del context
        path = path_of(args)
        offset = integer_of(args, "offset", 1, 1, MOST_BYTES)
        limit = integer_of(args, "limit", MOST_BYTES, 1, MOST_BYTES)
        data = read_whole(self.workspace, path)
        if text_of(args, "encoding", "utf8") == "base64":
            return ToolOutput.of_text(_spelled(path, data))
        if looks_binary(data):
            raise ToolFailed(
                problem=f"{path} is a binary file of {len(data)} bytes, not text. Look at it with "
                'a command such as `file`, or read it with encoding "base64" if it is small.'
            )
        return ToolOutput.of_text(_as_lines(data, offset, limit))


def _as_lines(data: bytes, offset: int, limit: int) -> str:
    text = data.decode("utf-8-sig", "replace")
    shown = numbered(text, offset, limit)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return (
            f"{shown}\n[The file is not UTF-8 (first at byte {error.start}); what could not be "
            "read is shown as \ufffd and cannot be matched by file_edit]"
        )
    return shown


def _spelled(path: str, data: bytes) -> str:
    if len(data) > _MOST_BASE64_BYTES:
        raise ToolFailed(
            problem=f"{path} has {len(data)} bytes, too many for base64: at most "
            f"{_MOST_BASE64_BYTES}. Use a command to look at a part of it."
        )
    return b64encode(data).decode()
