"""Messages are the same however their bytes come; every flipped bit is noticed."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import pairwise
from uuid import UUID
from zlib import crc32

import pytest
from botocore.eventstream import EventStreamBuffer, ParserError  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_providers.bedrock.event_stream import EventMessage, EventStreamReader, HeaderValue

VALUES: dict[int, st.SearchStrategy[HeaderValue]] = {
    0: st.just(True),
    1: st.just(False),
    2: st.integers(-(2**7), 2**7 - 1),
    3: st.integers(-(2**15), 2**15 - 1),
    4: st.integers(-(2**31), 2**31 - 1),
    5: st.integers(-(2**63), 2**63 - 1),
    6: st.binary(max_size=20),
    7: st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    8: st.integers(-(2**63), 2**63 - 1),
    9: st.uuids(),
}
NUMBERS = {2: ">b", 3: ">h", 4: ">i", 5: ">q", 8: ">q"}


def header(name: str, kind: int, value: HeaderValue) -> bytes:
    key = name.encode()
    start = bytes([len(key)]) + key + bytes([kind])
    if kind in NUMBERS:
        return start + struct.pack(NUMBERS[kind], value)
    if isinstance(value, UUID):
        return start + value.bytes
    if isinstance(value, str | bytes):
        data = value.encode() if isinstance(value, str) else value
        return start + struct.pack(">H", len(data)) + data
    return start


def message(headers: bytes, payload: bytes) -> bytes:
    lengths = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    start = lengths + struct.pack(">I", crc32(lengths)) + headers + payload
    return start + struct.pack(">I", crc32(start))


@st.composite
def messages(draw: st.DrawFn) -> bytes:
    names = draw(st.lists(st.text("abc:-é", min_size=1, max_size=8), unique=True, max_size=4))
    kinds = [draw(st.sampled_from(sorted(VALUES))) for _ in names]
    block = b"".join(
        header(name, kind, draw(VALUES[kind])) for name, kind in zip(names, kinds, strict=True)
    )
    return message(block, draw(st.binary(max_size=50)))


def pieces_of(body: bytes, places: set[int]) -> list[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return [body[start:end] for start, end in pairwise(edges)]


def ours(pieces: Iterable[bytes]) -> tuple[list[EventMessage], bool]:
    """What was read, then whether the rest was refused."""
    reader, found = EventStreamReader(), list[EventMessage]()
    try:
        for piece in pieces:
            found.extend(reader.feed(piece))
    except ValueError:
        return found, True
    return found, False


def theirs(pieces: Iterable[bytes]) -> tuple[list[EventMessage], bool]:
    buffer, found = EventStreamBuffer(), list[EventMessage]()
    try:
        for piece in pieces:
            buffer.add_data(piece)
            found.extend(EventMessage(each.headers, each.payload) for each in buffer)
    except (ParserError, KeyError, UnicodeDecodeError, struct.error):
        return found, True
    return found, False


def plain(found: list[EventMessage]) -> list[tuple[dict[str, object], bytes]]:
    """What the official reader can tell: it gives a UUID as its bytes."""
    return [
        (
            {
                name: value.bytes if isinstance(value, UUID) else value
                for name, value in each.headers.items()
            },
            each.payload,
        )
        for each in found
    ]


@given(st.lists(messages(), max_size=4), st.sets(st.integers(1, 400), max_size=20))
def test_any_chunking_gives_the_messages_of_the_official_reader(
    sent: list[bytes], places: set[int]
) -> None:
    pieces = pieces_of(b"".join(sent), places)
    found, is_refused = ours(pieces)
    assert len(found) == len(sent)
    assert not is_refused
    assert plain(found) == plain(theirs(pieces)[0])


@settings(max_examples=200)
@given(messages(), st.data())
def test_a_flipped_bit_is_refused_as_the_official_reader_does(
    sent: bytes, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(sent) * 8 - 1))
    damaged = bytearray(sent)
    damaged[place // 8] ^= 1 << place % 8
    assert ours([bytes(damaged)]) == ([], True)
    assert theirs([bytes(damaged)]) == ([], True)


@given(st.binary(min_size=12, max_size=60), st.binary(max_size=20))
def test_headers_are_read_or_refused_as_the_official_reader_does(
    headers: bytes, payload: bytes
) -> None:
    sent = [message(headers, payload)]
    (found, is_refused), (other, other_refused) = ours(sent), theirs(sent)
    if not is_refused:
        assert plain(found) == plain(other)
    # The official reader takes what is cut off after its own length; that is the one difference.
    assert is_refused or not other_refused


def test_every_type_of_header_has_its_value() -> None:
    some = UUID(int=7)
    block = b"".join(
        (
            header("yes", 0, True),
            header("no", 1, False),
            header("byte", 2, -1),
            header("short", 3, -2),
            header("int", 4, -3),
            header("long", 5, -4),
            header("bytes", 6, b"\xff"),
            header("text", 7, "é"),
            header("time", 8, 1_700_000_000_000),
            header("id", 9, some),
        )
    )
    (found,) = ours([message(block, b"{}")])[0]
    assert found.headers == {
        "yes": True,
        "no": False,
        "byte": -1,
        "short": -2,
        "int": -3,
        "long": -4,
        "bytes": b"\xff",
        "text": "é",
        "time": 1_700_000_000_000,
        "id": some,
    }
    assert (found.text("text"), found.text("int"), found.text("none")) == ("é", "", "")
    assert found.payload == b"{}"


def prelude(total: int, headers: int) -> bytes:
    lengths = struct.pack(">II", total, headers)
    return lengths + struct.pack(">I", crc32(lengths))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (prelude(15, 0), "shorter than its headers"),
        (prelude(100, 90), "shorter than its headers"),
        (prelude(2**31, 0), "longer than the format"),
        (prelude(2**20, 2**18), "longer than the format"),
        (b"\0" * 12, "lengths is wrong"),
        (message(header("a", 7, "x")[:-1], b""), "break off"),
        (message(b"\x01a\x0a", b""), "unknown type 10"),
        (message(b"\x01\xff\x00", b""), "no UTF-8"),
        (message(header("a", 0, True) * 2, b""), "the same name"),
        (message(b"", b"")[:-1] + b"\x99", "checksum of a message is wrong"),
    ],
)
def test_what_is_wrong_is_said_before_more_is_waited_for(sent: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(EventStreamReader().feed(sent))


def test_bytes_that_end_within_a_message_are_noticed() -> None:
    sent = message(b"", b"abc")
    for length in range(1, len(sent)):
        reader = EventStreamReader()
        assert list(reader.feed(sent[:length])) == []
        with pytest.raises(ValueError, match="ends within"):
            reader.close()
    reader = EventStreamReader()
    assert len(list(reader.feed(sent))) == 1
    reader.close()
