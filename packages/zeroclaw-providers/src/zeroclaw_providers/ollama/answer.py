"""Reads the body of an answer that comes as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Factory, define

from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.errors import StreamTooLarge
from zeroclaw_http.ndjson import NdjsonReader
from zeroclaw_providers.answer import BLANK, BYTE_ORDER_MARK, AnswerDecoder, SseAnswerReader
from zeroclaw_providers.json_fields import loaded

__all__ = ["NdjsonAnswerReader"]


@define
class NdjsonAnswerReader:
    """An `AnswerReader` of lines of JSON, a whole answer as one of them included.

    Content types lie, so the first byte decides: a line that is no object is a page for browsers,
    or an event of a gateway that speaks in those.
    """

    _decoder: AnswerDecoder
    _line_count: int = 0
    _lines: NdjsonReader = Factory(NdjsonReader)
    _head: bytes = b""
    _is_begun: bool = False
    _other: SseAnswerReader | None = None

    @property
    def data_events(self) -> int:
        """How many lines with something on them there were so far."""
        return self._line_count if self._other is None else self._other.data_events

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over; more bytes mean nothing."""
        return self._decoder.is_done

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """What the next bytes hold. Iterate to read."""
        if not self._is_begun:
            chunk = (self._head + chunk).removeprefix(BYTE_ORDER_MARK).lstrip(BLANK)
            if BYTE_ORDER_MARK.startswith(chunk):
                self._head = chunk
                return iter(())
            self._is_begun = True
            if not chunk.startswith(b"{"):
                self._other = SseAnswerReader(self._decoder)
        return self._events(chunk) if self._other is None else self._other.feed(chunk)

    def close(self) -> Iterator[StreamEvent]:
        """What is left when the bytes are over, up to and including `Finish`."""
        if self._other is not None:
            yield from self._other.close()
            return
        rest = None if self._decoder.is_done else self._lines.close()
        # A server may leave out the last line end; another broke off in the line.
        if rest is not None and _is_whole(rest):
            yield from self._decoder.feed("", rest)
        yield from self._decoder.close()

    def _events(self, chunk: bytes) -> Iterator[StreamEvent]:
        try:
            for line in self._lines.feed(chunk):
                self._line_count += 1
                yield from self._decoder.feed("", line)
        except StreamTooLarge as error:
            raise self._decoder.failures.bad_stream(
                f"a line of it is longer than {error.limit} bytes"
            ) from error


def _is_whole(line: str) -> bool:
    try:
        return isinstance(loaded(line), dict)
    except ValueError:
        return False
