"""Carries the bytes of HTTP from the pool of connections to their sockets.

The library's own sets up a time limit for every read, with layers that translate errors around it,
which costs more than a small read does. This one first takes what has arrived; a time limit exists
only while there is something to wait for.
"""

from __future__ import annotations

import math
import socket
import ssl
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Final

import httpcore
import trio

from zeroclaw_http.hosts import literal_address

__all__ = ["Network"]

# A burst beyond the backlog of a server would be dropped, then tried again after seconds.
_OPENED_AT_ONCE: Final = 64
_RECEIVED_BYTES: Final = 64 * 1024


class Network(httpcore.AsyncNetworkBackend):
    """Opens the connections of one endpoint, so many at a time.

    Waiting for one's turn does not count against the time for connecting. As many wait at most as
    requests are under way, each for as long as the ones before it take to connect.
    """

    def __init__(self, opened_at_once: int = _OPENED_AT_ONCE) -> None:
        self._opening = trio.CapacityLimiter(opened_at_once)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - of the interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raises `httpcore.ConnectError` or `httpcore.ConnectTimeout`."""
        assert (local_address, socket_options) == (None, None), "no pool of ours asks for them"
        async with self._opening:
            with trio.CancelScope(deadline=_deadline(timeout)):
                try:
                    return _Stream(_Connection(await _connected(host, port)))
                except OSError as error:
                    raise httpcore.ConnectError(error) from error
        raise httpcore.ConnectTimeout


class _Connection(trio.abc.Stream):
    """A connected socket. What would have to wait beyond its deadline raises `TooSlowError`.

    What has arrived by then is taken, however late the loop comes to it.
    """

    def __init__(self, opened: trio.SocketStream) -> None:
        self.deadline = math.inf
        known = opened.socket
        family, kind, protocol = known.family, known.type, known.proto
        self._socket = socket.socket(family, kind, protocol, fileno=known.detach())
        self._socket.setblocking(False)

    @property
    def has_news(self) -> bool:
        """Whether bytes, the end or a failure have arrived; a failure is told only once."""
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint_if_cancelled()
        size = max_bytes or _RECEIVED_BYTES
        try:
            data = self._socket.recv(size)
        except BlockingIOError:
            return await self._received_later(size)
        except OSError as error:
            raise _broken(error) from error
        await trio.lowlevel.cancel_shielded_checkpoint()
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            raise _broken(error) from error
        if sent < len(data):
            await self._send_later(memoryview(data)[sent:])
        else:
            await trio.lowlevel.cancel_shielded_checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.wait_writable(self._socket)

    async def aclose(self) -> None:
        self.close()
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """Close it at once; who waits for it gets `ClosedResourceError`."""
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()

    async def _received_later(self, size: int) -> bytes:
        with trio.CancelScope(deadline=self.deadline):
            while True:
                await trio.lowlevel.wait_readable(self._socket)
                try:
                    return self._socket.recv(size)
                except BlockingIOError:
                    continue
                except OSError as error:
                    raise _broken(error) from error
        raise trio.TooSlowError

    async def _send_later(self, left: memoryview) -> None:
        with trio.CancelScope(deadline=self.deadline):
            while left:
                await trio.lowlevel.wait_writable(self._socket)
                try:
                    left = left[self._socket.send(left) :]
                except BlockingIOError:
                    continue
                except OSError as error:
                    raise _broken(error) from error
            return
        raise trio.TooSlowError


class _Stream(httpcore.AsyncNetworkStream):
    """A connection as the pool wants to use it; with TLS after `start_tls`."""

    def __init__(
        self, connection: _Connection, secured: trio.SSLStream[_Connection] | None = None
    ) -> None:
        self._connection = connection
        self._stream: trio.abc.Stream = secured or connection

    async def read(
        self,
        max_bytes: int,
        timeout: float | None = None,  # noqa: ASYNC109 - of the interface
    ) -> bytes:
        self._connection.deadline = _deadline(timeout)
        try:
            return bytes(await self._stream.receive_some(max_bytes))
        except trio.TooSlowError as error:
            raise httpcore.ReadTimeout(error) from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise httpcore.ReadError(error) from error

    async def write(
        self,
        buffer: bytes,
        timeout: float | None = None,  # noqa: ASYNC109 - of the interface
    ) -> None:
        if not buffer:
            return
        self._connection.deadline = _deadline(timeout)
        try:
            await self._stream.send_all(buffer)
        except trio.TooSlowError as error:
            raise httpcore.WriteTimeout(error) from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise httpcore.WriteError(error) from error

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - of the interface
    ) -> httpcore.AsyncNetworkStream:
        """Raises `httpcore.ConnectError` or `httpcore.ConnectTimeout`; then it is closed."""
        secured = trio.SSLStream(
            self._connection, ssl_context, server_hostname=server_hostname, https_compatible=True
        )
        self._connection.deadline = _deadline(timeout)
        try:
            with ExitStack() as unless_done:
                unless_done.callback(self._connection.close)
                await secured.do_handshake()
                unless_done.pop_all()
        except trio.TooSlowError as error:
            raise httpcore.ConnectTimeout(error) from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise httpcore.ConnectError(error) from error
        return _Stream(self._connection, secured)

    def get_extra_info(self, info: str) -> object:
        """All that the pool asks: whether an idle connection has something to say."""
        return self._connection.has_news if info == "is_readable" else None


async def _connected(host: str, port: int) -> trio.SocketStream:
    address = literal_address(host)
    if address is None:
        return await trio.open_tcp_stream(host, port)
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with ExitStack() as unless_done:
        opened = unless_done.enter_context(trio.socket.socket(family, socket.SOCK_STREAM))
        # Nothing waits after this: once connected, an expired deadline changes nothing any more.
        await opened.connect((host, port))
        unless_done.pop_all()
    return trio.SocketStream(opened)


def _broken(error: OSError) -> trio.BrokenResourceError:
    return trio.BrokenResourceError(f"the connection broke: {error}")


def _deadline(seconds: float | None) -> float:
    return math.inf if seconds is None else trio.current_time() + seconds
