"""Lines fit where they are put, whatever script they are in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.cells import cells, cut, fold, wrap

LINES = st.text(st.characters(categories=["L", "N", "P", "S", "M"], include_characters=" "))
WIDTHS = st.integers(10, 40)


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    assert [cells(text) for text in ("abc", "漢字", "e\u0301", "🦀")] == [3, 4, 1, 2]


@given(LINES, WIDTHS)
def test_a_cut_line_fits_and_says_that_it_was_cut(text: str, width: int) -> None:
    shown = cut(text, width)
    assert cells(shown) <= width
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


@given(LINES, WIDTHS)
def test_folded_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = fold(text, width)
    assert "".join(lines) == text
    assert all(cells(line) <= width for line in lines)


@given(LINES, WIDTHS)
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cells(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(text.split())


def test_an_empty_line_stays_one_line() -> None:
    assert fold("", 10) == [""]
    assert wrap("", 10) == [""]


def test_sentences_break_between_words() -> None:
    assert wrap("one two three four", 10) == ["one two", "three four"]
    assert wrap("a " + "b" * 12, 10) == ["a", "b" * 10, "bb"]
