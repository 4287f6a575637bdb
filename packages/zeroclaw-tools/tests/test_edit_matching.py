"""An edit changes exactly what it found; every other byte stays."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from zeroclaw_tools.edit_matching import (
    Ambiguous,
    Edited,
    NotFound,
    TooMuch,
    WhitespaceDiffers,
    edited,
)

MARK = "\u2603mark\u2603"
BYTES = st.lists(
    st.sampled_from([b"\r\n", b"\n", b"\r", b"a", b" ", b"\xff", "\uff1b".encode(), b"\t"]),
    max_size=20,
).map(b"".join)
PIECE = st.text(st.sampled_from("ab\n \u00e4"), max_size=6)


@given(BYTES, BYTES, PIECE)
def test_bytes_outside_of_the_match_stay(before: bytes, after: bytes, new: str) -> None:
    result = edited(before + MARK.encode() + after, MARK, new, replace_all=False)
    assert isinstance(result, Edited)
    assert result.data.startswith(before)
    assert result.data.endswith(after)
    middle = result.data[len(before) : len(result.data) - len(after)]
    assert middle.replace(b"\r\n", b"\n") == new.encode()


@given(st.lists(BYTES, min_size=2, max_size=6), PIECE)
def test_replace_all_leaves_what_is_between(between: list[bytes], new: str) -> None:
    assume("\n" not in new)
    result = edited(MARK.encode().join(between), MARK, new, replace_all=True)
    assert isinstance(result, Edited)
    assert result.data == new.encode().join(between)
    assert len(result.lines) == len(between) - 1


@given(st.text(st.sampled_from("ab\n"), max_size=12), st.text(st.sampled_from("ab\n"), min_size=1))
def test_plain_text_is_replaced_as_python_would(text: str, old: str) -> None:
    result = edited(text.encode(), old, "Z", replace_all=True)
    if old in text:
        assert isinstance(result, Edited)
        assert result.data == text.replace(old, "Z").encode()
    else:
        assert not isinstance(result, Edited)


@pytest.mark.parametrize(
    ("data", "old", "new", "expected"),
    [
        (b"a\r\nb\r\nc", "a\nb", "x\ny", b"x\r\ny\r\nc"),
        (b"a\r\nb\r\n", "b", "x\ny", b"a\r\nx\r\ny\r\n"),
        (b"a\nb\r\nc\r\n", "a", "x\ny", b"x\ny\nb\r\nc\r\n"),
        (b"a\nb\n", "a\r\nb", "x\r\ny", b"x\ny\n"),
        (b"one\r\ntwo", "\ntwo", "", b"one"),
        (b"a\r\r\nb", "\r\nb", "c", b"a\rc"),
        (b"x", "x", "p\nq", b"p\nq"),
    ],
)
def test_new_lines_end_like_those_they_replace(
    data: bytes, old: str, new: str, expected: bytes
) -> None:
    result = edited(data, old, new, replace_all=False)
    assert isinstance(result, Edited)
    assert result.data == expected


def test_the_line_of_a_match_is_told() -> None:
    result = edited(b"a\r\nb\r\nx\r\nx", "x", "y", replace_all=True)
    assert isinstance(result, Edited)
    assert result.lines == (3, 4)


def test_more_than_one_match_is_ambiguous() -> None:
    assert edited(b"x\ny\nx", "x", "z", replace_all=False) == Ambiguous(2, (1, 3))


def test_overlapping_matches_are_ambiguous_too() -> None:
    assert edited(b"aaa", "aa", "b", replace_all=False) == Ambiguous(2, (1, 1))


def test_other_indentation_is_told_with_the_text_of_the_file() -> None:
    data = b"if x:\n\tgo()\n\tend()\n"
    assert edited(data, "  go()\n  end()\n", "z", replace_all=False) == WhitespaceDiffers(
        (2,), "\tgo()\n\tend()"
    )


def test_several_blocks_that_differ_in_whitespace_are_all_named() -> None:
    result = edited(b"a  b\nq\na\tb\n", "a b", "z", replace_all=False)
    assert result == WhitespaceDiffers((1, 3), "a  b")


def test_text_that_is_nowhere_is_not_found() -> None:
    assert edited(b"abc", "xyz", "q", replace_all=False) == NotFound()
    assert edited(b"", "x", "q", replace_all=False) == NotFound()
    assert edited(b"abc", "\n\n", "q", replace_all=False) == NotFound()


def test_an_edit_that_would_fill_the_memory_is_not_begun() -> None:
    assert edited(b"a" * 200_000, "a", "b", replace_all=True) == TooMuch()
    assert edited(b"a" * 90_000, "a", "b" * 1000, replace_all=True) == TooMuch()
    assert isinstance(edited(b"a" * 90_000, "a", "bb", replace_all=True), Edited)
