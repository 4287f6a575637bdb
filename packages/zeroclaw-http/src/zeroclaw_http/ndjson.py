"""Read the lines of newline-delimited JSON from bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zeroclaw_http.lines import LineEnds, LineSplitter

__all__ = ["MAX_NDJSON_LINE_BYTES", "NdjsonReader"]

# One line is one whole value here, so it gets what an event gets elsewhere.
MAX_NDJSON_LINE_BYTES: Final = 16 * 1024 * 1024

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_BLANK: Final = b" \t\r"


class NdjsonReader:
    """Bytes in, lines out, in whatever pieces the bytes come; blank lines are skipped.

    It does no I/O and parses nothing: a line that is no JSON is for the caller to judge. Once it
    raised it is of no use any more.
    """

    def __init__(self, *, max_line: int = MAX_NDJSON_LINE_BYTES) -> None:
        self._lines = LineSplitter(LineEnds.LF, max_line)
        self._at_start = True
        self._replaced = False

    @property
    def replaced_bytes(self) -> bool:
        """Whether there were bytes that are no UTF-8; each shows as U+FFFD."""
        return self._replaced

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The lines that end in this chunk.

        Iterate to read; what is left over comes with the next chunk. Raises `LineTooLong` after
        the lines that came before.
        """
        self._lines.push(chunk)
        return self._texts()

    def close(self) -> str | None:
        """The stream has ended: what it broke off in, for the caller to accept if it parses."""
        return self._text(self._lines.rest())

    def _texts(self) -> Iterator[str]:
        while (line := self._lines.next_line()) is not None:
            text = self._text(line)
            if text is not None:
                yield text

    def _text(self, line: bytes) -> str | None:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BYTE_ORDER_MARK)
        line = line.strip(_BLANK)
        if not line:
            return None
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            self._replaced = True
            return line.decode("utf-8", errors="replace")
