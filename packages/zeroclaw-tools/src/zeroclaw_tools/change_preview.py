"""Renders what a file would become as a unified diff, for the person who is asked."""

from __future__ import annotations

from difflib import unified_diff
from typing import Final

__all__ = ["change_preview"]

_MOST_LINES: Final = 3000
"""Of both texts together: comparing takes the time of their product."""


def change_preview(path: str, before: bytes, after: bytes) -> str:
    """The change as a diff, or why there is none to show."""
    try:
        old, new = before.decode(), after.decode()
    except UnicodeDecodeError:
        return f"{path}: {len(before)} bytes become {len(after)} bytes that are not text"
    if old == new:
        return f"{path} stays as it is"
    old_lines, new_lines = _lines(old), _lines(new)
    if len(old_lines) + len(new_lines) > _MOST_LINES:
        return f"{path}: {len(old_lines)} lines become {len(new_lines)}, too many to compare here"
    lines = unified_diff(old_lines, new_lines, f"{path} (now)", f"{path} (then)")
    return "".join(_ended(line) for line in lines).removesuffix("\n")


def _lines(text: str) -> list[str]:
    """Its lines with their ends; only a line feed ends one, as in every other diff."""
    *whole, last = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([last] if last else [])]


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ no line end at the end of the file\n"
