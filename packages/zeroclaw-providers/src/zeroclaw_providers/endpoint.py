"""Asks an endpoint one question at a time, whose answer comes as stream events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import ProviderError, ProviderRejected, ZeroClawError
from zeroclaw_api.services import Http, HttpRequest, HttpResponse
from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.errors import (
    AddressRefused,
    HttpConnectionLost,
    HttpError,
    HttpProtocolError,
    HttpTimedOut,
    InvalidHttpRequest,
)
from zeroclaw_providers.answer import AnswerReader
from zeroclaw_providers.extra_headers import header_secrets
from zeroclaw_providers.failures import Failures

__all__ = ["IDLE_SECONDS", "Endpoint"]

IDLE_SECONDS: Final = 300.0
"""Without data; a server that only sends comments to keep the connection counts as silent."""
ERROR_BODY_SECONDS: Final = 10.0
ERROR_BODY_BYTES: Final = 64 * 1024
DRAIN_SECONDS: Final = 0.05
"""For the last bytes after the end marker: with them read, the connection can be used again."""


@frozen
class Endpoint:
    """Where the requests of one provider go. `provider` is its name in errors.

    No error holds any of the `secrets`, or of the headers that `http` adds. `idle_seconds` bounds
    the wait for data. `accept` is the content type of an answer that comes as a stream.
    """

    http: Http = field(repr=False)
    provider: str
    secrets: tuple[str, ...] = field(repr=False)
    idle_seconds: float = IDLE_SECONDS
    accept: str = "text/event-stream"

    def stream(
        self,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        model: str,
        reader: Callable[[Failures], AnswerReader],
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """Send a JSON body, then read the answer. Raises `ProviderError`, also while it is read."""
        sent = HttpRequest(
            method="POST",
            url=url,
            headers={"Content-Type": "application/json", "Accept": self.accept, **headers},
            body=body,
            timeout=self.idle_seconds,
        )
        return self._open(sent, self._failures(model), reader)

    async def get(self, url: str, headers: Mapping[str, str], most_bytes: int) -> bytes:
        """What is at a URL. Raises `ProviderError`, with the URL's path in the model's place."""
        failures = self._failures(urlsplit(url).path)
        sent = HttpRequest(
            method="GET",
            url=url,
            headers={"Accept": "application/json", **headers},
            timeout=self.idle_seconds,
        )
        try:
            async with self.http.send(sent) as response:
                if not 200 <= response.status < 300:
                    raise await _refusal(response, failures)
                return await response.read(most_bytes)
        except ProviderError:
            raise
        except ZeroClawError as error:
            raise _translated(error, failures, is_open=False) from error

    def _failures(self, model: str) -> Failures:
        secrets = (*self.secrets, *header_secrets(self.http))
        return Failures(self.provider, model, secrets)

    @asynccontextmanager
    async def _open(
        self, sent: HttpRequest, failures: Failures, reader: Callable[[Failures], AnswerReader]
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with AsyncExitStack() as stack:
            try:
                response = await stack.enter_async_context(self.http.send(sent))
            except ZeroClawError as error:
                raise _translated(error, failures, is_open=False) from error
            if not 200 <= response.status < 300:
                raise await _refusal(response, failures)
            yield _Events(response.chunks(), reader(failures), failures, self.idle_seconds)


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
