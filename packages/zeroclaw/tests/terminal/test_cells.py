"""Lines fit where they are put, whatever script they are in."""

from __future__ import annotations

from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.cells import cells, cut, fold, pad, wrap

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


def test_a_megabyte_on_one_line_is_folded_at_once() -> None:
    for char in ("x", "ü", "漢", "\u0301"):
        text = char * 1_000_000
        started = perf_counter()
        lines = fold(text, 80)
        assert perf_counter() - started < 5.0
        assert "".join(lines) == text
        assert max(map(cells, lines)) <= 80


def test_a_wide_character_that_fits_nowhere_gets_a_line_of_its_own() -> None:
    assert fold("漢字", 1) == ["漢", "字"]


def test_marks_stay_with_what_they_are_put_on() -> None:
    assert fold("abe\u0301\u0301c", 3) == ["abe\u0301\u0301", "c"]


def test_chinese_breaks_anywhere_but_before_closing_punctuation() -> None:
    assert wrap("运行命令，然后重试。", 8) == ["运行命", "令，然后", "重试。"]
    assert wrap("运行 zeroclaw doctor 命令", 13) == ["运行 zeroclaw", "doctor 命令"]


@given(LINES, WIDTHS)
def test_a_padded_text_takes_its_cells_and_never_loses_any(text: str, width: int) -> None:
    shown = pad(text, width)
    assert shown.startswith(text)
    assert cells(shown) == max(width, cells(text))
