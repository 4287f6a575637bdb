"""Read the body of an answer."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING

import trio

from zeroclaw_http.errors import BodyTooLarge, HttpConnectionLost, HttpError, HttpMisused
from zeroclaw_http.failures import failure, foreign_errors, translated
from zeroclaw_http.inflate import Inflater, inflater_for

if TYPE_CHECKING:
    import httpcore

__all__ = ["Response"]


class Response:
    """An answer whose body is still coming; implements `zeroclaw_api.services.HttpResponse`."""

    def __init__(self, response: httpcore.Response, origin: str) -> None:
        self._status = response.status
        self._origin = origin
        self._headers = _joined(response.headers)
        self._body = _Body(response, self._headers.get("content-encoding", ""), origin)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._status

    @property
    def headers(self) -> Mapping[str, str]:
        """Names in lower case; what was sent several times is joined with commas."""
        return self._headers

    def chunks(self) -> AsyncIterator[bytes]:
        """The body, decompressed, as it arrives; asked again, it goes on where it was left.

        Raises the subclasses of `HttpError`, also when the body breaks off.
        """
        return self._body

    async def read(self, limit: int) -> bytes:
        """The whole body. Raises `BodyTooLarge` as soon as it is longer than `limit` bytes."""
        body = bytearray()
        async for chunk in self._body:
            body += chunk
            if len(body) > limit:
                raise BodyTooLarge(
                    origin=self._origin, limit=limit, problem="the rest was not read"
                )
        return bytes(body)

    async def leave(self) -> None:
        """Give the connection back when the body was read whole, else close it."""
        await self._body.leave()


class _State(Enum):
    UNREAD = "unread"
    READING = "reading"
    BETWEEN = "between"
    WHOLE = "whole"
    LEFT = "left"


class _Body(AsyncIterator[bytes]):
    """An iterator that may be dropped anywhere, as a generator may not."""

    def __init__(self, response: httpcore.Response, encoding: str, origin: str) -> None:
        self._response = response
        self._origin = origin
        self._state = _State.UNREAD
        assert isinstance(response.stream, AsyncIterable)
        self._raw: AsyncIterator[bytes] = aiter(response.stream)
        self._encoding = encoding
        self._inflater: Inflater | None = None
        self._pieces: Iterator[bytes] = iter(())
        # True while something is read: what raised or was cancelled then cannot go on.
        self._broken = False

    async def __anext__(self) -> bytes:
        if self._encoding and self._inflater is not None:
            # One small chunk may hold many pieces: others have their turn between them.
            await trio.lowlevel.checkpoint()
        while True:
            if self._state is _State.LEFT:
                raise HttpMisused(origin=self._origin, problem="its answer has been left already")
            if self._broken:
                raise HttpConnectionLost(
                    origin=self._origin, problem="reading its answer was broken off before"
                )
            self._broken = True
            piece = next(self._pieces, None)
            if piece is None:
                await self._next_pieces()
            self._broken = False
            if piece is not None:
                return piece

    async def leave(self) -> None:
        state, self._state = self._state, _State.LEFT
        try:
            with translated(self._origin):
                await self._response.aclose()
                if state is _State.BETWEEN:
                    # Generators below wait for the next read: it fails on the closed connection,
                    # which ends them in order. There is at most one buffer before that.
                    async for _ in self._raw:
                        continue
        except HttpError:
            # The connection is closed, which is all that was wanted.
            return

    async def _next_pieces(self) -> None:
        if self._state is _State.WHOLE:
            self._broken = False
            raise StopAsyncIteration
        self._state = _State.READING
        if self._inflater is None:
            self._inflater = inflater_for(self._encoding, self._origin)
        try:
            chunk = await anext(self._raw, None)
            if chunk is None:
                await self._response.aclose()
        except foreign_errors() as error:
            raise failure(error, self._origin) from error
        if chunk is None:
            self._state = _State.WHOLE
            self._inflater.close()
        else:
            self._state = _State.BETWEEN
            self._pieces = self._inflater.feed(chunk)


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers by their names in lower case; what came several times is joined with commas."""
    joined: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = _text(raw_name).lower(), _text(raw_value)
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
