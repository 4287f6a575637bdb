"""Cut a stream of bytes into lines."""

from __future__ import annotations

from collections import deque
from enum import Enum

from zeroclaw_http.errors import LineTooLong

__all__ = ["LineEnds", "LineSplitter"]


class LineEnds(Enum):
    """What ends a line; nothing else does, whatever Unicode says of it."""

    LF = "LF"
    LF_CR_CRLF = "LF, CR, CRLF"


class LineSplitter:
    """Bytes in, lines out. `limit` bounds a line, in bytes without its end."""

    def __init__(self, ends: LineEnds, limit: int) -> None:
        self._ends_at_cr = ends is LineEnds.LF_CR_CRLF
        self._limit = limit
        self._lines: deque[bytes] = deque()
        self._begun = bytearray()
        self._after_cr = False

    def push(self, chunk: bytes) -> None:
        """Take the next bytes; `next_line` finds what is in them."""
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if self._ends_at_cr and b"\r" in chunk:
            # A CR at the end of a chunk ends its line at once: waiting for an LF could be for ever.
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = chunk.split(b"\n")
        begun = lines.pop()
        if lines and self._begun:
            lines[0] = bytes(self._begun) + lines[0]
            self._begun.clear()
        self._lines.extend(lines)
        self._begun += begun

    def next_line(self) -> bytes | None:
        """The next complete line, or None until more is pushed. Raises `LineTooLong`."""
        if not self._lines:
            if len(self._begun) > self._limit:
                raise LineTooLong(limit=self._limit)
            return None
        line = self._lines.popleft()
        if len(line) > self._limit:
            raise LineTooLong(limit=self._limit)
        return line

    def rest(self) -> bytes:
        """What came after the last line end; it is taken out."""
        rest = bytes(self._begun)
        self._begun.clear()
        return rest
