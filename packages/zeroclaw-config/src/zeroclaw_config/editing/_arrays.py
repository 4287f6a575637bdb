"""Put entries into inline tables or arrays, or take them out, as the rest of them is written."""

from __future__ import annotations

import re

from zeroclaw_config._layout import Container

__all__ = ["with_entry", "without_entry"]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?")
_INDENT = re.compile(r"[ \t]*")


def with_entry(text: str, container: Container, index: int | None, entry: str) -> str:
    """The text with an entry before the one at an index, or at the end."""
    entries = container.entries
    if not entries:
        return _with_only_entry(text, container, entry)
    if index is not None and index < len(entries):
        at = entries[index].start
        line = text.rfind("\n", 0, at) + 1
        indent = text[line:at]
        is_alone = not indent.strip() and line > container.start
        gap = _newline(text, line) + indent if is_alone else " "
        return f"{text[:at]}{entry},{gap}{text[at:]}"
    last = entries[-1]
    line = text.rfind("\n", 0, last.start) + 1
    indent = text[line : last.start]
    is_alone = not indent.strip() and line > container.start
    gap = _newline(text, line) + indent if is_alone else " "
    comma = _comma_after(text, last.end)
    if comma is None:
        at = _line_rest(text, last.end) if is_alone else last.end
        return f"{text[: last.end]},{text[last.end : at]}{gap}{entry}{text[at:]}"
    at = _line_rest(text, comma) if is_alone else comma
    return f"{text[:at]}{gap}{entry}{',' if is_alone else ''}{text[at:]}"


def without_entry(text: str, container: Container, index: int) -> str:
    """The text without one entry, nor the comment on the lines that it has for itself."""
    entries = container.entries
    entry = entries[index]
    inner = text[container.start + 1 : container.end - 1]
    if len(entries) == 1 and "\n" not in inner.replace(text[entry.start : entry.end], ""):
        return text[: container.start + 1] + text[container.end - 1 :]
    comma = _comma_after(text, entry.end)
    end = entry.end if comma is None else comma
    line = text.rfind("\n", 0, entry.start) + 1
    rest = _line_rest(text, end)
    is_line_end = text.startswith(("\n", "\r\n"), rest)
    if not text[line : entry.start].strip() and is_line_end and line > container.start:
        return text[:line] + text[text.index("\n", rest) + 1 :]
    if comma is None and index:
        start = entries[index - 1].end
        if not (set("#\n") & set(text[start : entry.start])):
            return text[:start] + text[end:]
    spaces = _INDENT.match(text, end)
    return text[: entry.start] + text[spaces.end() if spaces is not None else end :]


def _with_only_entry(text: str, container: Container, entry: str) -> str:
    inner = text[container.start + 1 : container.end - 1]
    if inner.strip():
        # A comment, which a newline ends.
        at = container.end - 1
        return text[:at] + entry + text[at:]
    padded = f" {entry} " if container.is_table else entry
    return text[: container.start + 1] + padded + text[container.end - 1 :]


def _comma_after(text: str, at: int) -> int | None:
    """The place behind the comma that follows an entry."""
    match = _BLANK.match(text, at)
    end = at if match is None else match.end()
    return end + 1 if text.startswith(",", end) else None


def _line_rest(text: str, at: int) -> int:
    match = _REST_OF_LINE.match(text, at)
    return at if match is None else match.end()


def _newline(text: str, line: int) -> str:
    return "\r\n" if text.startswith("\r\n", line - 2) and line > 1 else "\n"
