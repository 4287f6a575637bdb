"""Reads the body of an answer, whatever form it comes in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, Protocol

from attrs import Factory, define, field

from zeroclaw_api.json import Json
from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.errors import StreamTooLarge
from zeroclaw_http.sse import SseReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_fields import loaded

__all__ = [
    "AnswerDecoder",
    "AnswerReader",
    "PingedAnswerReader",
    "PingedDecoder",
    "SseAnswerReader",
]

MAX_DOCUMENT_BYTES: Final = 16 * 1024 * 1024
"""A whole answer as one document; as large as one event of a stream may be."""
PAGE_BYTES: Final = 64 * 1024
"""As much of a page for browsers as is looked at for its title."""
BLANK: Final = b" \t\r\n"
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class AnswerDecoder(Protocol):
    """Turns the objects of one answer in one protocol into stream events.

    It is not a reader of bytes. Whoever reads the answer calls it, object by object; `feed`,
    `feed_object` and `close` raise `ProviderError`. Nothing here waits.
    """

    @property
    def failures(self) -> Failures:
        """What makes the errors of this request."""

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over."""

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """An event of a stream with its name, which is empty when the server gave none."""

    def feed_object(self, value: Json) -> Iterator[StreamEvent]:
        """A whole answer as one document."""

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """What is left at the end, up to and including `Finish`.

        `is_whole` says that nothing can be missing.
        """


class PingedDecoder(AnswerDecoder, Protocol):
    """An `AnswerDecoder` of a protocol whose servers send events that are no sign of an answer."""

    @property
    def pings(self) -> int:
        """How many of those came."""


class AnswerReader(Protocol):
    """Bytes in, stream events out, in whatever pieces the bytes come.

    It does no I/O, and belongs to one answer. Both methods raise `ProviderError`.
    """

    @property
    def data_events(self) -> int:
        """How often there was data so far; what only keeps a connection alive does not count."""

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over; more bytes mean nothing."""

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """What the next bytes hold. Iterate to read."""

    def close(self) -> Iterator[StreamEvent]:
        """What is left when the bytes are over, up to and including `Finish`."""


class _Form(Enum):
    UNKNOWN = "unknown"
    EVENTS = "events"
    DOCUMENT = "document"
    PAGE = "page"


@define
class SseAnswerReader:
    """An `AnswerReader` of server-sent events, or of one document in their place.

    Content types lie, so the first byte decides: no line of a stream of events begins with a
    brace or an angle bracket.
    """

    _decoder: AnswerDecoder
    data_events: int = 0
    _form: _Form = _Form.UNKNOWN
    _kept: bytearray = Factory(bytearray)
    _sse: SseReader = Factory(SseReader)

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over; more bytes mean nothing."""
        return self._decoder.is_done

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """What the next bytes hold. Iterate to read."""
        if self._form is _Form.EVENTS:
            return self._events(chunk)
        self._kept += chunk
        if self._form is _Form.UNKNOWN:
            self._form = _form_of(bytes(self._kept))
        if self._form is _Form.EVENTS:
            chunk = bytes(self._kept)
            self._kept.clear()
            return self._events(chunk)
        if self._form is _Form.DOCUMENT and len(self._kept) > MAX_DOCUMENT_BYTES:
            problem = f"the answer is longer than {MAX_DOCUMENT_BYTES} bytes"
            raise self._decoder.failures.bad_stream(problem)
        if self._form is _Form.PAGE and len(self._kept) > PAGE_BYTES:
            raise self._page()
        return iter(())

    def close(self) -> Iterator[StreamEvent]:
        """What is left when the bytes are over, up to and including `Finish`."""
        match self._form:
            case _Form.DOCUMENT:
                yield from self._document()
                yield from self._decoder.close(is_whole=True)
            case _Form.PAGE:
                raise self._page()
            case _Form.UNKNOWN | _Form.EVENTS:
                yield from self._last_event()
                yield from self._decoder.close()

    def _events(self, chunk: bytes) -> Iterator[StreamEvent]:
        try:
            for event in self._sse.feed(chunk):
                self.data_events += 1
                yield from self._decoder.feed(event.name, event.data)
        except StreamTooLarge as error:
            raise self._decoder.failures.bad_stream(
                f"a piece of it is longer than {error.limit} bytes"
            ) from error

    def _last_event(self) -> Iterator[StreamEvent]:
        """Some servers leave out the blank line after their last event; others broke off in it."""
        event = None if self._decoder.is_done else self._sse.close()
        if event is None:
            return
        try:
            is_whole = event.data.strip() == "[DONE]" or isinstance(loaded(event.data), dict)
        except ValueError:
            is_whole = False
        if is_whole:
            yield from self._decoder.feed(event.name, event.data)

    def _document(self) -> Iterator[StreamEvent]:
        try:
            value = loaded(bytes(self._kept).removeprefix(BYTE_ORDER_MARK))
        except ValueError:
            problem = "the answer is a JSON document that breaks off or is malformed"
            raise self._decoder.failures.bad_stream(problem) from None
        yield from self._decoder.feed_object(value)

    def _page(self) -> Exception:
        page = bytes(self._kept).decode("utf-8", "replace")
        return self._decoder.failures.html_page(page)


@define
class PingedAnswerReader:
    """An `AnswerReader` of server-sent events, some of which only keep the connection alive.

    They come for ever from a server that has lost its model, so they must not count as data.
    """

    _decoder: PingedDecoder
    _reader: SseAnswerReader = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._reader = SseAnswerReader(self._decoder)

    @property
    def data_events(self) -> int:
        """See `AnswerReader.data_events`."""
        return self._reader.data_events - self._decoder.pings

    @property
    def is_done(self) -> bool:
        """See `AnswerReader.is_done`."""
        return self._reader.is_done

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """See `AnswerReader.feed`."""
        return self._reader.feed(chunk)

    def close(self) -> Iterator[StreamEvent]:
        """See `AnswerReader.close`."""
        return self._reader.close()


def _form_of(head: bytes) -> _Form:
    start = head.removeprefix(BYTE_ORDER_MARK).lstrip(BLANK)
    if not start or BYTE_ORDER_MARK.startswith(start):
        return _Form.UNKNOWN
    return {b"{": _Form.DOCUMENT, b"<": _Form.PAGE}.get(start[:1], _Form.EVENTS)
