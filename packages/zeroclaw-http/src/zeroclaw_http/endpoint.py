"""Hold the connections to one origin."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import trio
from attrs import frozen

from zeroclaw_api.services import HttpRequest
from zeroclaw_http.errors import HttpTimedOut
from zeroclaw_http.failures import translated
from zeroclaw_http.guard import AddressPolicy
from zeroclaw_http.hosts import canonical_host
from zeroclaw_http.inflate import ACCEPTED_ENCODINGS
from zeroclaw_http.resolve import resolved

if TYPE_CHECKING:
    import httpx

__all__ = ["CLOSE_SECONDS", "CONCURRENT_REQUESTS", "Endpoint"]

# Closing a connection sends a few bytes at most: what takes longer hangs.
CLOSE_SECONDS: Final = 2.0
# Beyond the thousand sessions that one process is built for.
CONCURRENT_REQUESTS: Final = 1024

_CONNECT_SECONDS: Final = 10.0
# Longer lists make every request slower, to the third power under load.
_KEPT_CONNECTIONS: Final = 20
# A tool may run for a while between two requests of a turn.
_KEPT_SECONDS: Final = 60.0
_DIALLED_ADDRESSES: Final = 4
_PORTS: Final = {"http": 80, "https": 443}
_WITH_BODY: Final = frozenset({"PATCH", "POST", "PUT"})
_DEFAULT_HEADERS: Final = {
    "Accept": "*/*",
    "Accept-Encoding": ACCEPTED_ENCODINGS,
    "User-Agent": "zeroclaw",
}


@frozen
class _Pin:
    """How an address is dialled in the name of a host.

    `share` is the part of the time for connecting that this one address gets.
    """

    name: str
    authority: str
    share: float


class Endpoint:
    """One origin's pool, with a bound of its own on requests under way."""

    def __init__(
        self,
        origin: str,
        context: ssl.SSLContext,
        *,
        guard: AddressPolicy | None,
        concurrent: int,
    ) -> None:
        import httpx

        self._origin = origin
        self._guard = guard
        self._slots = trio.CapacityLimiter(concurrent)
        self._under_way = 0
        # A transport, not a client: so there are no cookies, redirects, proxies by construction.
        self._transport = httpx.AsyncHTTPTransport(
            verify=context,
            trust_env=False,
            limits=httpx.Limits(
                max_connections=None,
                max_keepalive_connections=_KEPT_CONNECTIONS,
                keepalive_expiry=_KEPT_SECONDS,
            ),
        )

    @property
    def under_way(self) -> int:
        """How many requests are running or waiting for a slot."""
        return self._under_way

    @asynccontextmanager
    async def slot(self, timeout: float) -> AsyncIterator[None]:  # noqa: ASYNC109 - of a request
        """A place among the requests under way. Raises `HttpTimedOut` after that many seconds."""
        self._under_way += 1
        holder = object()
        try:
            with trio.move_on_after(timeout) as waiting:
                await self._slots.acquire_on_behalf_of(holder)
            if waiting.cancelled_caught:
                raise HttpTimedOut(
                    origin=self._origin,
                    problem=f"{self._slots.total_tokens} requests to it are under way already",
                )
            try:
                yield
            finally:
                self._slots.release_on_behalf_of(holder)
        finally:
            self._under_way -= 1

    async def open(self, request: HttpRequest, url: httpx.URL) -> httpx.Response:
        """Send the request; returns with the headers. Raises the subclasses of `HttpError`."""
        with translated(self._origin):
            if self._guard is None:
                return await self._exchange(request, url)
            return await self._open_guarded(request, url, self._guard)

    async def aclose(self) -> None:
        """Close every connection, within a bound."""
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await self._transport.aclose()

    async def _open_guarded(
        self, request: HttpRequest, url: httpx.URL, guard: AddressPolicy
    ) -> httpx.Response:
        """Dial the judged addresses in turn; the name goes into header and handshake only.

        The pool serves this origin alone, so a connection made under its name is never used for
        another name at the same address.
        """
        import httpx

        host = url.raw_host.decode("ascii")
        port = url.port or _PORTS[url.scheme]
        addresses = await resolved(host, port, guard, self._origin)
        pin = _Pin(
            name=canonical_host(host) or host,
            authority=url.netloc.decode("ascii"),
            share=1 / min(len(addresses), _DIALLED_ADDRESSES),
        )
        *others, last = addresses[:_DIALLED_ADDRESSES]
        for address in others:
            try:
                return await self._exchange(request, url.copy_with(host=address), pin)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                # Nothing was sent: the next address may do.
                continue
        return await self._exchange(request, url.copy_with(host=last), pin)

    async def _exchange(
        self, request: HttpRequest, url: httpx.URL, pin: _Pin | None = None
    ) -> httpx.Response:
        import httpx

        from zeroclaw_http._body import RequestBody

        headers = httpx.Headers(_DEFAULT_HEADERS)
        headers.update(request.headers)
        if request.body or request.method in _WITH_BODY:
            headers["Content-Length"] = str(len(request.body))
        headers.setdefault("Host", url.netloc.decode("ascii"))
        connecting = min(request.timeout, _CONNECT_SECONDS)
        extensions: dict[str, object] = {}
        if pin is not None:
            headers["Host"] = pin.authority
            extensions["sni_hostname"] = pin.name
            connecting *= pin.share
        timeouts = httpx.Timeout(request.timeout, connect=connecting)
        extensions["timeout"] = timeouts.as_dict()
        return await self._transport.handle_async_request(
            httpx.Request(
                request.method,
                url,
                headers=headers,
                stream=RequestBody(request.body),
                extensions=extensions,
            )
        )
