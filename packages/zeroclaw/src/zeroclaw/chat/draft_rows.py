"""Lays out what is being written in rows of a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import define, field, frozen
from rich.cells import cell_len

from zeroclaw.chat.draft import Draft, FoldedPaste, Glyph, split_glyphs
from zeroclaw.terminal.cells import NARROWEST, cut
from zeroclaw.terminal.sanitise import exact

__all__ = ["DraftRows", "draft_rows"]

_TAB: Final = " " * 4
_WIDE_SPACE: Final = "\u3000"
"""What the space bar types in Japanese; as visible as the ordinary one."""

_JOINER: Final = "\u200d"
_NON_JOINER: Final = "\u200c"
_EMOJI: Final = frozenset(
    [
        *"\ufe0f\u2194\u2195\u2b1b",
        *map(chr, range(0x2600, 0x27C0)),
        *map(chr, range(0x1F000, 0x1FB00)),
    ]
)
"""What joined emoji consist of; some are younger than the character table of this Python."""

_PLACE_OF_MARK: Final = "\u25cc"
"""What shows a mark that stands on nothing; else it would be put on what comes before."""


@frozen
class DraftRows:
    """Rows without styles, with the place of the cursor in cells, both counted from 0."""

    rows: tuple[str, ...]
    cursor_row: int
    cursor_column: int


def draft_rows(draft: Draft, *, label: str, width: int, most_rows: int) -> DraftRows:
    """The draft after its label, each row at most `width` cells wide.

    Of more than `most_rows` rows there are those around the cursor. A label that leaves less than
    half of the width is cut.
    """
    width = max(width, NARROWEST)
    label = cut(label, width // 2)
    layout = _Layout(width=width, indent=cell_len(label), row=[label])
    for index, glyph in enumerate(draft.glyphs):
        if index == draft.cursor:
            layout.put_cursor(glyph)
        layout.add(glyph)
    if draft.cursor == len(draft.glyphs):
        layout.put_cursor("\n")
    rows = [*layout.rows, "".join(layout.row)]
    first = max(0, min(layout.cursor_row - most_rows // 2, len(rows) - most_rows))
    return DraftRows(
        tuple(rows[first : first + most_rows]), layout.cursor_row - first, layout.cursor_column
    )


@define(eq=False)
class _Layout:
    """Rows while they are filled."""

    width: int
    indent: int
    row: list[str]
    rows: list[str] = field(factory=list)
    used: int = field(init=False)
    cursor_row: int = 0
    cursor_column: int = 0

    def __attrs_post_init__(self) -> None:
        self.used = self.indent

    def add(self, glyph: Glyph) -> None:
        if glyph == "\n":
            self._end_row()
            return
        for piece, size in _pieces(glyph):
            self._make_room(size)
            self.row.append(piece)
            self.used += size

    def put_cursor(self, glyph: Glyph) -> None:
        """Let the cursor stand where this glyph will be; before the end of a line it needs room."""
        self._make_room(1 if glyph == "\n" else _pieces(glyph)[0][1])
        self.cursor_row, self.cursor_column = len(self.rows), self.used

    def _make_room(self, size: int) -> None:
        if self.used + size > self.width:
            self._end_row()

    def _end_row(self) -> None:
        self.rows.append("".join(self.row))
        self.row = [" " * self.indent]
        self.used = self.indent


def _pieces(glyph: Glyph) -> Sequence[tuple[str, int]]:
    """What is shown for a glyph, in parts that are never split, each with its cells."""
    if isinstance(glyph, FoldedPaste):
        return [(char, cell_len(char)) for char in glyph.shown]
    return _pieces_of_text(glyph)


# All rows are laid out at every key, mostly of the same few characters.
@lru_cache(maxsize=1024)
def _pieces_of_text(glyph: str) -> Sequence[tuple[str, int]]:
    if glyph.isascii() and glyph.isprintable():
        return ((glyph, 1),)
    if glyph == "\t":
        return [(char, 1) for char in _TAB]
    text = glyph if glyph == _WIDE_SPACE or _is_joined(glyph) else exact(glyph)
    if not cell_len(text[0]):
        text = _PLACE_OF_MARK + text
    return [(part, cell_len(part)) for part in split_glyphs(text)]


def _is_joined(glyph: str) -> bool:
    """Whether unseen characters are there for the look of this glyph, and hide nothing.

    So do joiners between emoji, and the one that ends a letter of a cursive script.
    """
    if glyph.endswith(_NON_JOINER):
        letter = glyph.removesuffix(_NON_JOINER)
        return unicodedata.category(letter[:1] or " ") == "Lo" and exact(letter) == letter
    # As wide as one emoji: what terminals do with other joined characters differs.
    parts = glyph.split(_JOINER)
    return all(part and _EMOJI.issuperset(part) for part in parts) and cell_len(glyph) == 2
