"""A terminal emulator shows what the model says after any paintings."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw.chat.paint import (
    LiveRows,
    TerminalSize,
    changed,
    fitted,
    folded,
    folded_tail,
    redrawn,
)

SGR = re.compile(r"\x1b\[[0-9;]*m")
COLUMNS, ROWS = 8, 5
SIZE = TerminalSize(COLUMNS, ROWS)


class Emulator:
    """A terminal without reflow, with all of its scrollback."""

    def __init__(self, columns: int = COLUMNS, rows: int = ROWS) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self.stream = pyte.Stream(self.screen)

    def feed(self, text: str) -> None:
        self.stream.feed(text)

    @property
    def scrolled(self) -> list[str]:
        return [self._text(line) for line in self.screen.history.top]

    @property
    def shown(self) -> list[str]:
        return [self._text(self.screen.buffer[y]) for y in range(self.screen.lines)]

    @property
    def cursor(self) -> tuple[int, int]:
        return self.screen.cursor.y, self.screen.cursor.x

    def _text(self, line: dict[int, pyte.screens.Char]) -> str:
        return "".join(line[x].data for x in range(self.screen.columns)).rstrip()


def plain(rows: tuple[str, ...] | list[str]) -> list[str]:
    return [SGR.sub("", row).rstrip() for row in rows]


def without_blank_end(rows: list[str]) -> list[str]:
    while rows and not rows[-1]:
        rows = rows[:-1]
    return rows


rows = st.text(alphabet="ab 日", max_size=10).flatmap(
    lambda text: st.sampled_from([text, f"\x1b[31m{text}\x1b[0m", f"a\x1b[1m{text}"])
)
cursors = st.tuples(st.integers(0, 8), st.integers(0, 9))
paintings = st.tuples(st.lists(rows, max_size=7), st.lists(rows, max_size=7), cursors)


@settings(max_examples=150)
@given(st.lists(paintings, min_size=1, max_size=10))
def test_screen_and_scrollback_are_what_settled_above_what_is_live(
    steps: list[tuple[list[str], list[str], tuple[int, int]]],
) -> None:
    terminal = Emulator()
    before, everything = LiveRows(), list[str]()
    for lines, live, cursor in steps:
        settled, after = folded(lines, COLUMNS), fitted(live, cursor, SIZE)
        terminal.feed(changed(before, settled, after, COLUMNS))
        everything += settled
        before = after
        assert without_blank_end(terminal.scrolled + terminal.shown) == without_blank_end(
            plain([*everything, *after.rows])
        )
        first = len(everything) - len(terminal.scrolled)
        assert terminal.cursor == (first + after.cursor_row, after.cursor_column)


@settings(max_examples=150)
@given(
    st.lists(rows, max_size=12),
    paintings,
    st.integers(2, 12),
    st.integers(1, 8),
    st.text(alphabet="xyz\r\n", max_size=60),
)
def test_a_redrawn_screen_is_right_whatever_was_on_it(
    lines: list[str],
    painting: tuple[list[str], list[str], tuple[int, int]],
    columns: int,
    height: int,
    garbage: str,
) -> None:
    terminal = Emulator(columns, height)
    terminal.feed(garbage)
    settled, live, cursor = painting
    after = fitted(live, cursor, TerminalSize(columns, height))
    tail = folded_tail(lines, columns, height - len(after.rows))
    terminal.feed(redrawn(tail, after, columns))
    wanted = [*tail, *after.rows]
    assert without_blank_end(terminal.shown) == without_blank_end(plain(wanted))
    assert terminal.cursor == (len(tail) + after.cursor_row, after.cursor_column)

    # What the drawing left is a state that the next painting can start from.
    rows_above = folded(settled, columns)
    terminal.feed(changed(after, rows_above, after, columns))
    wanted = [*tail, *rows_above, *after.rows][-height:]
    assert without_blank_end(terminal.shown) == without_blank_end(plain(wanted))


def test_only_rows_that_differ_are_sent_again() -> None:
    before = LiveRows(("one", "two", "three"), 2, 5)
    text = changed(before, (), LiveRows(("one", "TWO", "three"), 2, 5), COLUMNS)
    assert "TWO" in text
    assert "one" not in text
    assert "three" not in text


def test_nothing_is_sent_when_nothing_changed() -> None:
    before = LiveRows(("one", "two"), 1, 2)
    assert changed(before, (), LiveRows(("one", "two"), 1, 2), COLUMNS) == ""


def test_a_live_row_that_settles_as_it_is_stays_where_it_is() -> None:
    before = LiveRows(("one", "two", ">"), 2, 1)
    text = changed(before, ("one",), LiveRows(("two", ">"), 1, 1), COLUMNS)
    assert re.search("[a-z]{3}", text) is None


def test_the_cursor_alone_can_move() -> None:
    terminal = Emulator()
    rows = ("one", "two")
    terminal.feed(changed(LiveRows(), (), LiveRows(rows, 1, 2), COLUMNS))
    text = changed(LiveRows(rows, 1, 2), (), LiveRows(rows, 0, 3), COLUMNS)
    assert "one" not in text
    terminal.feed(text)
    assert terminal.cursor == (0, 3)


def test_full_rows_leave_no_empty_row_between_them() -> None:
    terminal = Emulator()
    full = ("a" * COLUMNS, "日" * (COLUMNS // 2), "b" * COLUMNS)
    terminal.feed(changed(LiveRows(), full[:2], LiveRows(full[2:], 0, COLUMNS - 1), COLUMNS))
    assert terminal.shown == [*full, "", ""]
    assert terminal.cursor == (2, COLUMNS - 1)


@pytest.mark.parametrize("row", ["a" * COLUMNS, "\x1b[1m" + "a" * COLUMNS + "\x1b[0m"])
def test_nothing_is_erased_while_the_cursor_stands_on_the_last_cell(row: str) -> None:
    # There erasing to the right would take the last glyph with it.
    text = changed(LiveRows(), (row,), LiveRows((row,)), COLUMNS)
    assert text.count(f"\x1b[K{row}") == 2
    assert text.count("\x1b[K") == 2


def test_a_row_that_the_terminal_finds_too_wide_does_not_wrap() -> None:
    terminal = Emulator()
    # Control characters are no part of a row: this stands for a glyph measured differently.
    text = changed(LiveRows(), ("a" * COLUMNS,), LiveRows((">",), 0, 1), COLUMNS)
    terminal.feed(text.replace("aaaa", "日本語字"))
    assert terminal.shown[1] == ">"


def test_a_colour_does_not_leak_into_what_follows() -> None:
    terminal = Emulator()
    live = fitted(["\x1b[31;41mred", "plain"], (1, 0), SIZE)
    terminal.feed(changed(LiveRows(), folded(["\x1b[32mgreen"], COLUMNS), live, COLUMNS))
    line = terminal.screen.buffer[2]
    assert {line[x].fg for x in range(COLUMNS)} == {"default"}
    assert terminal.screen.buffer[1][5].bg == "default"


def test_a_colour_that_a_cut_off_painting_left_is_not_kept() -> None:
    terminal = Emulator()
    terminal.feed("\x1b[31;41mleft")
    terminal.feed(redrawn((), LiveRows((">",)), COLUMNS))
    cells = [terminal.screen.buffer[y][x] for y in range(ROWS) for x in range(COLUMNS)]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


def test_a_painting_is_shown_at_once_with_the_cursor_visible_after_it() -> None:
    text = changed(LiveRows(), (), LiveRows(("x",)), COLUMNS)
    assert text.startswith("\x1b[?2026h\x1b[?25l")
    assert text.endswith("\x1b[?25h\x1b[?2026l")


def test_of_too_many_live_rows_the_last_are_kept_with_the_cursor() -> None:
    assert fitted(list("abcdefg"), (5, 0), SIZE) == LiveRows(tuple("cdefg"), 3, 0)
    assert fitted(list("abcdefg"), (0, 99), SIZE) == LiveRows(tuple("cdefg"), 0, COLUMNS - 1)


def test_the_tail_ends_with_the_last_part_of_a_folded_line() -> None:
    assert folded_tail(["x", "abcdefgh"], 3, 2) == ("def", "gh")
    assert folded_tail(["x", "abcdefgh"], 3, 0) == ()
    assert folded_tail(["x", "ab"], 3, 9) == ("x", "ab")
