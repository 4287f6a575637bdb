"""Rows fit, keep every glyph, never pass a style on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from zeroclaw.chat.styled import cut_styled, fold_styled, styled_cells

STYLES = ("\x1b[31m", "\x1b[1;4m", "\x1b[0m", "\x1b[38;5;200m")
SGR = re.compile(r"\x1b\[[0-9;:]*m")

GLYPHS = ("a", "b", " ", "-", "日", "本", "é", "e\u0301", "😀", "👩\u200d👧")
texts = st.lists(st.sampled_from(GLYPHS), max_size=12).map("".join)
lines = st.lists(texts | st.sampled_from(STYLES), max_size=8).map("".join)


@given(lines, st.integers(2, 12))
def test_rows_fit_and_joined_they_are_the_text(line: str, width: int) -> None:
    rows = fold_styled(line, width)
    assert all(cell_len(SGR.sub("", row)) <= width for row in rows)
    assert "".join(SGR.sub("", row) for row in rows) == SGR.sub("", line)


@given(lines, st.integers(2, 12))
def test_no_row_leaves_a_style_behind(line: str, width: int) -> None:
    for row in fold_styled(line, width):
        styles = SGR.findall(row)
        assert not styles or styles[-1] == "\x1b[0m"


@given(st.text(max_size=30))
def test_nothing_but_styles_gets_through_to_a_terminal(text: str) -> None:
    for row in fold_styled(f"\x1b[31m{text}\x1b[2J\x9b1A\x1b]0;title\x07", 10):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", SGR.sub("", row))


def test_a_style_goes_on_in_the_next_row() -> None:
    assert fold_styled("\x1b[31mabcd\x1b[0mef", 3) == (
        "\x1b[31mabc\x1b[0m",
        "\x1b[31md\x1b[0mef",
    )


def test_a_wide_glyph_is_not_split_at_the_edge() -> None:
    assert fold_styled("a日b", 2) == ("a", "日", "b")
    assert cut_styled("ab日", 3) == "ab"


def test_a_cut_row_ends_without_its_style() -> None:
    assert cut_styled("\x1b[1mabcdef", 3) == "\x1b[1mabc\x1b[0m"


@pytest.mark.parametrize(("line", "cells"), [("", 0), ("\x1b[1mab\x1b[0m", 2), ("日é", 3)])
def test_styles_take_no_cells_of_a_row(line: str, cells: int) -> None:
    assert styled_cells(line) == cells
    assert fold_styled(line, 10) == (line,)
