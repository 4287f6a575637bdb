"""Undo the compression of a body piece by piece."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final, Protocol

from zeroclaw_http.errors import HttpProtocolError

__all__ = ["ACCEPTED_ENCODINGS", "Inflater", "inflater_for"]

ACCEPTED_ENCODINGS: Final = "gzip, deflate"

# A small chunk can hold a thousand times its size: it is handed on in pieces of at most this.
_MAX_PIECE_BYTES: Final = 64 * 1024
_HEAD_BYTES: Final = 2
_GZIP_OR_ZLIB: Final = 32 + zlib.MAX_WBITS
_RAW_DEFLATE: Final = -zlib.MAX_WBITS


class Inflater(Protocol):
    """Turns the bytes of the wire into those of the body.

    It is not a reader: one task hands it the chunks in order. It never waits, holds nothing that
    needs closing.
    """

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The pieces of the body in this chunk, none empty. Raises `HttpProtocolError`."""

    def close(self) -> None:
        """The body has ended. Raises `HttpProtocolError` when it is cut off."""


def inflater_for(encoding: str, origin: str) -> Inflater:
    """What undoes a Content-Encoding; raises `HttpProtocolError` when nothing here does."""
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip" | "deflate":
            return _Deflated(origin)
        case other:
            raise HttpProtocolError(
                origin=origin, problem=f"it answers with the encoding {other[:40]!r}, unasked"
            )


class _Plain:
    def feed(self, chunk: bytes) -> Iterator[bytes]:
        return iter((chunk,) if chunk else ())

    def close(self) -> None:
        return None


class _Deflated:
    """Gzip, zlib, or the bare deflate that some servers send under the same name."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._undo = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._head = b""
        self._begun = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        left = self._head + chunk
        # It takes two bytes to tell bare deflate from the rest.
        if not self._begun and len(left) < _HEAD_BYTES:
            self._head = left
            return
        self._head = b""
        more = bool(left)
        while more:
            piece = self._piece(left)
            if piece:
                yield piece
            left = self._undo.unconsumed_tail
            if self._undo.eof:
                # Several gzip members in a row are one body; zeros after them are padding.
                left = self._undo.unused_data.lstrip(b"\0")
                if left:
                    self._undo = zlib.decompressobj(_GZIP_OR_ZLIB)
            more = bool(left) or len(piece) == _MAX_PIECE_BYTES

    def close(self) -> None:
        if self._head or (self._begun and not self._undo.eof):
            raise HttpProtocolError(
                origin=self._origin, problem="its compressed body stops before its end"
            )

    def _piece(self, data: bytes) -> bytes:
        begun, self._begun = self._begun, True
        try:
            return self._undo.decompress(data, _MAX_PIECE_BYTES)
        except zlib.error as error:
            if begun:
                raise self._broken(error) from error
        self._undo = zlib.decompressobj(_RAW_DEFLATE)
        try:
            return self._undo.decompress(data, _MAX_PIECE_BYTES)
        except zlib.error as error:
            raise self._broken(error) from error

    def _broken(self, error: zlib.error) -> HttpProtocolError:
        return HttpProtocolError(origin=self._origin, problem=f"its compressed body: {error}")
