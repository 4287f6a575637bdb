"""The tool that writes a file of the workspace."""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import Final

from attrs import frozen

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import ArgumentRole, Effect, Risk
from zeroclaw_api.services import Workspace
from zeroclaw_api.tool import BlockingToolContext, ToolOutput, ToolSpec
from zeroclaw_tools.arguments import path_of, text_of
from zeroclaw_tools.change_preview import change_preview
from zeroclaw_tools.workspace_access import read_whole, write_whole

__all__ = ["FileWrite"]

_SPEC: Final = ToolSpec(
    name="file_write",
    description=(
        "Write a file of the workspace, replacing what it held and making missing folders. The "
        "file is replaced whole or not at all. To change a part of a file use file_edit."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path in the workspace."},
            "content": {"type": "string", "description": "The whole content."},
            "encoding": {
                "type": "string",
                "enum": ["utf8", "base64"],
                "description": "How content is spelled (default utf8).",
            },
        },
        "required": ["path", "content"],
        "additionalProperties": False,
    },
    risk=Risk.MEDIUM,
    effects=frozenset({Effect.WRITE}),
    idempotent=True,
    roles={"path": ArgumentRole.PATH_WRITTEN},
)


@frozen
class FileWrite:
    """Replaces one file."""

    workspace: Workspace

    @property
    def spec(self) -> ToolSpec:
        """What it says of itself."""
        return _SPEC

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Write it. Raises `ToolFailed`."""
        del context
        path, data = path_of(args), _data_of(args)
        write_whole(self.workspace, path, data)
        return ToolOutput.of_text(f"Wrote {len(data)} bytes to {path}.")

    def preview(self, args: JsonObject) -> str:
        """What would change in the file, as a diff."""
        try:
            path, data = path_of(args), _data_of(args)
            return change_preview(path, read_whole(self.workspace, path), data)
        except ToolFailed:
            # It is not there yet, or the call will say what is wrong.
            return ""


def _data_of(args: JsonObject) -> bytes:
    content = text_of(args, "content")
    is_base64 = text_of(args, "encoding", "utf8") == "base64"
    return _decoded(content) if is_base64 else content.encode()


def _decoded(content: str) -> bytes:
    try:
        return b64decode(content.encode(), validate=True)
    except binascii.Error as error:
        raise ToolFailed(
            problem=f"The content is not base64 ({error}). Nothing was written. Spell it with the "
            "standard alphabet, padded, without line breaks."
        ) from error
