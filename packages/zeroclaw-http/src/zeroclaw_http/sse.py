"""Read server-sent events from bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from zeroclaw_http.errors import EventTooLarge
from zeroclaw_http.lines import LineEnds, LineSplitter

__all__ = ["MAX_EVENT_BYTES", "MAX_SSE_LINE_BYTES", "SseEvent", "SseReader"]

# An image in base64 fits into a line; what is longer is no answer of a model.
MAX_SSE_LINE_BYTES: Final = 8 * 1024 * 1024
MAX_EVENT_BYTES: Final = 16 * 1024 * 1024

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


@frozen
class SseEvent:
    """One event: its data lines joined with LF. `name` is empty when the server gave none."""

    data: str
    name: str = ""


class SseReader:
    """Bytes in, events out, in whatever pieces the bytes come.

    It does no I/O. Events without data are skipped; `id`, `retry` and unknown fields are ignored.
    Once it raised it is of no use any more.
    """

    def __init__(
        self, *, max_line: int = MAX_SSE_LINE_BYTES, max_event: int = MAX_EVENT_BYTES
    ) -> None:
        self._lines = LineSplitter(LineEnds.LF_CR_CRLF, max_line)
        self._max_event = max_event
        self._at_start = True
        self._data: list[str] = []
        self._data_bytes = 0
        self._name = ""
        self._comments = 0
        self._replaced = False

    @property
    def comments(self) -> int:
        """How many comments have come: a server's way to say that it still works."""
        return self._comments

    @property
    def replaced_bytes(self) -> bool:
        """Whether there were bytes that are no UTF-8; each shows as U+FFFD."""
        return self._replaced

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """The events that end in this chunk.

        Iterate to read; what is left over comes with the next chunk. Raises `LineTooLong` or
        `EventTooLarge` after the events that came before.
        """
        self._lines.push(chunk)
        return self._events()

    def close(self) -> SseEvent | None:
        """The stream has ended: what it broke off in, for the caller to accept if it parses."""
        rest = self._lines.rest()
        if rest:
            self._take(rest)
        return self._dispatch()

    def _events(self) -> Iterator[SseEvent]:
        while (line := self._lines.next_line()) is not None:
            if line:
                self._take(line)
            elif (event := self._dispatch()) is not None:
                yield event

    def _take(self, line: bytes) -> None:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BYTE_ORDER_MARK)
        field, _, value = line.partition(b":")
        if field == b"data":
            self._add(value.removeprefix(b" "))
        elif field == b"event":
            self._name = self._decode(value.removeprefix(b" "))
        elif line.startswith(b":"):
            self._comments += 1

    def _add(self, value: bytes) -> None:
        # The LF between lines counts, so that a million empty ones are bounded too.
        self._data_bytes += len(value) + 1
        if self._data_bytes - 1 > self._max_event:
            raise EventTooLarge(limit=self._max_event)
        self._data.append(self._decode(value))

    def _decode(self, value: bytes) -> str:
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            self._replaced = True
            return value.decode("utf-8", errors="replace")

    def _dispatch(self) -> SseEvent | None:
        self._at_start = False
        name, self._name = self._name, ""
        if not self._data:
            return None
        data = "\n".join(self._data)
        self._data.clear()
        self._data_bytes = 0
        return SseEvent(data, name) if data else None
