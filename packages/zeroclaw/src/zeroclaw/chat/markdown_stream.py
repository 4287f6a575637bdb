"""Shows an answer in Markdown while it is still being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field

from zeroclaw.chat.markdown_blocks import block_texts, grown_blocks, last_lines, parted
from zeroclaw.chat.markdown_page import MarkdownPage
from zeroclaw.terminal.sanitise import visible

__all__ = ["MOST_OPEN_CHARS", "MarkdownStream"]

MOST_OPEN_CHARS: Final = 8_000
"""The longest part of an answer that is read again with every new line."""

_HALF_LINE_END: Final = "\r"
_NOTHING: Final[tuple[tuple[str, int, int], tuple[str, ...]]] = (("", 0, 0), ())


@define(eq=False)
class MarkdownStream:
    """Turns pieces of one answer after another into rows; how it was cut makes no difference.

    A block is finished once another follows it, and laid out on its own. What a terminal would
    obey is spelled out. One block longer than `MOST_OPEN_CHARS` is finished in parts.
    """

    _colour: bool
    _page: MarkdownPage = field(init=False)
    _open: str = field(init=False, default="")
    """What is not finished; harmless."""
    _known: int = field(init=False, default=0)
    """How many characters of it need not be read again to find where a block begins."""
    _held_back: str = field(init=False, default="")
    _has_new_line: bool = field(init=False, default=False)
    _needs_gap: bool = field(init=False, default=False)
    """Something was shown, and what comes next is another block."""
    _drawn: tuple[tuple[str, int, int], tuple[str, ...]] = field(init=False, default=_NOTHING)

    def __attrs_post_init__(self) -> None:
        self._page = MarkdownPage(self._colour)

    def feed(self, text: str) -> None:
        """Take the next piece of the answer."""
        text = self._held_back + text
        self._held_back = _HALF_LINE_END if text.endswith(_HALF_LINE_END) else ""
        text = visible(text.removesuffix(self._held_back))
        self._has_new_line = self._has_new_line or "\n" in text
        self._open += text

    def settle(self, width: int) -> tuple[str, ...]:
        """The rows of what finished since the last call."""
        if not self._has_new_line and len(self._open) <= MOST_OPEN_CHARS:
            return ()
        self._has_new_line = False
        whole_lines, end, unfinished_line = self._open.rpartition("\n")
        if len(unfinished_line) > MOST_OPEN_CHARS:
            whole_lines, end, unfinished_line = self._open, "", ""
        # A line that goes on may turn into something else: `#` is a heading, `#1` is not.
        (*finished, last), self._known = grown_blocks(whole_lines + end, self._known)
        rows = [*self._rows(finished, width)]
        while len(last) > MOST_OPEN_CHARS:
            part, last = parted(last, MOST_OPEN_CHARS)
            rows += self._rows([part], width)
            self._needs_gap, self._known = False, 0
        self._open = last + unfinished_line
        return tuple(rows)

    def open_rows(self, width: int, most: int) -> tuple[str, ...]:
        """The last rows, at most so many, of what is not finished yet.

        Of a long block only the last lines are laid out, so colours may differ once it is finished.
        """
        if most <= 0:
            return ()
        key = (self._open, width, most)
        if self._drawn[0] != key:
            needs_gap = self._needs_gap
            text = self._open if self._has_new_line else last_lines(self._open, 2 * most)
            rows = tuple(self._rows(block_texts(text), width))
            self._needs_gap = needs_gap
            self._drawn = (key, rows[-most:])
        return self._drawn[1]

    def finish(self, width: int) -> tuple[str, ...]:
        """All rows that are left. The next piece begins another answer."""
        self._open += visible(self._held_back)
        rows = tuple(self._rows(block_texts(self._open), width))
        self._open = self._held_back = ""
        self._has_new_line = self._needs_gap = False
        self._known = 0
        self._drawn = _NOTHING
        return rows

    def _rows(self, blocks: Iterable[str], width: int) -> Iterator[str]:
        for block in blocks:
            rows = self._page.rows(block, width)
            if rows and self._needs_gap:
                yield ""
            self._needs_gap = self._needs_gap or bool(rows)
            yield from rows
