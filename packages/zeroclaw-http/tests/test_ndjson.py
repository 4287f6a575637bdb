"""Tests of the reader of newline-delimited JSON."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_http import LineTooLong, NdjsonReader
from zeroclaw_http.ndjson import MAX_NDJSON_LINE_BYTES

PIECES = [b'{"a":1}', b"[]", b"\n", b"\r\n", b" ", b"\xff", "\u2028é".encode(), b"\xef\xbb\xbf"]


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in itertools.pairwise(edges)]


def lines_of(reader: NdjsonReader, *chunks: bytes) -> list[str]:
    return [line for chunk in chunks for line in reader.feed(chunk)]


def test_each_line_comes_once_and_whole() -> None:
    reader = NdjsonReader()
    assert lines_of(reader, b'{"a"', b':1}\n\r\n  \n{"b":2}\r\n{"c"') == ['{"a":1}', '{"b":2}']
    assert lines_of(reader, b":3}") == []
    assert reader.close() == '{"c":3}'
    assert reader.close() is None


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))), st.lists(st.integers(0, 999)))
def test_values_survive_any_chunking(values: list[str], places: list[int]) -> None:
    data = "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()
    lines = lines_of(NdjsonReader(), *cut(data, places))
    assert [json.loads(line) for line in lines] == values


@given(st.lists(st.sampled_from(PIECES)).map(b"".join), st.lists(st.integers(0, 400)))
def test_any_chunking_gives_the_same_lines(data: bytes, places: list[int]) -> None:
    whole, pieces = NdjsonReader(), NdjsonReader()
    assert lines_of(whole, data) == lines_of(pieces, *cut(data, places))
    assert whole.close() == pieces.close()
    assert whole.replaced_bytes == pieces.replaced_bytes


def test_bytes_that_are_no_text_are_replaced_with_a_flag() -> None:
    reader = NdjsonReader()
    assert lines_of(reader, b'"\xff"\n') == ['"\ufffd"']
    assert reader.replaced_bytes


def test_line_beyond_its_limit_is_an_error() -> None:
    assert MAX_NDJSON_LINE_BYTES == 16 << 20
    with pytest.raises(LineTooLong):
        lines_of(NdjsonReader(max_line=10), b"[]\n" + b"1" * 11)
