"""Tests of cutting bytes into lines."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_http import LineTooLong
from zeroclaw_http.lines import LineEnds, LineSplitter

BYTES = st.lists(
    st.sampled_from(
        [b"a", b"bc", b"\r", b"\n", b"\r\n", b"\x0b", b"\x0c", b"\xe2\x80\xa8", b"\x85"]
    )
).map(b"".join)


def lines_of(splitter: LineSplitter, chunks: list[bytes]) -> list[bytes]:
    found = []
    for chunk in chunks:
        splitter.push(chunk)
        while (line := splitter.next_line()) is not None:
            found.append(line)
    return found


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in itertools.pairwise(edges)]


@given(BYTES, st.lists(st.integers(0, 200)))
def test_lines_are_the_same_however_they_are_cut(data: bytes, places: list[int]) -> None:
    splitter = LineSplitter(LineEnds.LF_CR_CRLF, 1000)
    found = lines_of(splitter, cut(data, places))
    assert [*found, splitter.rest()] == re.split(rb"\r\n|\r|\n", data)


@given(BYTES, st.lists(st.integers(0, 200)))
def test_only_line_feeds_end_a_line_where_asked(data: bytes, places: list[int]) -> None:
    splitter = LineSplitter(LineEnds.LF, 1000)
    found = lines_of(splitter, cut(data, places))
    assert [*found, splitter.rest()] == data.split(b"\n")


def test_carriage_return_at_the_end_does_not_wait_for_more() -> None:
    splitter = LineSplitter(LineEnds.LF_CR_CRLF, 1000)
    assert lines_of(splitter, [b"a\r"]) == [b"a"]
    assert lines_of(splitter, [b"\nb\r", b"", b"\r"]) == [b"b", b""]


@pytest.mark.parametrize("chunks", [[b"12345\n"], [b"123", b"45"], [b"ok\n1234", b"5\n"]])
def test_line_beyond_its_limit_is_an_error(chunks: list[bytes]) -> None:
    with pytest.raises(LineTooLong, match="longer than 4 bytes"):
        lines_of(LineSplitter(LineEnds.LF, 4), chunks)


def test_line_of_exactly_the_limit_passes() -> None:
    assert lines_of(LineSplitter(LineEnds.LF, 4), [b"12", b"34", b"\n"]) == [b"1234"]
