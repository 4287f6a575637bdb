"""Finds the text that an edit replaces, byte by byte outside of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from attrs import frozen

__all__ = ["Ambiguous", "Edited", "NotFound", "TooMuch", "WhitespaceDiffers", "edited"]

_MOST_COUNTED: Final = 1000
_SHOWN_LINES: Final = 5

_MOST_REPLACED: Final = 100_000
_MOST_BYTES: Final = 40 * 1024 * 1024
"""Of what an edit may build in memory, whatever is then allowed to be written."""


@frozen
class Edited:
    """The new content, with the line numbers of what was replaced."""

    data: bytes
    lines: tuple[int, ...]


@frozen
class NotFound:
    """Nothing in the file is like it."""


@frozen
class WhitespaceDiffers:
    """Nothing is equal to it; these blocks differ from it in whitespace only."""

    lines: tuple[int, ...]
    first: str


@frozen
class Ambiguous:
    """It is there more than once; `count` stops at a thousand, `lines` names the first few."""

    count: int
    lines: tuple[int, ...]


@frozen
class TooMuch:
    """There is more to replace than an edit does, or the result would be huge."""


def edited(
    data: bytes, old: str, new: str, *, replace_all: bool
) -> Edited | NotFound | WhitespaceDiffers | Ambiguous | TooMuch:
    """Replace `old`, which is not empty, by `new`.

    A line feed in `old` stands for either line end. Line ends of `new` become those of the text
    it replaces, or of the line before when that has none. All other bytes stay.
    """
    plain = data.replace(b"\r\n", b"\n")
    wanted = old.replace("\r\n", "\n").encode()
    every = list(islice(_positions(plain, wanted, step=1), _MOST_COUNTED))
    if not every:
        return _nearest(plain, old)
    if len(every) > 1 and not replace_all:
        return Ambiguous(len(every), _line_numbers(plain, every[:_SHOWN_LINES]))
    starts = list(islice(_positions(plain, wanted, step=len(wanted)), _MOST_REPLACED + 1))
    replacement = new.replace("\r\n", "\n").encode()
    grown = len(replacement) + replacement.count(b"\n")
    if len(starts) > _MOST_REPLACED or len(data) + len(starts) * grown > _MOST_BYTES:
        return TooMuch()
    return Edited(_replaced(data, starts, len(wanted), replacement), _line_numbers(plain, starts))


def _positions(text: bytes, wanted: bytes, step: int) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + step)


def _replaced(data: bytes, starts: list[int], length: int, replacement: bytes) -> bytes:
    """Cut by offsets into the text whose CRLFs count as one byte."""
    # Where those single bytes are, so that an offset grows by the number of them before it.
    pairs = [at - before for before, at in enumerate(_positions(data, b"\r\n", step=2))]
    pieces: list[bytes] = []
    done = 0
    for start in starts:
        begin = start + bisect_left(pairs, start)
        end = start + length + bisect_left(pairs, start + length)
        ending = _line_end(data, begin, end)
        pieces += [data[done:begin], replacement.replace(b"\n", ending)]
        done = end
    return b"".join([*pieces, data[done:]])


def _line_end(data: bytes, start: int, end: int) -> bytes:
    within = data.find(b"\n", start, end)
    near = within if within >= 0 else data.rfind(b"\n", 0, start)
    near = near if near >= 0 else data.find(b"\n", end)
    return b"\r\n" if near > 0 and data[near - 1 : near] == b"\r" else b"\n"


def _line_numbers(text: bytes, starts: list[int]) -> tuple[int, ...]:
    numbers: list[int] = []
    number, seen = 1, 0
    for start in starts:
        number += text.count(b"\n", seen, start)
        seen = start
        numbers.append(number)
    return tuple(numbers)


def _nearest(plain: bytes, old: str) -> NotFound | WhitespaceDiffers:
    """Compare line by line with all runs of whitespace as one space."""
    lines = plain.decode("utf-8", "replace").split("\n")
    wanted = [" ".join(line.split()) for line in old.split("\n")]
    while wanted and not wanted[-1]:
        wanted.pop()
    if not wanted:
        return NotFound()
    squeezed = "\n" + "\n".join(" ".join(line.split()) for line in lines) + "\n"
    block = "\n" + "\n".join(wanted) + "\n"
    starts = list(islice(_positions(squeezed.encode(), block.encode(), step=1), _SHOWN_LINES))
    if not starts:
        return NotFound()
    numbers = _line_numbers(squeezed.encode(), starts)
    first = "\n".join(lines[numbers[0] - 1 : numbers[0] - 1 + len(wanted)])
    return WhitespaceDiffers(numbers, first)
