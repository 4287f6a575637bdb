"""Reads the body of a message; pings are no data."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder

__all__ = ["MessagesAnswerReader"]


@define
class MessagesAnswerReader:
    """An `AnswerReader` of this protocol.

    Its pings are events with data, which come for ever from a server that has lost its model:
    they must not count as signs of an answer.
    """

    _decoder: MessagesDecoder
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
