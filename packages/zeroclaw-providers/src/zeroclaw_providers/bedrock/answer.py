"""Reads the bytes of a Converse answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.bedrock.event_stream import EventMessage, EventStreamReader

__all__ = ["ConverseAnswerReader"]

FIRST_OF_TEXT: Final = 0x20
BLANK: Final = b"\t\r\n"


@define
class ConverseAnswerReader:
    """An `AnswerReader` of event-stream messages, or of text in their place.

    Content types lie, so the first byte decides: the length of a message never begins with one
    that text could begin with. Text is what a gateway makes of the answer, or a page.
    """

    _decoder: ConverseDecoder
    _messages: int = 0
    _reader: EventStreamReader = Factory(EventStreamReader)
    _text: SseAnswerReader | None = None
    _is_begun: bool = False

    @property
    def data_events(self) -> int:
        """How often there was data so far."""
        return self._messages if self._text is None else self._text.data_events

    @property
    def is_done(self) -> bool:
        """Whether the answer has said that it is over; more bytes mean nothing."""
        return self._decoder.is_done

    def feed(self, chunk: bytes) -> Iterator[StreamEvent]:
        """What the next bytes hold. Iterate to read."""
        if chunk and not self._is_begun:
            self._is_begun = True
            if chunk[0] >= FIRST_OF_TEXT or chunk[0] in BLANK:
                self._text = SseAnswerReader(self._decoder)
        if self._text is not None:
            return self._text.feed(chunk)
        return self._events(chunk)

    def close(self) -> Iterator[StreamEvent]:
        """What is left when the bytes are over, up to and including `Finish`."""
        if self._text is not None:
            return self._text.close()
        if not self._decoder.is_done:
            self._expect_nothing_left()
        return self._decoder.close()

    def _events(self, chunk: bytes) -> Iterator[StreamEvent]:
        try:
            for message in self._reader.feed(chunk):
                self._messages += 1
                yield from self._event(message)
        except ValueError as error:
            raise self._decoder.failures.bad_stream(str(error)) from None

    def _expect_nothing_left(self) -> None:
        try:
            self._reader.close()
        except ValueError as error:
            raise self._decoder.failures.bad_stream(str(error)) from None

    def _event(self, message: EventMessage) -> Iterator[StreamEvent]:
        data = message.payload.decode("utf-8", "replace")
        if self._decoder.is_done:
            return iter(())
        match message.text(":message-type"):
            case "event":
                return self._decoder.feed(message.text(":event-type"), data)
            case "exception":
                raise self._decoder.refused(message.text(":exception-type"), data)
            case "error":
                said = message.text(":error-message")
                raise self._decoder.refused(message.text(":error-code"), said)
            case _:
                return iter(())
