"""Single edits of the text of a TOML document, which cut or add nothing but what they name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._layout import Entry, Layout, Section, layout_of
from zeroclaw_config.editing._arrays import with_entry, without_entry
from zeroclaw_config.editing._edits import Edit, Insert, Put, Remove
from zeroclaw_config.editing._rendering import are_tables, block, inline, key_text, keys_text
from zeroclaw_config.editing.values import ConfigValue

__all__ = ["Style", "edited", "renamed"]


class Style(Enum):
    """How a new table is written."""

    HEADER = "[header] with a line for each key"
    INLINE = "{ … } in one line"


_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def edited(text: str, edit: Edit, style: Style) -> str:
    """The text of a valid document after an edit, to be compared with what was meant."""
    splice = _Splice(text, "\r\n" if "\r\n" in text else "\n")
    match edit:
        case Put(path=path, value=value):
            return splice.put(path, value, style)
        case Insert(path=path, value=value):
            return splice.insert(path, value)
        case Remove(path=path):
            return splice.remove(path)


def renamed(text: str, path: KeyPath, key: str) -> str:
    """The text of a valid document where a key has another name, wherever it is written."""
    names = [name for name in layout_of(text).names if name.path == path]
    return _replaced(text, ((name.start, name.end, key_text(key)) for name in names))


def _replaced(text: str, pieces: Iterable[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(pieces, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _below(path: KeyPath, above: KeyPath) -> bool:
    return path[: len(above)] == above


class _Splice:
    """One edit of one text."""

    def __init__(self, text: str, newline: str) -> None:
        self._text = text
        self._layout: Layout = layout_of(text)
        self._newline = newline

    def put(self, path: KeyPath, value: ConfigValue, style: Style) -> str:
        """Replace a value, or add a key."""
        there = self._layout.values.get(path)
        if there is not None:
            return _replaced(self._text, [(there.value_start, there.end, inline(value))])
        if any(_below(name.path, path) for name in self._layout.names):
            return _Splice(self.remove(path), self._newline).put(path, value, style)
        holder = self._holder(path)
        if holder is not None:
            entry = f"{keys_text(path[len(holder) :])} = {inline(value)}"
            return with_entry(self._text, self._layout.containers[holder], None, entry)
        if style is Style.HEADER and (isinstance(value, dict) or are_tables(value)):
            return self._with_block(self._end_of(path[:-1]), block(path, value, self._newline))
        return self._with_pair(path, value)

    def insert(self, path: KeyPath, value: ConfigValue) -> str:
        """Add an element to an array, or to a list of tables."""
        *way, index = path
        array = self._layout.containers.get(tuple(way))
        if array is not None and isinstance(index, int):
            return with_entry(self._text, array, index, inline(value))
        new = block(tuple(way), [value], self._newline)
        for section, before in zip(self._layout.sections[1:], self._layout.sections, strict=False):
            if section.path == path:
                return self._with_block(self._banner(before, section)[1], new)
        return self._with_block(self._end_of(tuple(way)), new)

    def remove(self, path: KeyPath) -> str:
        """Take away everything that is written below a path."""
        holder = self._holder(path)
        if holder is None:
            return self._without_statements(path)
        container = self._layout.containers[holder]
        for index, entry in enumerate(container.entries):
            if _below(entry.path, path):
                text = without_entry(self._text, container, index)
                rest = _Splice(text, self._newline)
                if not container.is_table:
                    return text
                again = any(_below(name.path, path) for name in rest._layout.names)
                return rest.remove(path) if again else text
        return self._text

    def _holder(self, path: KeyPath) -> KeyPath | None:
        """The innermost inline table or array that the path leads through."""
        for length in range(len(path) - 1, 0, -1):
            if path[:length] in self._layout.containers:
                return path[:length]
        return None

    def _with_pair(self, path: KeyPath, value: ConfigValue) -> str:
        table = path[:-1]
        for section in self._layout.sections:
            if section.path == table and (section.pairs or table):
                return self._with_line(section.end, section.path, path, value)
        if not table:
            return self._with_first_pair(path, value)
        dotted = [
            (pair, section)
            for section in self._layout.sections
            for pair in section.pairs
            if len(section.path) < len(table) and _below(pair.path, table)
        ]
        if dotted:
            pair, section = dotted[-1]
            return self._with_line(pair.end, section.path, path, value)
        line = f"{keys_text(path[-1:])} = {inline(value)}{self._newline}"
        new = f"[{keys_text(table)}]{self._newline}{line}"
        for section, before in zip(self._layout.sections[1:], self._layout.sections, strict=False):
            if _below(section.path, table):
                return self._with_block(self._banner(before, section)[1], new)
        return self._with_block(self._end_of(table), new)

    def _with_line(self, end: int, table: KeyPath, path: KeyPath, value: ConfigValue) -> str:
        """A pair on the line after the one that a statement of the table ends on."""
        at = self._line_end(end)
        start = self._text.rfind("\n", 0, end) + 1
        indent = re.match(r"[ \t]*", self._text[start:end])
        line = f"{keys_text(path[len(table) :])} = {inline(value)}{self._newline}"
        margin = indent[0] if indent is not None else ""
        return self._with_text(at, margin + line)

    def _with_first_pair(self, path: KeyPath, value: ConfigValue) -> str:
        """The first pair outside of tables goes below the comment that the file begins with."""
        at = len(self._text)
        if len(self._layout.sections) > 1:
            at = self._banner(*self._layout.sections[:2])[1]
        lines = _LINE.findall(self._text[:at])
        while lines and not lines[-1].strip():
            lines.pop()
        at = len("".join(lines))
        line = f"{keys_text(path)} = {inline(value)}{self._newline}"
        rest = self._text[at:]
        gap = self._newline if rest and _LINE.findall(rest)[0].strip() else ""
        return self._with_text(at, line + gap)

    def _with_text(self, at: int, new: str) -> str:
        before = self._text[:at]
        gap = "" if not before or before.endswith("\n") else self._newline
        return before + gap + new + self._text[at:]

    def _with_block(self, at: int, new: str) -> str:
        """Headers with their pairs, set apart by empty lines."""
        before, rest = self._text[:at], self._text[at:]
        above = _LINE.findall(before)
        gap = self._newline if above and above[-1].strip() else ""
        end = self._newline if rest and _LINE.findall(rest)[0].strip() else ""
        return self._with_text(at, gap + new + end)

    def _end_of(self, path: KeyPath) -> int:
        """Where a section may follow all that is written below a path."""
        sections = self._layout.sections
        while path and not any(self._is_about(section, path) for section in sections):
            path = path[:-1]
        last = len(sections) - 1
        while last and not self._is_about(sections[last], path):
            last -= 1
        following = sections[last + 1] if last + 1 < len(sections) else None
        return self._body_end(sections[last], following)

    def _is_about(self, section: Section, path: KeyPath) -> bool:
        return _below(section.path, path) or any(_below(p.path, path) for p in section.pairs)

    def _without_statements(self, path: KeyPath) -> str:
        cuts: list[tuple[int, int, str]] = []
        sections = self._layout.sections
        for index, section in enumerate(sections):
            if index and _below(section.path, path):
                following = sections[index + 1] if index + 1 < len(sections) else None
                start = self._banner(sections[index - 1], section)[1]
                cuts.append((start, self._next_banner(section, following), ""))
            else:
                cuts += [
                    (self._line_start(pair), self._line_end(pair.end), "")
                    for pair in section.pairs
                    if _below(pair.path, path)
                ]
        return _replaced(self._text, cuts)

    def _line_start(self, pair: Entry) -> int:
        return self._text.rfind("\n", 0, pair.start) + 1

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        return len(self._text) if end < 0 else end + 1

    def _banner(self, before: Section, section: Section) -> tuple[int, int]:
        """Where the comments above a header begin: all that are not about the section before it,
        then those right above, which are about this table alone.
        """
        header = self._text.rfind("\n", 0, section.start) + 1
        is_first = before.end == 0
        start = 0 if is_first else self._line_end(before.end)
        lines = _LINE.findall(self._text[start:header])
        empty = [index for index, line in enumerate(lines) if not line.strip()]
        own = empty[-1] + 1 if empty else len(lines) if is_first else 0
        above = own if is_first else empty[0] + 1 if empty else 0
        return start + len("".join(lines[:above])), start + len("".join(lines[:own]))

    def _next_banner(self, section: Section, following: Section | None) -> int:
        """Where what is not about a section any more begins."""
        if following is not None:
            return self._banner(section, following)[0]
        start = self._line_end(section.end)
        lines = _LINE.findall(self._text[start:])
        empty = [index for index, line in enumerate(lines) if not line.strip()]
        return start + len("".join(lines[: empty[0] + 1 if empty else len(lines)]))

    def _body_end(self, section: Section, following: Section | None) -> int:
        """Where a section ends, with the comments that are about it."""
        lines = _LINE.findall(self._text[: self._next_banner(section, following)])
        while lines and not lines[-1].strip():
            lines.pop()
        return len("".join(lines))
