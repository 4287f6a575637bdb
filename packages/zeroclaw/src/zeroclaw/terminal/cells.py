"""Measures text in the cells of a terminal."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["NARROWEST", "cells", "cut", "fold", "pad", "wrap"]

NARROWEST: Final = 10
"""The least width anything is laid out for."""

_ELLIPSIS: Final = "…"

_WIDE: Final = "\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff"
_CLOSING: Final = (
    "\u3001-\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\u201d"
)
_PIECES: Final = re.compile(f"[{_WIDE}][{_CLOSING}]*|[^{_WIDE}]+")


def cells(text: str) -> int:
    """How many cells one line of harmless text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def cut(text: str, width: int) -> str:
    """The text, or as much of its beginning as fits with a sign that more follows."""
    if len(text) * 2 <= width or cells(text) <= width:
        return text
    return _beginning(text, width - 1) + _ELLIPSIS


def pad(text: str, width: int) -> str:
    """The text with blanks behind it, up to so many cells."""
    return text + " " * (width - cells(text))


def fold(text: str, width: int) -> list[str]:
    """One line as several, each of at most `width` cells; joined they are the text."""
    if text.isascii():
        return [text[at : at + width] for at in range(0, len(text), width)] or [text]
    lines = []
    start = used = 0
    for index, char in enumerate(text):
        size = _width(char)
        if used + size > width and index > start:
            lines.append(text[start:index])
            start, used = index, 0
        used += size
    return [*lines, text[start:]]


def wrap(text: str, width: int) -> list[str]:
    """Sentences as lines of at most `width` cells, broken between words where possible.

    Chinese or Japanese may break after each character, unless punctuation closes up to it.
    """
    lines = [""]
    for word in text.split():
        for index, piece in enumerate(_PIECES.findall(word)):
            glue = " " if index == 0 and lines[-1] else ""
            if cells(lines[-1] + glue + piece) <= width:
                lines[-1] += glue + piece
            else:
                lines[-1:] = [line for line in (lines[-1], *fold(piece, width)) if line]
    return lines


def _beginning(text: str, width: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:index]
    return text


def _width(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
