"""Numbered lines give back the text, part by part."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.display import MOST_CHARACTERS
from zeroclaw_tools.line_ranges import LONGEST_LINE, lines_of, looks_binary, numbered

LINES = st.lists(st.text(st.characters(exclude_characters="\r\n"), max_size=20), max_size=30)


def read_on(text: str, limit: int) -> list[str]:
    """Every line, by doing what the notes say."""
    lines: list[str] = []
    offset = 1
    while True:
        *rows, note = numbered(text, offset, limit).split("\n")
        lines += [row.partition(": ")[2] for row in rows]
        more = re.search(r"continue with offset=(\d+)", note)
        if more is None:
            return lines
        assert int(more[1]) > offset, "it does not get any further"
        offset = int(more[1])


@given(LINES, st.integers(1, 40), st.sampled_from(["\n", "\r\n"]))
def test_following_the_notes_gives_every_line_once(
    lines: list[str], limit: int, ending: str
) -> None:
    text = "".join(line + ending for line in lines)
    assert read_on(text, limit) == lines


@given(LINES.filter(bool), st.integers(1, 30), st.integers(1, 30))
def test_each_line_carries_its_own_number(lines: list[str], offset: int, limit: int) -> None:
    shown = numbered("\n".join([*lines, ""]), offset, limit).split("\n")[:-1]
    expected = [f"{n}: {line}" for n, line in enumerate(lines, 1)]
    assert shown == expected[offset - 1 : offset - 1 + limit]


def test_the_note_says_which_part_this_is() -> None:
    assert numbered("a\nb\nc\n", 1, 9).endswith("\n[3 lines total]")
    assert numbered("a\nb\nc\n", 2, 1) == "2: b\n[Lines 2-2 of 3; continue with offset=3]"
    assert numbered("a\nb\nc", 3, 5) == "3: c\n[Lines 3-3 of 3]"
    assert numbered("a\n", 5, 1) == "[The file has 1 lines; offset 5 is past its end]"
    assert numbered("", 1, 1) == "[The file is empty]"


def test_a_huge_line_is_cut_with_a_note() -> None:
    shown = numbered("x" * (LONGEST_LINE + 7), 1, 1)
    assert "[line cut: 7 more characters]" in shown
    assert len(shown) < LONGEST_LINE + 100


def test_a_long_file_fits_into_one_result_and_goes_on() -> None:
    text = "y" * 99 + "\n"
    assert len(numbered(text * 5000, 1, 5000)) <= MOST_CHARACTERS + 100
    assert read_on(text * 5000, 5000) == ["y" * 99] * 5000


def test_a_final_line_feed_begins_no_line() -> None:
    assert lines_of("a\n\n") == ["a", ""]
    assert lines_of("") == []


@given(st.text(st.characters(categories=["L", "N", "Zs"])))
def test_text_of_any_language_is_not_taken_for_binary(text: str) -> None:
    assert not looks_binary(text.encode())


def test_nul_bytes_and_many_controls_are_binary() -> None:
    assert looks_binary(b"text" * 5000 + b"\0")
    assert looks_binary(b"ab\x01\x02\x03")
    assert not looks_binary(b"\x1b[31mred\x1b[0m\r\n\tx\f")
