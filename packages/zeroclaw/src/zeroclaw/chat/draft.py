"""Holds the text that somebody is writing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from attrs import define, field, frozen
from rich.cells import split_graphemes

from zeroclaw.chat.keys import Key, Pasted, PasteTooLong, Press, Typed, without_controls
from zeroclaw.words import say

__all__ = [
    "MOST_SHOWN_CHARACTERS",
    "MOST_SHOWN_LINES",
    "Draft",
    "FoldedPaste",
    "Glyph",
    "split_glyphs",
]

MOST_SHOWN_LINES: Final = 20
MOST_SHOWN_CHARACTERS: Final = 4_000
"""A paste of more than this is shown by its size, and deleted with one key."""

_MOST_STEPS: Final = 100
"""How many edits can be undone."""

_OWN_GLYPHS: Final = "\n\t"
"""What no mark joins, although it has no width of its own."""


@frozen
class FoldedPaste:
    """A long paste: one glyph that stands for all of it."""

    text: str

    @property
    def shown(self) -> str:
        """What stands for it: how many lines, or else how many bytes."""
        lines = self.text.rstrip("\n").count("\n") + 1
        if lines > MOST_SHOWN_LINES:
            return say("paste_lines", count=f"{lines:,}")
        kilobytes = max(1, round(len(self.text.encode()) / 1000))
        return say("paste_kilobytes", count=f"{kilobytes:,}")


Glyph: TypeAlias = str | FoldedPaste
"""What one step of the cursor passes: one visible character with its marks, or a paste."""

_State: TypeAlias = tuple[tuple[Glyph, ...], int]


def split_glyphs(text: str) -> list[str]:
    """Text as the characters somebody sees: marks belong to what they are put on."""
    if text.isascii():
        return list(text)
    glyphs: list[str] = []
    start = 0
    for end, char in enumerate(text):
        if char in _OWN_GLYPHS:
            glyphs += _graphemes(text[start:end])
            glyphs.append(char)
            start = end + 1
    return glyphs + _graphemes(text[start:])


def _graphemes(text: str) -> list[str]:
    if text.isascii():
        return list(text)
    return [text[start:end] for start, end, _ in split_graphemes(text)[0]]


@define(eq=False)
class Draft:
    """What is being written: glyphs, with a cursor before one of them or after the last.

    It never holds a control character besides line feed and tab.
    """

    _glyphs: list[Glyph] = field(factory=list, init=False)
    _cursor: int = field(default=0, init=False)
    _killed: tuple[Glyph, ...] = field(default=(), init=False)
    _earlier: deque[_State] = field(factory=lambda: deque(maxlen=_MOST_STEPS), init=False)
    _is_typing: bool = field(default=False, init=False)
    _column: int | None = field(default=None, init=False)
    """Where the cursor would stand if the lines it was moved over were long enough."""

    @property
    def text(self) -> str:
        """All of it, pastes included."""
        return _text_of(self._glyphs)

    @property
    def glyphs(self) -> Sequence[Glyph]:
        """What it consists of; changed by the next edit."""
        return self._glyphs

    @property
    def cursor(self) -> int:
        """How many glyphs are before the cursor."""
        return self._cursor

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        return not self._glyphs

    def clear(self) -> None:
        """Begin anew: the old text cannot be undone to, but what was killed stays."""
        self._glyphs.clear()
        self._earlier.clear()
        self._cursor, self._is_typing, self._column = 0, False, None

    def replace(self, text: str) -> None:
        """Write this instead of all there is, with the cursor after it."""
        self._is_typing, self._column = False, None
        text = without_controls(text)
        self._edit(0, len(self._glyphs), _folded(text, len(text) > MOST_SHOWN_CHARACTERS))

    def insert(self, text: str) -> None:
        """Write at the cursor, as one step of its own."""
        self._is_typing, self._column = False, None
        self._edit(self._cursor, self._cursor, split_glyphs(without_controls(text)))

    def press(self, press: Press) -> bool:
        """Edit as the press says; whether text or cursor changed by it.

        Up on the first line, down on the last, or a key that is no edit (Enter, Tab, Ctrl+C)
        changes nothing. Ctrl+D deletes as long as there is something written.
        """
        was_typing, self._is_typing = self._is_typing, False
        column, self._column = self._column, None
        match press:
            case Typed(text):
                changed = self._write(split_glyphs(without_controls(text)), joins=was_typing)
                self._is_typing = changed or was_typing
                return changed
            case Pasted(text):
                text = without_controls(text)
                return self._write(_folded(text, _is_long(text)))
            case PasteTooLong():
                return False
            case Key.UP | Key.DOWN:
                return self._move_line(press, column)
            case _:
                return self._move(press) or self._change(press)

    def _move(self, key: Key) -> bool:
        """Move the cursor within its line, or by a word or a glyph."""
        match key:
            case Key.LEFT:
                target = self._cursor - 1
            case Key.RIGHT:
                target = self._cursor + 1
            case Key.HOME:
                target = self._line_start(self._cursor)
            case Key.END:
                target = self._line_end(self._cursor)
            case Key.WORD_LEFT:
                target = self._word_left()
            case Key.WORD_RIGHT:
                target = self._word_right()
            case _:
                return False
        return self._go(target)

    def _change(self, key: Key) -> bool:
        """Change the text at the cursor."""
        here = self._cursor
        match key:
            case Key.NEW_LINE:
                return self._write(["\n"])
            case Key.BACKSPACE:
                return self._delete(here - 1, here)
            case Key.DELETE | Key.END_OF_INPUT:
                return self._delete(here, here + 1)
            case Key.DELETE_WORD_LEFT:
                return self._kill(self._word_left(), here)
            case Key.DELETE_WORD_RIGHT:
                return self._kill(here, self._word_right())
            case Key.KILL_TO_START:
                start = self._line_start(here)
                return self._kill(start if start < here else here - 1, here)
            case Key.KILL_TO_END:
                end = self._line_end(here)
                return self._kill(here, end if end > here else here + 1)
            case Key.YANK:
                return self._write(self._killed)
            case Key.UNDO:
                return self._undo()
            case _:
                return False

    def _go(self, target: int) -> bool:
        target = min(max(target, 0), len(self._glyphs))
        moved = target != self._cursor
        self._cursor = target
        return moved

    def _move_line(self, key: Key, column: int | None) -> bool:
        """Go to the line above or below, as near to the column as that line allows."""
        start, end = self._line_start(self._cursor), self._line_end(self._cursor)
        column = self._cursor - start if column is None else column
        if key is Key.UP:
            if not start:
                return False
            first = self._line_start(start - 1)
        else:
            if end == len(self._glyphs):
                return False
            first = end + 1
        self._column = column
        return self._go(min(first + column, self._line_end(first)))

    def _line_start(self, index: int) -> int:
        while index and self._glyphs[index - 1] != "\n":
            index -= 1
        return index

    def _line_end(self, index: int) -> int:
        while index < len(self._glyphs) and self._glyphs[index] != "\n":
            index += 1
        return index

    def _word_left(self) -> int:
        index = self._cursor
        while index and _is_between_words(self._glyphs[index - 1]):
            index -= 1
        if index and isinstance(self._glyphs[index - 1], FoldedPaste):
            return index - 1
        while index and _is_of_word(self._glyphs[index - 1]):
            index -= 1
        return index

    def _word_right(self) -> int:
        index, end = self._cursor, len(self._glyphs)
        while index < end and _is_between_words(self._glyphs[index]):
            index += 1
        if index < end and isinstance(self._glyphs[index], FoldedPaste):
            return index + 1
        while index < end and _is_of_word(self._glyphs[index]):
            index += 1
        return index

    def _write(self, glyphs: Sequence[Glyph], *, joins: bool = False) -> bool:
        return self._edit(self._cursor, self._cursor, glyphs, joins=joins)

    def _delete(self, start: int, end: int) -> bool:
        return self._edit(max(start, 0), min(end, len(self._glyphs)), ())

    def _kill(self, start: int, end: int) -> bool:
        killed = tuple(self._glyphs[max(start, 0) : end])
        if killed:
            self._killed = killed
        return self._delete(start, end)

    def _edit(self, start: int, end: int, glyphs: Sequence[Glyph], *, joins: bool = False) -> bool:
        """Put glyphs in the place of others, with the cursor after them."""
        if start == end and not glyphs:
            return False
        if not joins:
            self._earlier.append((tuple(self._glyphs), self._cursor))
        self._glyphs[start:end] = glyphs
        self._cursor = start + len(glyphs)
        self._join(start, self._cursor)
        return True

    def _join(self, start: int, end: int) -> None:
        """Let marks find what they belong to, around new glyphs between two places.

        A neighbour that changes may change its own neighbour, as a joiner before it does.
        """
        start = max(start - 1, 0)
        before = self._glyphs[start : self._cursor]
        while True:
            end = min(end + 1, len(self._glyphs))
            old = self._glyphs[start:end]
            new = _segmented(old)
            if end == len(self._glyphs) or new[-1] == old[-1]:
                break
        self._glyphs[start:end] = new
        self._cursor = start + _count_until(new, sum(map(_length, before)))

    def _undo(self) -> bool:
        if not self._earlier:
            return False
        glyphs, self._cursor = self._earlier.pop()
        self._glyphs[:] = glyphs
        return True


def _folded(text: str, is_long: bool) -> list[Glyph]:
    return [FoldedPaste(text)] if is_long else [*split_glyphs(text)]


def _is_long(text: str) -> bool:
    if len(text) > MOST_SHOWN_CHARACTERS:
        return True
    return text.rstrip("\n").count("\n") >= MOST_SHOWN_LINES


def _is_of_word(glyph: Glyph) -> bool:
    return isinstance(glyph, str) and (glyph[0].isalnum() or glyph[0] == "_")


def _is_between_words(glyph: Glyph) -> bool:
    return isinstance(glyph, str) and not _is_of_word(glyph)


def _length(glyph: Glyph) -> int:
    return len(glyph) if isinstance(glyph, str) else len(glyph.text)


def _text_of(glyphs: Iterable[Glyph]) -> str:
    return "".join(glyph if isinstance(glyph, str) else glyph.text for glyph in glyphs)


def _segmented(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The same text in the glyphs that it has when it stands together."""
    new: list[Glyph] = []
    pastes = [index for index, glyph in enumerate(glyphs) if isinstance(glyph, FoldedPaste)]
    for last, index in pairwise([-1, *pastes, len(glyphs)]):
        new += split_glyphs(_text_of(glyphs[last + 1 : index]))
        new += glyphs[index : index + 1]
    return new


def _count_until(glyphs: Sequence[Glyph], characters: int) -> int:
    """How many glyphs it takes to have so many characters."""
    count = 0
    while characters > 0:
        characters -= _length(glyphs[count])
        count += 1
    return count
