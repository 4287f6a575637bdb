"""A draft is laid out so that nothing leaves the terminal's width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from zeroclaw.chat.draft import Draft
from zeroclaw.chat.draft_rows import DraftRows, draft_rows
from zeroclaw.chat.keys import Key, Pasted, Typed
from zeroclaw.locales.language import speaking

MANY = 1_000
TEXTS = st.text(
    st.sampled_from([*"ab \n\t", "\u0301", "\u200d", "\ufe0f", "👩", "中", "\u202e", "\xa0"])
    | st.characters(exclude_categories=["Cs"]),
    max_size=60,
)


def laid_out(
    text: str, left: int = 0, *, label: str = "> ", width: int = 10, most_rows: int = MANY
) -> DraftRows:
    draft = Draft()
    draft.press(Typed(text))
    for _ in range(left):
        draft.press(Key.LEFT)
    return draft_rows(draft, label=label, width=width, most_rows=most_rows)


@pytest.mark.parametrize(
    ("text", "left", "rows", "cursor"),
    [
        ("", 0, ["> "], (0, 2)),
        ("abc", 0, ["> abc"], (0, 5)),
        ("abc", 2, ["> abc"], (0, 3)),
        ("ab\ncd", 0, ["> ab", "  cd"], (1, 4)),
        ("ab\n", 0, ["> ab", "  "], (1, 2)),
        ("ab\n", 1, ["> ab", "  "], (0, 4)),
        ("12345678", 0, ["> 12345678", "  "], (1, 2)),
        ("12345678", 1, ["> 12345678"], (0, 9)),
        ("123456789", 0, ["> 12345678", "  9"], (1, 3)),
        ("12345678\nx", 0, ["> 12345678", "  x"], (1, 3)),
        ("12345678\nx", 2, ["> 12345678", "  ", "  x"], (1, 2)),
        ("1234567中", 0, ["> 1234567", "  中"], (1, 4)),
        ("1234567中", 1, ["> 1234567", "  中"], (1, 2)),
        ("a\tb", 0, ["> a    b"], (0, 8)),
        ("e\u0301x", 1, ["> e\u0301x"], (0, 3)),
        ("👩\u200d💻x", 1, ["> 👩\u200d💻x"], (0, 4)),
        ("❤\ufe0f\u200d🔥", 0, ["> ❤\ufe0f\u200d🔥"], (0, 4)),
        ("\u0301", 0, ["> \u25cc\u0301"], (0, 3)),
        ("a\u3000b", 0, ["> a\u3000b"], (0, 6)),
    ],
)
def test_rows_hold_the_text_with_its_cursor(
    text: str, left: int, rows: list[str], cursor: tuple[int, int]
) -> None:
    result = laid_out(text, left)
    assert list(result.rows) == rows
    assert (result.cursor_row, result.cursor_column) == cursor


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("a\u202eb", "> a\\u202eb"),
        ("a\u200db", "> a\\u200db"),
        ("a\u200bb", "> a\\u200bb"),
        ("😀\u200b", "> 😀\\u200b"),
        ("^\u200d^", "> ^\\u200d^"),
        ("a\xa0b", "> a\\xa0b"),
        ("\U000e0041", "> \\U000e0041"),
        ("می\u200cخ", "> می\u200cخ"),
        ("m\u200cn", "> m\\u200cn"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(text: str, row: str) -> None:
    assert laid_out(text, width=40).rows == (row,)


def test_a_spelled_out_character_is_wrapped_as_text() -> None:
    assert laid_out("\U000e0041").rows == ("> \\U000e00", "  41")


def test_a_folded_paste_is_wrapped_as_text() -> None:
    draft = Draft()
    draft.press(Pasted("x\n" * 100))
    result = draft_rows(draft, label="> ", width=10, most_rows=MANY)
    assert result.rows == ("> [100 lin", "  es paste", "  d]")
    assert (result.cursor_row, result.cursor_column) == (2, 4)


@pytest.mark.parametrize(
    ("label", "first"), [("", "ab"), ("中: ", "中: ab"), ("l" * 30, "llll…ab")]
)
def test_a_label_leaves_room_for_the_text(label: str, first: str) -> None:
    assert laid_out("ab", label=label).rows == (first,)


@pytest.mark.parametrize(
    ("left", "rows", "cursor_row"),
    [(0, ["  7", "  8", "  9"], 2), (18, ["> 0", "  1", "  2"], 0), (8, ["  4", "  5", "  6"], 1)],
)
def test_of_many_rows_those_around_the_cursor_are_shown(
    left: int, rows: Sequence[str], cursor_row: int
) -> None:
    result = laid_out("\n".join("0123456789"), left, most_rows=3)
    assert list(result.rows) == rows
    assert result.cursor_row == cursor_row


@given(TEXTS, st.integers(0, 60), st.integers(1, 40), st.integers(1, 8))
def test_no_row_and_no_cursor_leaves_the_terminal(
    text: str, left: int, width: int, most_rows: int
) -> None:
    result = laid_out(text, left, width=width, most_rows=most_rows)
    room = max(width, 10)
    assert 1 <= len(result.rows) <= most_rows
    assert 0 <= result.cursor_row < len(result.rows)
    assert 0 <= result.cursor_column < room
    assert all(cell_len(row) <= room for row in result.rows)


@given(TEXTS, st.integers(0, 60), st.integers(10, 40))
def test_the_cursor_stands_where_the_text_before_it_ends(text: str, left: int, width: int) -> None:
    draft = Draft()
    draft.press(Typed(text))
    for _ in range(left):
        draft.press(Key.LEFT)
    result = draft_rows(draft, label="> ", width=width, most_rows=MANY)
    before = laid_out("".join(map(str, draft.glyphs[: draft.cursor])), width=width)
    # A wide glyph may not fit where a narrow one would.
    places = [(before.cursor_row, before.cursor_column), (before.cursor_row + 1, 2)]
    assert (result.cursor_row, result.cursor_column) in places
    assert result.rows[: before.cursor_row] == before.rows[: before.cursor_row]


@given(TEXTS)
def test_rows_never_hold_what_a_terminal_obeys(text: str) -> None:
    for row in laid_out(text).rows:
        assert all(unicodedata.category(char) not in ("Cc", "Cs") for char in row)
        assert not set(row) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_what_stands_for_a_paste_fits_in_a_language_of_wide_characters() -> None:
    draft = Draft()
    draft.press(Pasted("x\n" * 50))
    with speaking("zh-CN"):
        result = draft_rows(draft, label="> ", width=12, most_rows=MANY)
    assert "已粘贴" in "".join(result.rows)
    assert all(cell_len(row) <= 12 for row in result.rows)
    assert result.cursor_column == cell_len(result.rows[-1])
