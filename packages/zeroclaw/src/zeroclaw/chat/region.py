"""Holds the few rows at the bottom of a terminal that are drawn over each time."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from zeroclaw.chat.paint import (
    LiveRows,
    TerminalSize,
    changed,
    fitted,
    folded,
    folded_tail,
    redrawn,
)
from zeroclaw.terminal.output import Output

__all__ = ["MOST_RECENT_LINES", "Region"]

MOST_RECENT_LINES: Final = 500
"""Finished lines that can be shown again after a change of size: more than a screen has rows."""

_USUAL: Final = TerminalSize(columns=80, rows=24)
_FEWEST_COLUMNS: Final = 2
"""A wide glyph needs two cells."""


@define(eq=False)
class Region:
    """Live rows below finished lines; the lines scroll away and belong to the terminal.

    One task calls it, one call at a time. A call that is cancelled may leave anything on the
    screen: the next one draws all of it again. Calls raise `OutputClosed`, `OutputFailed`.
    """

    _output: Output
    _shown: LiveRows = field(init=False, factory=LiveRows)
    _size: TerminalSize | None = field(init=False, default=None)
    """What the screen was drawn for; None while it shows nothing of the region."""
    _recent: deque[str] = field(init=False, factory=lambda: deque(maxlen=MOST_RECENT_LINES))
    _waiting: list[str] = field(init=False, factory=list)
    """Finished lines that are not known to be on the terminal."""
    _is_certain: bool = field(init=False, default=True)

    @property
    def columns(self) -> int:
        """How wide the terminal is now."""
        return max(_FEWEST_COLUMNS, self._output.columns or _USUAL.columns)

    @property
    def rows(self) -> int:
        """How high the terminal is now."""
        return self._output.rows or _USUAL.rows

    async def paint(
        self, settled: Sequence[str], live: Sequence[str], cursor: tuple[int, int]
    ) -> None:
        """Show finished lines above the live rows, the cursor at (row, column) of these.

        Of escape sequences lines may hold those that set colours. A settled line that is too wide
        is folded, a live row is cut; of too many live rows the last are shown.
        """
        self._waiting += settled
        size = self._current_size
        await self._show(fitted(live, cursor, size), size)

    async def resized(self) -> None:
        """Draw the screen again, whatever the terminal made of it when its size changed."""
        if self._size is not None:
            self._is_certain = False
            size = self._current_size
            live = self._shown
            await self._show(fitted(live.rows, (live.cursor_row, live.cursor_column), size), size)

    async def clear_screen(self) -> None:
        """Show the live rows alone at the top; what finished is not shown again."""
        self._recent.clear()
        await self.resized()

    async def leave(self) -> None:
        """Take the live rows away: the cursor is visible, at the start of a free line."""
        if self._size is not None:
            await self._show(LiveRows(), self._current_size)
            self._size = None

    @property
    def _current_size(self) -> TerminalSize:
        return TerminalSize(self.columns, self.rows)

    async def _show(self, live: LiveRows, size: TerminalSize) -> None:
        settled = folded(self._waiting, size.columns)
        if self._is_certain and self._size in (None, size):
            text = changed(self._shown, settled, live, size.columns)
        else:
            room = size.rows - len(settled) - len(live.rows)
            earlier = folded_tail(self._recent, size.columns, max(0, room))
            text = redrawn((*earlier, *settled), live, size.columns)
        self._shown, self._size = live, size
        if text:
            self._is_certain = False
            await self._output.write(text)
        self._is_certain = True
        self._recent.extend(self._waiting)
        self._waiting.clear()
