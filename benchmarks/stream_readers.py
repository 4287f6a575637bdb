"""Readers of a recorded answer: ours, with those that they are held against."""

from __future__ import annotations

import codecs
from collections import defaultdict
from collections.abc import Iterable, Iterator

import httpx
import httpx2
import httpx_sse
import openai
from attrs import frozen
from openai._streaming import SSEDecoder
from openai.types.chat import ChatCompletionChunk
from recorded_streams import Chunks, WireProtocol, parsed

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_http import SseReader

__all__ = [
    "Heard",
    "chunks_by_openai",
    "data_by_httpx_sse",
    "data_by_httpx_sse_over_httpx",
    "data_by_openai",
    "data_by_us",
    "events_by_us",
    "heard_by_openai",
    "heard_by_us",
]

STREAM_TYPE = {"Content-Type": "text/event-stream; charset=utf-8"}


@frozen
class Heard:
    """What an answer came to."""

    text: str
    arguments: tuple[JsonObject, ...]


class PlainResponse(httpx.Response):
    """A response whose text costs no more than to decode it."""

    def __init__(self, chunks: Chunks) -> None:
        super().__init__(200, headers=STREAM_TYPE)
        self._chunks = chunks

    def iter_text(self, chunk_size: int | None = None) -> Iterator[str]:
        """The chunks as text."""
        assert chunk_size is None
        decoder = codecs.getincrementaldecoder("utf-8")()
        return (decoder.decode(chunk) for chunk in self._chunks)


def data_by_us(chunks: Chunks) -> Iterator[str]:
    """The data of each event, by our reader alone."""
    reader = SseReader()
    for chunk in chunks:
        for event in reader.feed(chunk):
            yield event.data


def data_by_httpx_sse(chunks: Chunks) -> Iterator[str]:
    """The same by httpx-sse, with next to nothing around it."""
    for event in httpx_sse.EventSource(PlainResponse(chunks)).iter_sse():
        yield event.data


def data_by_httpx_sse_over_httpx(chunks: Chunks) -> Iterator[str]:
    """The same as it is used: over a response of httpx."""
    response = httpx.Response(200, headers=STREAM_TYPE, content=iter(chunks))
    for event in httpx_sse.EventSource(response).iter_sse():
        yield event.data


def data_by_openai(chunks: Chunks) -> Iterator[str]:
    """The same by the reader inside the openai SDK."""
    for event in SSEDecoder().iter_bytes(iter(chunks)):
        yield event.data


def events_by_us(protocol: WireProtocol, chunks: Chunks) -> Iterator[StreamEvent]:
    """What our providers make of it."""
    reader = protocol.reader()
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.close()


def chunks_by_openai(chunks: Chunks) -> Iterator[ChatCompletionChunk]:
    """What the openai SDK makes of it, over a transport that only hands out the bytes."""

    def respond(_request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers=STREAM_TYPE, content=iter(chunks))

    with (
        httpx2.Client(transport=httpx2.MockTransport(respond)) as http,
        openai.OpenAI(api_key="a-key", base_url="http://127.0.0.1/v1", http_client=http) as client,
    ):
        yield from client.chat.completions.create(
            model="bench-model", messages=[{"role": "user", "content": "Hello."}], stream=True
        )


def heard_by_us(events: Iterable[StreamEvent]) -> Heard:
    """What our events come to."""
    text, arguments = "", defaultdict[int, str](str)
    for event in events:
        if isinstance(event, TextDelta):
            text += event.text
        elif isinstance(event, ToolCallDelta):
            arguments[event.index] += event.args_fragment
    return Heard(text, parsed(tuple(arguments.values())))


def heard_by_openai(chunks: Iterable[ChatCompletionChunk]) -> Heard:
    """What the chunks of the SDK come to."""
    text, arguments = "", defaultdict[int, str](str)
    for chunk in chunks:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or ():
                if call.function is not None:
                    arguments[call.index] += call.function.arguments or ""
    return Heard(text, parsed(tuple(arguments.values())))
