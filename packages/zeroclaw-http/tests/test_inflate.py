"""Tests of undoing compression piece by piece."""

import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_http import HttpProtocolError
from zeroclaw_http.inflate import inflater_for

ORIGIN = "http://kit.test"
LARGEST_PIECE = 64 * 1024


def bare(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def inflated(encoding: str, chunks: list[bytes]) -> bytes:
    inflater = inflater_for(encoding, ORIGIN)
    body = b"".join(piece for chunk in chunks for piece in inflater.feed(chunk))
    inflater.close()
    return body


PACKERS = [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", bare)]


@pytest.mark.parametrize(("encoding", "pack"), PACKERS)
@given(data=st.binary(max_size=3000), size=st.integers(1, 50))
def test_body_survives_any_chunking(
    encoding: str, pack: Callable[[bytes], bytes], data: bytes, size: int
) -> None:
    packed = pack(data)
    chunks = [packed[start : start + size] for start in range(0, len(packed), size)]
    assert inflated(encoding, chunks) == data


@pytest.mark.parametrize("encoding", ["", "identity", " Identity "])
def test_plain_body_passes_as_it_is(encoding: str) -> None:
    assert inflated(encoding, [b"a", b"", b"b"]) == b"ab"


def test_several_members_are_one_body() -> None:
    packed = gzip.compress(b"one") + gzip.compress(b"two") + b"\0\0\0"
    assert inflated("gzip", [packed]) == b"onetwo"
    assert inflated("x-gzip", [packed[:20], packed[20:]]) == b"onetwo"


def test_small_chunk_of_a_large_body_comes_in_pieces() -> None:
    inflater = inflater_for("gzip", ORIGIN)
    pieces = [len(piece) for piece in inflater.feed(gzip.compress(bytes(10_000_000)))]
    assert max(pieces) <= LARGEST_PIECE
    assert sum(pieces) == 10_000_000


@pytest.mark.parametrize("end", [1, 2, 10, -1])
def test_body_cut_off_is_an_error(end: int) -> None:
    with pytest.raises(HttpProtocolError, match="stops before its end"):
        inflated("gzip", [gzip.compress(b"hello")[:end]])


def test_empty_body_is_no_error() -> None:
    assert inflated("gzip", []) == b""


def test_broken_or_unknown_compression_is_an_error() -> None:
    with pytest.raises(HttpProtocolError, match="compressed body"):
        inflated("gzip", [b"\xff" * 100])
    with pytest.raises(HttpProtocolError, match="compressed body"):
        inflated("gzip", [gzip.compress(b"hello"), b"\xff" * 100])
    with pytest.raises(HttpProtocolError, match="the encoding 'br'"):
        inflater_for("br", ORIGIN)
