"""Find the line on which a TOML document has a key."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

from zeroclaw_config._key_path import KeyPath

__all__ = ["key_lines", "line_of"]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACES = re.compile(r"[ \t]*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_VALUE = re.compile(
    r'"""(?:[^\\]|\\.)*?""""{0,2}'
    r"|'''.*?''''{0,2}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|[^,\]}#\n]+",
    re.DOTALL,
)


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every key, table and array element of a *valid* TOML document."""
    scan = _Scan(text)
    scan.document()
    breaks = [match.start() for match in re.finditer("\n", text)]
    return {path: bisect_right(breaks, at) + 1 for path, at in scan.found.items()}


def line_of(path: KeyPath, lines: Mapping[KeyPath, int]) -> int | None:
    """The line of a key, or of the innermost table around it that stands in the document."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


class _Scan:
    """One walk over the text; a parser has accepted it, so that what is odd ends the walk."""

    def __init__(self, text: str) -> None:
        self.found: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._elements: dict[KeyPath, int] = {}

    def document(self) -> None:
        """Headers with the keys below them, to the end of the text."""
        table: KeyPath = ()
        while self._next():
            start = self._at
            if self._take("[["):
                table = self._element_header(self._key(), start)
            elif self._take("["):
                table = self._resolved(self._key())
                self._note(table, start)
                self._take("]")
            else:
                self._pair(table)
            if self._at == start:
                return

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

    def _note(self, path: KeyPath, at: int) -> None:
        self.found[path] = at
        for length in range(1, len(path)):
            self.found.setdefault(path[:length], at)

    def _resolved(self, keys: tuple[str, ...]) -> KeyPath:
        """A header's path: a key that names an array of tables means its last element."""
        path: KeyPath = ()
        for key in keys:
            path += (key,)
            if path in self._elements:
                path += (self._elements[path],)
        return path

    def _element_header(self, keys: tuple[str, ...], start: int) -> KeyPath:
        array = (*self._resolved(keys[:-1]), *keys[-1:])
        index = self._elements.get(array, -1) + 1
        self._elements[array] = index
        self._note((*array, index), start)
        self._take("]]")
        return (*array, index)

    def _key(self) -> tuple[str, ...]:
        parts = []
        while True:
            self._skip(_SPACES)
            parts.append(_unquoted(self._skip(_KEY)))
            self._skip(_SPACES)
            if not self._take("."):
                return tuple(parts)

    def _pair(self, table: KeyPath) -> None:
        start = self._at
        path = (*table, *self._key())
        self._note(path, start)
        if self._take("="):
            self._skip(_SPACES)
            self._value(path)

    def _value(self, path: KeyPath) -> None:
        if self._take("["):
            self._array(path)
        elif self._take("{"):
            self._inline_table(path)
        else:
            self._skip(_VALUE)

    def _array(self, path: KeyPath) -> None:
        index = 0
        while (character := self._next()) and character != "]":
            self._note((*path, index), self._at)
            self._value((*path, index))
            self._next()
            self._take(",")
            index += 1
        self._take("]")

    def _inline_table(self, path: KeyPath) -> None:
        while (character := self._next()) and character != "}":
            self._pair(path)
            self._next()
            self._take(",")
        self._take("}")


def _unquoted(key: str) -> str:
    if not key.startswith(('"', "'")):
        return key
    try:
        (plain,) = tomllib.loads(f"{key} = 0")
    except tomllib.TOMLDecodeError:
        return key
    return plain
