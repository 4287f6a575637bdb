"""Waits on this machine for a browser that comes back from a login."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, assert_never

import trio
from attrs import define, field, frozen

from zeroclaw_providers.oauth.authority import BrowserFlow
from zeroclaw_providers.oauth.browser_flow import CameBack, CodeBrought, Declined, Stray

__all__ = ["Callback", "CallbackPages", "open_callback"]

ADDRESSES: Final = ("127.0.0.1", "::1")
"""The machine itself, to which a browser may take either way where the host has a name."""
CONNECTIONS: Final = 16
"""At a time; browsers open some to say nothing."""
HEAD_BYTES: Final = 16 * 1024
REQUEST_SECONDS: Final = 10.0
"""For a whole request, from whoever opened the connection."""
ANSWER_SECONDS: Final = 5.0
CLOSING_SECONDS: Final = 1.0
READ_BYTES: Final = 4096

Judge = Callable[[str, str, str], CameBack]
"""Of method, target and host."""


@frozen
class CallbackPages:
    """What the user reads in the browser."""

    agreed: str
    declined: str
    stray: str


@define(eq=False)
class Callback:
    """Listens at `port` of this machine, and of no other; `open_callback` opens it."""

    port: int
    _listeners: tuple[trio.SocketListener, ...]
    _found: CodeBrought | Declined | None = field(default=None, init=False, repr=False)

    async def brought(self, judge: Judge, pages: CallbackPages) -> CodeBrought | Declined:
        """Answer requests until `judge` finds one that ends the login."""
        seats = trio.Semaphore(CONNECTIONS)
        while self._found is None:
            async with trio.open_nursery() as nursery:
                for listener in self._listeners:
                    nursery.start_soon(self._accept, listener, seats, judge, pages, nursery)
        return self._found

    async def _accept(
        self,
        listener: trio.SocketListener,
        seats: trio.Semaphore,
        judge: Judge,
        pages: CallbackPages,
        nursery: trio.Nursery,
    ) -> None:
        while True:
            await seats.acquire()
            stream = await listener.accept()
            nursery.start_soon(self._serve, stream, seats, judge, pages, nursery)

    async def _serve(
        self,
        stream: trio.SocketStream,
        seats: trio.Semaphore,
        judge: Judge,
        pages: CallbackPages,
        nursery: trio.Nursery,
    ) -> None:
        try:
            outcome = await _heard(stream, judge)
            if outcome is not None:
                await _answer(stream, outcome, pages)
        finally:
            await trio.aclose_forcefully(stream)
            seats.release()
        if isinstance(outcome, CodeBrought | Declined):
            self._found = self._found or outcome
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_callback(flow: BrowserFlow) -> AsyncIterator[Callback]:
    """Listen at the first port that is free. Raises OSError when none is."""
    listeners = await _bound(flow)
    try:
        port: int = listeners[0].socket.getsockname()[1]
        yield Callback(port, listeners)
    finally:
        with trio.move_on_after(CLOSING_SECONDS, shield=True):
            for listener in listeners:
                await listener.aclose()


async def _bound(flow: BrowserFlow) -> tuple[trio.SocketListener, ...]:
    taken = OSError(errno.EADDRINUSE, "in use")
    for wanted in flow.ports:
        try:
            first = await trio.open_tcp_listeners(wanted, host=ADDRESSES[0])
        except OSError as error:
            taken = error
            continue
        if flow.host == ADDRESSES[0]:
            return tuple(first)
        try:
            # The machine may have no IPv6; who else listens there cannot use the code.
            port = first[0].socket.getsockname()[1]
            return (*first, *await trio.open_tcp_listeners(port, host=ADDRESSES[1]))
        except OSError:
            return tuple(first)
    raise taken


async def _heard(stream: trio.SocketStream, judge: Judge) -> CameBack | None:
    """What a request says; None when nothing came in time that a browser sends."""
    try:
        with trio.move_on_after(REQUEST_SECONDS):
            head = await _head(stream)
            return None if head is None else judge(*head)
    except trio.BrokenResourceError:
        return None
    return None


async def _answer(stream: trio.SocketStream, outcome: CameBack, pages: CallbackPages) -> None:
    match outcome:
        case CodeBrought():
            page = _page(200, pages.agreed)
        case Declined():
            page = _page(200, pages.declined)
        case Stray(status):
            page = _page(status, pages.stray)
        case never:
            assert_never(never)
    try:
        with trio.move_on_after(ANSWER_SECONDS):
            await stream.send_all(page)
            await stream.send_eof()
    except trio.BrokenResourceError:
        # The browser went away; what it said still holds.
        return


async def _head(stream: trio.SocketStream) -> tuple[str, str, str] | None:
    """Method, target and host of a request; None when it is none that a browser sends."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = await stream.receive_some(READ_BYTES)
        data += more
        if not more or len(data) > HEAD_BYTES:
            return None
    lines = data.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    fields = [line.partition(":") for line in lines[1:]]
    hosts = [value.strip() for name, _, value in fields if name.lower() == "host"]
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or len(hosts) != 1:
        return None
    return words[0], words[1], hosts[0]


def _page(status: int, text: str) -> bytes:
    body = f"{text}\n".encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
