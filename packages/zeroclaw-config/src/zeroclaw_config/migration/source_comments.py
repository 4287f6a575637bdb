"""Find the comments of a TOML document, with the key that each belongs to."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left, bisect_right

from attrs import frozen

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._lines import key_lines

__all__ = ["Block", "SourceComment", "blocks_of", "comments_of", "masked", "preamble_length"]

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)


@frozen
class SourceComment:
    """A comment on a line, from 1. `path` is None at the end of the document."""

    line: int
    text: str
    path: KeyPath | None
    is_trailing: bool


@frozen
class Block:
    """The lines of a table with the comments above it: from `first` to before `end`, from 1."""

    key: str
    first: int
    end: int


def comments_of(text: str) -> list[SourceComment]:
    """All comments of a valid document whose lines end in a line feed, in their order."""
    paths: dict[int, KeyPath] = {}
    for key_path, line in key_lines(text).items():
        paths.setdefault(line, key_path)
    lines = sorted(paths)
    found = []
    for token in _TOKEN.finditer(text):
        if not token[0].startswith("#"):
            continue
        start = text.rfind("\n", 0, token.start()) + 1
        line = text.count("\n", 0, start) + 1
        is_trailing = text[start : token.start()].strip() != ""
        index = bisect_right(lines, line) - 1 if is_trailing else bisect_left(lines, line)
        path = paths[lines[index]] if 0 <= index < len(lines) else None
        found.append(SourceComment(line, token[0].rstrip(), path, is_trailing))
    return found


def masked(text: str) -> str:
    """The text with `x` for each character of its strings and comments."""
    return _TOKEN.sub(lambda token: "x" * len(token[0]), text)


def preamble_length(text: str) -> int:
    """How many lines of comments at the start speak of the whole document.

    They do when a blank line parts them from the first key.
    """
    count = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            count = number
        elif not line.lstrip().startswith("#"):
            break
    return count


def blocks_of(text: str) -> list[Block]:
    """The tables that have a header, with the lines that belong to them."""
    headers = _header_lines(text)
    if not headers:
        return []
    free = _free_lines(text)
    ends = []
    for _, line in headers[1:]:
        above = line - 1
        while free[above - 1]:
            above -= 1
        ends.append(above + 1)
    starts = [_start_above(headers[0][1], free, preamble_length(text)), *ends]
    return [
        Block(key, start, end)
        for (key, _), start, end in zip(headers, starts, [*ends, len(free) + 1], strict=True)
    ]


def _start_above(line: int, free: list[bool], preamble: int) -> int:
    above = line - 1
    while above > preamble and free[above - 1]:
        above -= 1
    return above + 1


def _free_lines(text: str) -> list[bool]:
    """Whether each line is blank or a comment alone, and not part of a string."""
    plain = _TOKEN.sub(lambda token: (" " if token[0][0] == "#" else "x") * len(token[0]), text)
    free = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        is_inside = start > 0 and plain[start - 1] != "\n"
        free.append(not is_inside and not plain[start:end].strip())
        start = end + 1
    return free


def _header_lines(text: str) -> list[tuple[str, int]]:
    plain = masked(text)
    found = []
    depth = 0
    start = 0
    for piece in plain.split("\n"):
        if depth == 0 and piece.lstrip(" \t").startswith("["):
            line = text.count("\n", 0, start) + 1
            key = next(iter(tomllib.loads(text[start : start + len(piece)])))
            found.append((key, line))
        else:
            depth += sum(piece.count(mark) for mark in "[{")
            depth -= sum(piece.count(mark) for mark in "]}")
        start += len(piece) + 1
    return found
