"""Reads the body of a response; what keeps its connection alive is no data."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder

__all__ = ["ResponsesAnswerReader"]


@define
class ResponsesAnswerReader:
    """An `AnswerReader` of this protocol.

    The vendor's servers send events without content while a model thinks: those come for ever
    from one that has lost its model, so they must not count as signs of an answer.
    """

    _decoder: ResponsesDecoder
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
