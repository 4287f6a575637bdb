"""Says what to send to a terminal so that it shows the next state of the live region."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from zeroclaw.chat.styled import cut_styled, fold_styled, styled_cells

__all__ = ["LiveRows", "TerminalSize", "changed", "fitted", "folded", "folded_tail", "redrawn"]

_BEGIN: Final = "\x1b[?2026h\x1b[?25l\x1b[?7l"
"""Show nothing in between, no cursor; a row that the terminal finds too wide must not wrap."""

_END: Final = "\x1b[?7h\x1b[?25h\x1b[?2026l"
_TO_TOP_LEFT: Final = "\x1b[H"
_ERASE_BELOW: Final = "\x1b[J"
_ERASE_TO_THE_RIGHT: Final = "\x1b[K"


@frozen
class TerminalSize:
    """How many cells a terminal has, each way."""

    columns: int
    rows: int


@frozen
class LiveRows:
    """What the region shows, at least one row that may be empty; the cursor is in one of them."""

    rows: tuple[str, ...] = ("",)
    cursor_row: int = 0
    cursor_column: int = 0


def fitted(rows: Sequence[str], cursor: tuple[int, int], size: TerminalSize) -> LiveRows:
    """The last rows that fit, each cut to the width, with the cursor (row, column) among them."""
    kept = tuple(cut_styled(row, size.columns) for row in rows[-size.rows :]) or ("",)
    return LiveRows(
        rows=kept,
        cursor_row=min(max(0, cursor[0] - len(rows) + len(kept)), len(kept) - 1),
        cursor_column=min(max(0, cursor[1]), size.columns - 1),
    )


def folded(lines: Iterable[str], columns: int) -> tuple[str, ...]:
    """Finished lines as rows; one that is too wide takes several."""
    return tuple(row for line in lines for row in fold_styled(line, columns))


def folded_tail(lines: Sequence[str], columns: int, most: int) -> tuple[str, ...]:
    """The last rows of finished lines, at most so many."""
    rows: list[str] = []
    for line in reversed(lines):
        if len(rows) >= most:
            break
        rows[:0] = fold_styled(line, columns)
    return tuple(rows[-most:])


def changed(before: LiveRows, settled: Sequence[str], after: LiveRows, columns: int) -> str:
    """Turns what is shown into rows that settled with the next live rows below them.

    Only rows that differ are written. Empty when nothing differs.
    """
    if not settled and before == after:
        return ""
    rows = (*settled, *after.rows)
    at = before.cursor_row
    parts = [_BEGIN]
    for index, row in enumerate(rows):
        if index >= len(before.rows) or before.rows[index] != row:
            parts += _moved(at, index), _written(row, columns)
            at = index
    if len(rows) < len(before.rows):
        parts += _moved(at, len(rows)), _ERASE_BELOW
        at = len(rows)
    parts += _placed(at, len(settled), after), _END
    return "".join(parts)


def redrawn(settled: Sequence[str], after: LiveRows, columns: int) -> str:
    """Clears the whole screen, shows settled rows with the live rows below them.

    Nothing is taken for granted: neither what the screen shows nor where its cursor is.
    """
    rows = [_written(row, columns) for row in (*settled, *after.rows)]
    body = _moved(0, 1).join(rows)
    end = _placed(len(rows) - 1, len(settled), after)
    return f"{_BEGIN}\x1b[m{_TO_TOP_LEFT}{_ERASE_BELOW}{body}{end}{_END}"


def _moved(start: int, end: int) -> str:
    """To the beginning of another row; the one after the last comes into being."""
    return f"\x1b[{start - end}A\r" if end < start else "\r" + "\n" * (end - start)


def _placed(at: int, first: int, live: LiveRows) -> str:
    right = f"\x1b[{live.cursor_column}C" if live.cursor_column else ""
    return _moved(at, first + live.cursor_row) + right


def _written(row: str, columns: int) -> str:
    """A full row is erased first: after it the cursor still stands on its last cell."""
    if styled_cells(row) < columns:
        return row + _ERASE_TO_THE_RIGHT
    return _ERASE_TO_THE_RIGHT + row
