"""Hold the connections to one origin."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import trio
from attrs import evolve, frozen

from zeroclaw_api.services import HttpRequest
from zeroclaw_http._body import RequestBody
from zeroclaw_http._url import Url
from zeroclaw_http.errors import HttpTimedOut
from zeroclaw_http.failures import translated
from zeroclaw_http.guard import AddressPolicy
from zeroclaw_http.hosts import canonical_host
from zeroclaw_http.inflate import ACCEPTED_ENCODINGS
from zeroclaw_http.resolve import resolved

if TYPE_CHECKING:
    import httpcore

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
_WITH_BODY: Final = frozenset({"PATCH", "POST", "PUT"})
_DEFAULT_HEADERS: Final = {
    "Accept": "*/*",
    "Accept-Encoding": ACCEPTED_ENCODINGS,
    "User-Agent": "zeroclaw",
}


@frozen
class _Pin:
    """An address that is dialled for a URL, with its part of the time for connecting."""

    address: str
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
        import httpcore

        from zeroclaw_http._network import Network

        self._origin = origin
        self._guard = guard
        self._slots = trio.CapacityLimiter(concurrent)
        self._under_way = 0
        # A pool, not a client: so there are no cookies, redirects, proxies by construction.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=None,
            max_keepalive_connections=_KEPT_CONNECTIONS,
            keepalive_expiry=_KEPT_SECONDS,
            network_backend=Network(),
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

    async def open(self, request: HttpRequest, url: Url) -> httpcore.Response:
        """Send the request; returns with the headers. Raises the subclasses of `HttpError`."""
        with translated(self._origin):
            if self._guard is None:
                return await self._exchange(request, url)
            return await self._open_guarded(request, url, self._guard)

    async def aclose(self) -> None:
        """Close every connection, within a bound."""
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await self._pool.aclose()

    async def _open_guarded(
        self, request: HttpRequest, url: Url, guard: AddressPolicy
    ) -> httpcore.Response:
        """Dial the judged addresses in turn; the name goes into header and handshake only.

        The pool serves this origin alone, so a connection made under its name is never used for
        another name at the same address.
        """
        import httpcore

        found = await resolved(url.host, url.dialled_port, guard, self._origin)
        addresses = found[:_DIALLED_ADDRESSES]
        # The very name that was judged: a final dot is gone from the header too.
        judged = evolve(url, host=canonical_host(url.host) or url.host)
        *others, last = [_Pin(address, 1 / len(addresses)) for address in addresses]
        for pin in others:
            try:
                return await self._exchange(request, judged, pin)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                # Nothing was sent: the next address may do.
                continue
        return await self._exchange(request, judged, last)

    async def _exchange(
        self, request: HttpRequest, url: Url, pin: _Pin | None = None
    ) -> httpcore.Response:
        import httpcore

        connecting = min(request.timeout, _CONNECT_SECONDS)
        extensions: dict[str, object] = {}
        host = url.host
        if pin is not None:
            host = pin.address
            extensions["sni_hostname"] = url.host
            connecting *= pin.share
        extensions["timeout"] = {
            "connect": connecting,
            "read": request.timeout,
            "write": request.timeout,
        }
        return await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(
                    scheme=url.scheme.encode("ascii"),
                    host=host.encode("ascii"),
                    port=url.port,
                    target=url.target.encode("ascii"),
                ),
                headers=_headers(request, url),
                content=RequestBody(request.body),
                extensions=extensions,
            )
        )


def _headers(request: HttpRequest, url: Url) -> list[tuple[bytes, bytes]]:
    """What is sent: ours where the request does not say otherwise, each name once."""
    headers = {
        "host": ("Host", url.authority),
        **{name.lower(): (name, value) for name, value in _DEFAULT_HEADERS.items()},
        **{name.lower(): (name, value) for name, value in request.headers.items()},
    }
    if request.body or request.method in _WITH_BODY:
        headers["content-length"] = ("Content-Length", str(len(request.body)))
    return [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.values()]
