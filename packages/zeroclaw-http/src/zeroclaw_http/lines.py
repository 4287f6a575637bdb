"""Cut a stream of bytes into lines."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from zeroclaw_http.errors import LineTooLong

__all__ = ["LineEnds", "LineSplitter"]

_LF: Final = 0x0A
_CR: Final = 0x0D


class LineEnds(Enum):
    """What ends a line; nothing else does, whatever Unicode says of it."""

    LF = re.compile(rb"\n")
    LF_CR_CRLF = re.compile(rb"[\r\n]")


class LineSplitter:
    """Bytes in, lines out. `limit` bounds a line, in bytes without its end."""

    def __init__(self, ends: LineEnds, limit: int) -> None:
        self._ends = ends.value
        self._limit = limit
        self._buffer = bytearray()
        self._start = 0
        self._searched = 0
        self._after_cr = False

    def push(self, chunk: bytes) -> None:
        """Take the next bytes; `next_line` finds what is in them."""
        self._buffer += chunk

    def next_line(self) -> bytes | None:
        """The next complete line, or None until more is pushed. Raises `LineTooLong`."""
        self._skip_second_half_of_crlf()
        found = self._ends.search(self._buffer, self._searched)
        end = found.start() if found else len(self._buffer)
        # The match keeps the buffer from being resized.
        del found
        if end - self._start > self._limit:
            raise LineTooLong(limit=self._limit)
        if end == len(self._buffer):
            self._drop_what_was_read()
            return None
        line = bytes(self._buffer[self._start : end])
        # A CR at the end of a chunk ends its line at once: waiting for an LF could wait for ever.
        self._after_cr = self._buffer[end] == _CR
        self._start = self._searched = end + 1
        return line

    def rest(self) -> bytes:
        """What came after the last line end; it is taken out."""
        self._skip_second_half_of_crlf()
        rest = bytes(self._buffer[self._start :])
        self._buffer.clear()
        self._start = self._searched = 0
        return rest

    def _skip_second_half_of_crlf(self) -> None:
        if self._after_cr and self._start < len(self._buffer):
            self._after_cr = False
            if self._buffer[self._start] == _LF:
                self._start += 1
                self._searched = max(self._searched, self._start)

    def _drop_what_was_read(self) -> None:
        del self._buffer[: self._start]
        self._start = 0
        self._searched = len(self._buffer)
