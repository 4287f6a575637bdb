"""Folds lines that hold colours into rows of a terminal."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len, split_graphemes

from zeroclaw.terminal.sanitise import visible

__all__ = ["cut_styled", "fold_styled", "styled_cells"]

_SGR: Final = re.compile(r"(\x1b\[[0-9;:]*m)")
_RESETS: Final = ("\x1b[0m", "\x1b[m")
_IN_ONE_ROW: Final = str.maketrans({"\n": " ", "\t": "    "})


def styled_cells(line: str) -> int:
    """How many cells a line takes; sequences that set colours take none."""
    return cell_len(_SGR.sub("", line))


def fold_styled(line: str, width: int) -> tuple[str, ...]:
    """One line as rows of at most `width` cells, at least 2; each begins and ends without a style.

    Glyphs stay whole. Of escape sequences only those that set styles pass.
    """
    text = _SGR.sub("", line)
    if text.isprintable() and cell_len(text) <= width:
        return (_ended(line, "".join(_SGR.findall(line)[-1:])),)
    rows: list[str] = []
    row, used, active = "", 0, ""
    for index, piece in enumerate(_SGR.split(line)):
        if index % 2:
            row += piece
            active = "" if piece in _RESETS else active + piece
            continue
        glyphs = _harmless(piece)
        for start, end, size in split_graphemes(glyphs)[0]:
            if used and used + size > width:
                rows.append(_ended(row, active))
                row, used = active, 0
            row += glyphs[start:end]
            used += size
    return (*rows, _ended(row, active))


def cut_styled(line: str, width: int) -> str:
    """As much of the beginning of a line as fits into `width` cells, without a style at its end."""
    return fold_styled(line, width)[0]


def _harmless(text: str) -> str:
    """A second lock: whoever made the line has taken out what a terminal obeys."""
    return visible(text).translate(_IN_ONE_ROW)


def _ended(row: str, active: str) -> str:
    return row if active in ("", *_RESETS) else row + _RESETS[0]
