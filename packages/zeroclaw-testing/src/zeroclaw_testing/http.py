"""An HTTP client whose answers a test writes down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeAlias

import trio
from attrs import field, frozen

from zeroclaw_api.services import HttpRequest, HttpResponse
from zeroclaw_testing.errors import FakeBodyTooLong, FakeHttpFailed

__all__ = ["FakeAnswer", "FakeHttp", "FakeHttpResponse", "HttpHandler"]


@frozen(eq=False)
class FakeAnswer:
    """What comes back. The body comes in these chunks; with `stalls` it never ends."""

    status: int = 200
    headers: Mapping[str, str] = field(factory=dict)
    chunks: tuple[bytes, ...] = ()
    stalls: bool = False


HttpHandler: TypeAlias = Callable[[HttpRequest], FakeAnswer]


class FakeHttpResponse:
    """An answer that is being read."""

    def __init__(self, request: HttpRequest, answer: FakeAnswer) -> None:
        self._request = request
        self._answer = answer
        self._left = list(answer.chunks)

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self._answer.status

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the answer, names in lower case."""
        return {name.lower(): value for name, value in self._answer.headers.items()}

    def chunks(self) -> AsyncIterator[bytes]:
        """The chunks, one at a time."""
        return _Chunks(self._left, stalls=self._answer.stalls)

    async def read(self, limit: int) -> bytes:
        """The chunks, joined."""
        body = bytearray()
        async for chunk in self.chunks():
            body += chunk
            if len(body) > limit:
                raise FakeBodyTooLong(url=self._request.url, limit=limit)
        return bytes(body)


class _Chunks(AsyncIterator[bytes]):
    """An iterator that may be dropped anywhere, as a generator may not."""

    def __init__(self, left: list[bytes], *, stalls: bool) -> None:
        self._left = left
        self._stalls = stalls

    async def __anext__(self) -> bytes:
        await trio.lowlevel.checkpoint()
        if self._left:
            return self._left.pop(0)
        if self._stalls:
            await trio.sleep_forever()
        raise StopAsyncIteration


class FakeHttp:
    """Answers by `METHOD url` from `answers`, else by `handler`, else fails.

    `requests` holds what was sent; `open_responses` counts those not yet left.
    """

    def __init__(
        self,
        answers: Mapping[str, FakeAnswer] | None = None,
        *,
        handler: HttpHandler | None = None,
    ) -> None:
        self.answers = dict(answers or {})
        self.requests: list[HttpRequest] = []
        self.open_responses = 0
        self._handler = handler

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        """See `Http.send`."""
        return self._send(request)

    @asynccontextmanager
    async def _send(self, request: HttpRequest) -> AsyncIterator[HttpResponse]:
        await trio.lowlevel.checkpoint()
        self.requests.append(request)
        answer = self.answers.get(f"{request.method} {request.url}")
        if answer is None and self._handler is not None:
            answer = self._handler(request)
        if answer is None:
            raise FakeHttpFailed(
                method=request.method, url=request.url, problem="the test gave no answer"
            )
        self.open_responses += 1
        try:
            yield FakeHttpResponse(request, answer)
        finally:
            self.open_responses -= 1
