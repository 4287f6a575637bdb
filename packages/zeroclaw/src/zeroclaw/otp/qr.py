"""Draws a QR code with half blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["qr_lines"]

BORDER: Final = 2
"""Light modules around; scanners want four, and take two."""

_GLYPHS: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""By the upper and the lower module; the light ones are what is drawn, on a dark terminal."""


def qr_lines(text: str) -> list[str]:
    """The lines of the code of a text, two modules high each."""
    import segno

    rows = [list(row) for row in segno.make(text, error="l", micro=False, boost_error=False).matrix]
    width = len(rows[0]) + 2 * BORDER
    blank = [[0] * width for _ in range(BORDER)]
    framed = [*blank, *([0] * BORDER + row + [0] * BORDER for row in rows), *blank]
    if len(framed) % 2:
        framed.append([0] * width)
    return [_line(upper, lower) for upper, lower in zip(framed[::2], framed[1::2], strict=True)]


def _line(upper: Sequence[int], lower: Sequence[int]) -> str:
    pairs = zip(upper, lower, strict=True)
    return "".join(_GLYPHS[int(bool(above)), int(bool(below))] for above, below in pairs)
