"""A provider for every endpoint that speaks OpenAI chat completions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import define, field

from zeroclaw_api.errors import ProviderError, ProviderRejected, ZeroClawError
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.services import Http, HttpRequest, HttpResponse
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.errors import (
    AddressRefused,
    HttpConnectionLost,
    HttpError,
    HttpProtocolError,
    HttpTimedOut,
    InvalidHttpRequest,
)
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_chat.answer import AnswerReader
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.openai_chat.request import (
    RequestStyle,
    encoded,
    request_body,
    wanted_images,
)
from zeroclaw_providers.openai_chat.tool_names import ToolNames

__all__ = ["OpenAIChatProvider"]

IDLE_SECONDS: Final = 300.0
"""Without data; a server that only sends comments to keep the connection counts as silent."""
ERROR_BODY_SECONDS: Final = 10.0
ERROR_BODY_BYTES: Final = 64 * 1024
DRAIN_SECONDS: Final = 0.05
"""For the last bytes after the end marker: with them read, the connection can be used again."""
ENDPOINT: Final = "/chat/completions"


class OpenAIChatProvider:
    """A client of one endpoint. `url` is the API's root, such as `https://api.example.com/v1`.

    `key` goes into the request's header only. `blobs` has the bytes of pictures; without it, or
    without `vision`, a note stands in their place. `idle_seconds` bounds the wait for data.
    """

    def __init__(
        self,
        http: Http,
        url: str,
        key: str | None,
        name: str,
        *,
        native_tools: bool = True,
        vision: bool = False,
        blobs: BlobStore | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._http = http
        self._url, secrets = _endpoint(url)
        self._key = (key or "").strip()
        self._secrets = (self._key, *secrets) if self._key else secrets
        self._style = RequestStyle(name, native_tools, vision)
        self._blobs = blobs
        self._idle_seconds = idle_seconds

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._style.provider!r})"

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._style.provider

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`."""
        return ProviderCapabilities(self._style.native_tools, self._style.vision)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`."""
        return self._open(request)

    async def aclose(self) -> None:
        """Nothing is held here: the connections are those of the `Http` that was given."""
        await trio.lowlevel.checkpoint()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        failures = Failures(self.name, request.model, self._secrets)
        sent = await self._http_request(request)
        names = ToolNames.of(spec.name for spec in request.tools)
        async with AsyncExitStack() as stack:
            try:
                response = await stack.enter_async_context(self._http.send(sent))
            except ZeroClawError as error:
                raise _translated(error, failures, is_open=False) from error
            if not 200 <= response.status < 300:
                raise await _refusal(response, failures)
            reader = AnswerReader(ChatDecoder(failures, names))
            yield _Events(response.chunks(), reader, failures, self._idle_seconds)

    async def _http_request(self, request: ModelRequest) -> HttpRequest:
        images: dict[str, bytes] = {}
        if self._blobs is not None:
            for media in wanted_images(request, self._style):
                data = await self._blobs.get(media.sha256)
                if data is not None:
                    images[media.sha256] = data
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        return HttpRequest(
            method="POST",
            url=self._url,
            headers=headers,
            body=encoded(request_body(request, self._style, images)),
            timeout=self._idle_seconds,
        )


@define(eq=False)
class _Events(AsyncIterator[StreamEvent]):
    """The events of an answer; an iterator that may be dropped anywhere, as no generator may."""

    _chunks: AsyncIterator[bytes]
    _reader: AnswerReader
    _failures: Failures
    _idle_seconds: float
    _patience: float = field(init=False)
    _data_events: int = 0
    _ready: Iterator[StreamEvent] = iter(())
    _is_over: bool = False

    def __attrs_post_init__(self) -> None:
        self._patience = self._idle_seconds

    async def __anext__(self) -> StreamEvent:
        while True:
            event = next(self._ready, None)
            if event is not None:
                return event
            if self._is_over:
                await self._drain()
                raise StopAsyncIteration
            if self._reader.is_done:
                self._end()
            else:
                await self._read()

    def _end(self) -> None:
        self._is_over = True
        self._ready = self._reader.close()

    async def _read(self) -> None:
        """Wait for bytes; only data gives new patience, and only waiting wears it down.

        The request's own limit bounds a wait with whole patience: a scope here for each delta
        would cost more than to read it.
        """
        if self._reader.data_events > self._data_events:
            self._data_events = self._reader.data_events
            self._patience = self._idle_seconds
        started = trio.current_time()
        if self._patience < self._idle_seconds:
            with trio.move_on_after(max(0.0, self._patience)) as waiting:
                await self._take_chunk()
            if waiting.cancelled_caught:
                raise self._failures.timed_out(f"no data for {self._idle_seconds:g} seconds")
        else:
            await self._take_chunk()
        self._patience -= trio.current_time() - started

    async def _take_chunk(self) -> None:
        try:
            chunk = await anext(self._chunks, None)
        except ZeroClawError as error:
            raise _translated(error, self._failures, is_open=True) from error
        if chunk is None:
            self._end()
        else:
            self._ready = self._reader.feed(chunk)

    async def _drain(self) -> None:
        with trio.move_on_after(DRAIN_SECONDS):
            try:
                await anext(self._chunks, None)
            except ZeroClawError:
                # The answer is whole; a connection that breaks after it concerns nobody.
                return


def _endpoint(url: str) -> tuple[str, tuple[str, ...]]:
    """Where requests go, with what is secret in it; a URL that is none is left to the client."""
    try:
        parts = urlsplit(url)
        secrets = (parts.username, parts.password, parts.query)
    except ValueError:
        return url, ()
    path = parts.path.rstrip("/")
    target = parts._replace(path=path if path.endswith(ENDPOINT) else path + ENDPOINT)
    return target.geturl(), tuple(secret for secret in secrets if secret)


async def _refusal(response: HttpResponse, failures: Failures) -> ProviderError:
    """The error of an answer without success, from as much of its body as comes soon."""
    body = bytearray()
    with trio.move_on_after(ERROR_BODY_SECONDS):
        await _gather(response.chunks(), body)
    return failures.from_status(response.status, response.headers, bytes(body[:ERROR_BODY_BYTES]))


async def _gather(chunks: AsyncIterator[bytes], body: bytearray) -> None:
    try:
        while len(body) < ERROR_BODY_BYTES:
            chunk = await anext(chunks, None)
            if chunk is None:
                return
            body += chunk
    except ZeroClawError:
        # The status has said that it failed; the body would only have explained it.
        return


def _translated(error: ZeroClawError, failures: Failures, *, is_open: bool) -> ProviderError:
    problem = error.problem if isinstance(error, HttpError) else str(error)
    match error:
        case HttpTimedOut():
            return failures.timed_out(problem)
        case AddressRefused() | InvalidHttpRequest():
            return ProviderRejected(
                provider=failures.provider, model=failures.model, detail=failures.clean(problem)
            )
        case HttpConnectionLost() | HttpProtocolError():
            return failures.bad_stream(problem)
        case _:
            if is_open:
                return failures.bad_stream(problem)
            place = f" ({error.origin})" if isinstance(error, HttpError) else ""
            return failures.unreachable(f"{problem}{place}")
