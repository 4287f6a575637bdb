"""Send requests over pools of connections, one for each origin."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Final

import trio

from zeroclaw_api.services import HttpRequest, HttpResponse
from zeroclaw_http._url import Url
from zeroclaw_http.endpoint import CLOSE_SECONDS, CONCURRENT_REQUESTS, Endpoint
from zeroclaw_http.errors import HttpMisused, InvalidHttpRequest
from zeroclaw_http.guard import AddressPolicy
from zeroclaw_http.response import Response
from zeroclaw_http.tls import TlsContexts

__all__ = ["HttpClient"]

# An agent asks a few model endpoints, then whatever pages it is sent to: idle ones are closed.
_MOST_ORIGINS: Final = 64

_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?|")
_FRAMING: Final = frozenset({"host", "content-length", "transfer-encoding"})
_SHOWN_CHARACTERS: Final = 80


class HttpClient:
    """The project's one way to speak HTTP; implements `zeroclaw_api.services.Http`.

    It keeps no cookies, follows no redirect, reads nothing from the environment. With a `guard`,
    every host is looked up once for each request, each answer judged, and exactly these addresses
    dialled; without one, any address will do, as model servers on loopback need. `ca_file` is a
    PEM file to trust besides the usual certificates; `concurrent` bounds the requests under way to
    one origin, the rest wait as long as their timeout. Close it, or use it in `async with`.
    """

    def __init__(
        self,
        *,
        guard: AddressPolicy | None = None,
        ca_file: str | None = None,
        concurrent: int = CONCURRENT_REQUESTS,
    ) -> None:
        self._guard = guard
        self._concurrent = concurrent
        self._tls = TlsContexts(ca_file)
        self._endpoints: OrderedDict[str, Endpoint] = OrderedDict()
        self._closed = False

    async def __aenter__(self) -> HttpClient:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection; requests under way break off. May be called again."""
        self._closed = True
        while self._endpoints:
            _, endpoint = self._endpoints.popitem()
            await endpoint.aclose()

    @property
    def open_responses(self) -> int:
        """How many requests are under way."""
        return sum(endpoint.under_way for endpoint in self._endpoints.values())

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        """See `Http.send`. Raises the subclasses of `HttpError`."""
        return self._send(request)

    @asynccontextmanager
    async def _send(self, request: HttpRequest) -> AsyncIterator[HttpResponse]:
        await self._tls.load_client()
        url = _url_of(request)
        endpoint = await self._endpoint(url)
        try:
            async with endpoint.slot(request.timeout):
                response = Response(await endpoint.open(request, url), url.origin)
                try:
                    yield response
                finally:
                    with trio.move_on_after(CLOSE_SECONDS, shield=True):
                        await response.leave()
        finally:
            await self._close_idle()

    async def _endpoint(self, url: Url) -> Endpoint:
        """The pool of an origin. Nothing waits after it is found, so it is not closed as idle."""
        origin = url.origin
        if origin not in self._endpoints:
            secure = url.scheme == "https"
            context = await self._tls.context() if secure else self._tls.context_without_trust()
            if self._closed:
                raise HttpMisused(origin=origin, problem="the client has been closed")
            # Another task may have made it meanwhile.
            if origin not in self._endpoints:
                self._endpoints[origin] = Endpoint(
                    origin, context, guard=self._guard, concurrent=self._concurrent
                )
        self._endpoints.move_to_end(origin)
        return self._endpoints[origin]

    async def _close_idle(self) -> None:
        excess = len(self._endpoints) - _MOST_ORIGINS
        if excess <= 0:
            return
        idle = [origin for origin, endpoint in self._endpoints.items() if not endpoint.under_way]
        for endpoint in [self._endpoints.pop(origin) for origin in idle[:excess]]:
            await endpoint.aclose()


def _url_of(request: HttpRequest) -> Url:
    """Raises `InvalidHttpRequest` for what cannot be sent, without quoting a header or path."""
    url = Url.parse(request.url)
    problem = _problem_of(request)
    if problem is not None:
        raise InvalidHttpRequest(origin=url.origin[:_SHOWN_CHARACTERS], problem=problem)
    return url


def _problem_of(request: HttpRequest) -> str | None:
    if not _TOKEN.fullmatch(request.method):
        return "its method is no HTTP method"
    for name, value in request.headers.items():
        if not _TOKEN.fullmatch(name):
            return "the name of one of its headers is not valid"
        if name.lower() in _FRAMING:
            return f"the header {name} follows from URL and body, it cannot be set"
        if name.lower() == "connection" and value != "close":
            return f"the header {name} can only be close, for a connection that is not kept"
        if not _VALUE.fullmatch(value):
            return f"the value of its header {name} has characters that HTTP cannot carry"
    return None
