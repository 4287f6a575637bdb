"""Reads messages of the form `application/vnd.amazon.eventstream` from bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias
from uuid import UUID
from zlib import crc32

from attrs import Factory, define, field, frozen

__all__ = ["CONTENT_TYPE", "EventMessage", "EventStreamReader", "HeaderValue"]

CONTENT_TYPE: Final = "application/vnd.amazon.eventstream"
MAX_HEADER_BYTES: Final = 128 * 1024
MAX_PAYLOAD_BYTES: Final = 24 * 1024 * 1024
"""The limits of the format itself."""

PRELUDE: Final = struct.Struct(">III")
CHECKSUM: Final = struct.Struct(">I")
LEAST_BYTES: Final = PRELUDE.size + CHECKSUM.size

HeaderValue: TypeAlias = bool | int | str | bytes | UUID
"""Times are milliseconds since 1970."""


@frozen
class EventMessage:
    """One message."""

    headers: Mapping[str, HeaderValue] = field(hash=False)
    payload: bytes

    def text(self, name: str) -> str:
        """A header that is text, empty when there is none of that name."""
        value = self.headers.get(name)
        return value if isinstance(value, str) else ""


@define
class EventStreamReader:
    """Bytes in, messages out, in whatever pieces the bytes come.

    It does no I/O. Every checksum is checked. `feed` and `close` raise ValueError that says what
    is wrong; a reader that raised is of no use any more.
    """

    _kept: bytearray = Factory(bytearray)
    _checked: tuple[int, int] | None = None
    _last_data: bytes = b""
    _last_headers: Mapping[str, HeaderValue] = Factory(dict)

    def feed(self, chunk: bytes) -> Iterator[EventMessage]:
        """The messages that end in this chunk. Iterate to read."""
        self._kept += chunk
        while (message := self._next()) is not None:
            yield message

    def close(self) -> None:
        """The bytes are over."""
        if self._kept:
            raise ValueError("it ends within a message")

    def _next(self) -> EventMessage | None:
        if len(self._kept) < PRELUDE.size:
            return None
        if self._checked is None:
            self._checked = _lengths(bytes(self._kept[: PRELUDE.size]))
        total, headers_length = self._checked
        if len(self._kept) < total:
            return None
        data = bytes(self._kept[:total])
        del self._kept[:total]
        self._checked = None
        end = total - CHECKSUM.size
        if crc32(data[:end]) != CHECKSUM.unpack_from(data, end)[0]:
            raise ValueError("the checksum of a message is wrong")
        start = PRELUDE.size + headers_length
        return EventMessage(self._headers_of(data[PRELUDE.size : start]), data[start:end])

    def _headers_of(self, data: bytes) -> Mapping[str, HeaderValue]:
        """The headers; those of a delta are the same bytes each time, so the last are kept."""
        if data != self._last_data:
            self._last_headers, self._last_data = _Headers(data).read(), data
        return self._last_headers


def _lengths(prelude: bytes) -> tuple[int, int]:
    """Of the whole message, then of its headers; checked before any of it is waited for."""
    total, headers, checksum = PRELUDE.unpack(prelude)
    if crc32(prelude[: -CHECKSUM.size]) != checksum:
        raise ValueError("the checksum of a message's lengths is wrong")
    payload = total - headers - LEAST_BYTES
    if payload < 0:
        raise ValueError("a message is shorter than its headers")
    if headers > MAX_HEADER_BYTES or payload > MAX_PAYLOAD_BYTES:
        raise ValueError("a message is longer than the format allows")
    return total, headers


@define
class _Headers:
    """The headers of one message, read from the left."""

    _data: bytes
    _place: int = 0

    def read(self) -> dict[str, HeaderValue]:
        found: dict[str, HeaderValue] = {}
        while self._place < len(self._data):
            name = self.spelled(self.number("B"))
            if name in found:
                raise ValueError("a message has two headers of the same name")
            kind = self.number("B")
            if kind >= len(_VALUES):
                raise ValueError(f"a header is of the unknown type {kind}")
            found[name] = _VALUES[kind](self)
        return found

    def take(self, length: int) -> bytes:
        start, self._place = self._place, self._place + length
        if self._place > len(self._data):
            raise ValueError("the headers of a message break off")
        return self._data[start : self._place]

    def number(self, form: str) -> int:
        shape = struct.Struct(f">{form}")
        number: int = shape.unpack(self.take(shape.size))[0]
        return number

    def spelled(self, length: int) -> str:
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise ValueError("a header is no UTF-8") from None


_VALUES: Final[tuple[Callable[[_Headers], HeaderValue], ...]] = (
    lambda _headers: True,
    lambda _headers: False,
    lambda headers: headers.number("b"),
    lambda headers: headers.number("h"),
    lambda headers: headers.number("i"),
    lambda headers: headers.number("q"),
    lambda headers: headers.take(headers.number("H")),
    lambda headers: headers.spelled(headers.number("H")),
    lambda headers: headers.number("q"),
    lambda headers: UUID(bytes=headers.take(16)),
)
"""How the value of each type is read; the number of a type is its place."""
