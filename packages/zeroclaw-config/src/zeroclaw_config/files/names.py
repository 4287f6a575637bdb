"""Say whether a name may be that of a folder, or of a tool."""

from __future__ import annotations

import re
from typing import Final

from zeroclaw_api.phrases import Phrase

__all__ = ["LONGEST_NAME", "folder_name_problem", "tool_name_problem"]

LONGEST_NAME: Final = 64
"""Characters; the open format for skills has the same limit."""

_TOOL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def folder_name_problem(name: str) -> str | None:
    """Why a name cannot be one visible component of a path; None when it can."""
    if not name or name != name.strip():
        return Phrase("name_is_blank", "must not be empty, nor begin or end with a space")
    if "/" in name or "\\" in name:
        return Phrase("name_has_slash", "must be one name, without `/` or `\\`")
    if name.startswith("."):
        return Phrase("name_begins_with_dot", "must not begin with a dot")
    if not name.isprintable():
        return Phrase("name_is_not_printable", "has a character that cannot be printed")
    if len(name) > LONGEST_NAME:
        return Phrase(
            "must_have_fewer_characters", "must have at most {limit} characters", limit=LONGEST_NAME
        )
    return None


def tool_name_problem(name: str) -> str | None:
    """Why a name cannot be that of a tool; None when it can."""
    if not _TOOL_NAME.fullmatch(name):
        return Phrase(
            "must_be_tool_name", "must have letters without accents, digits, `_`, `.` or `-` only"
        )
    if len(name) > LONGEST_NAME:
        return Phrase(
            "must_have_fewer_characters", "must have at most {limit} characters", limit=LONGEST_NAME
        )
    return None
