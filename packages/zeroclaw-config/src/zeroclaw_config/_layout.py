"""Find where in the text of a TOML document its tables, keys, values stand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from attrs import frozen

from zeroclaw_config._key_path import KeyPath

__all__ = ["Container", "Entry", "Layout", "Name", "Section", "layout_of"]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACES = re.compile(r"[ \t]*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_SCALAR = re.compile(
    r'"""(?:[^\\]|\\.)*?""""{0,2}'
    r"|'''.*?''''{0,2}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|[^,\]}#\r\n]*[^,\]}#\r\n \t]",
    re.DOTALL,
)


@frozen
class Name:
    """One part of a written key, with the path that it ends. Places count characters from 0."""

    path: KeyPath
    start: int
    end: int


@frozen
class Entry:
    """A pair, from its key to the end of its value, or an element of an array."""

    path: KeyPath
    start: int
    value_start: int
    end: int


@frozen
class Container:
    """An inline table or an array, from one bracket to the other."""

    start: int
    end: int
    is_table: bool
    entries: tuple[Entry, ...]


@frozen
class Section:
    """A header with the pairs below it; the first section of a document has no header."""

    path: KeyPath
    start: int
    header_end: int
    pairs: tuple[Entry, ...]

    @property
    def end(self) -> int:
        """Where its last statement ends; comments may follow."""
        return self.pairs[-1].end if self.pairs else self.header_end


@frozen
class Layout:
    """What stands where. A path that a value of its own has is in `values`."""

    sections: tuple[Section, ...]
    values: Mapping[KeyPath, Entry]
    containers: Mapping[KeyPath, Container]
    names: tuple[Name, ...]


def layout_of(text: str) -> Layout:
    """The layout of a *valid* document."""
    walk = _Walk(text)
    sections = walk.sections()
    return Layout(sections, walk.values, walk.containers, tuple(walk.names))


class _Walk:
    """One walk over a text that a parser has accepted."""

    def __init__(self, text: str) -> None:
        self.values: dict[KeyPath, Entry] = {}
        self.containers: dict[KeyPath, Container] = {}
        self.names: list[Name] = []
        self._text = text
        self._at = 0
        self._elements: dict[KeyPath, int] = {}

    def sections(self) -> tuple[Section, ...]:
        """All sections, to the end of the text."""
        sections: list[Section] = []
        path: KeyPath = ()
        start = header_end = 0
        pairs: list[Entry] = []
        while mark := self._next():
            at = self._at
            if mark == "[":
                sections.append(Section(path, start, header_end, tuple(pairs)))
                path, start, header_end, pairs = self._header(), at, self._at, []
            else:
                pairs.append(self._pair(path))
            if self._at == at:
                break
        sections.append(Section(path, start, header_end, tuple(pairs)))
        return tuple(sections)

    def _header(self) -> KeyPath:
        is_element = self._take("[[")
        if not is_element:
            self._take("[")
        path: KeyPath = ()
        names = self._key()
        for number, (key, start, end) in enumerate(names, 1):
            path = (*path, key)
            self.names.append(Name(path, start, end))
            if is_element and number == len(names):
                self._elements[path] = self._elements.get(path, -1) + 1
            if path in self._elements:
                path = (*path, self._elements[path])
        self._take("]]" if is_element else "]")
        return path

    def _pair(self, table: KeyPath) -> Entry:
        start = self._at
        path = table
        for key, key_start, key_end in self._key():
            path = (*path, key)
            self.names.append(Name(path, key_start, key_end))
        self._take("=")
        self._skip(_SPACES)
        return self._value(path, start)

    def _key(self) -> list[tuple[str, int, int]]:
        parts = []
        while True:
            self._skip(_SPACES)
            start = self._at
            key = _plain(self._skip(_KEY))
            parts.append((key, start, self._at))
            self._skip(_SPACES)
            if not self._take("."):
                return parts

    def _value(self, path: KeyPath, start: int) -> Entry:
        value_start = self._at
        entries: list[Entry] = []
        if self._take("["):
            while (mark := self._next()) and mark != "]":
                entries.append(self._value((*path, len(entries)), self._at))
                self._separator()
            self._take("]")
            self.containers[path] = Container(value_start, self._at, False, tuple(entries))
        elif self._take("{"):
            while (mark := self._next()) and mark != "}":
                entries.append(self._pair(path))
                self._separator()
            self._take("}")
            self.containers[path] = Container(value_start, self._at, True, tuple(entries))
        else:
            self._skip(_SCALAR)
        entry = Entry(path, start, value_start, self._at)
        self.values[path] = entry
        return entry

    def _separator(self) -> None:
        self._next()
        self._take(",")

    def _next(self) -> str:
        """The next character that is neither blank nor comment; empty at the end."""
        self._skip(_BLANK)
        return self._text[self._at : self._at + 1]

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            self._at = len(self._text)
            return ""
        self._at = match.end()
        return match[0]

    def _take(self, mark: str) -> bool:
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True


def _plain(key: str) -> str:
    if not key.startswith(('"', "'")):
        return key
    (plain,) = tomllib.loads(f"{key} = 0")
    return plain
