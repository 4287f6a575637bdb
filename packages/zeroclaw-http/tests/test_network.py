"""Tests of what carries the bytes from the pool to the sockets."""

import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpcore
import pytest
import trio
import trio.testing
from attrs import define, field
from raw_servers import SelfSigned, Serving

from zeroclaw_api.services import HttpRequest
from zeroclaw_http import HttpClient, HttpTimedOut
from zeroclaw_http._network import Network

LOOPBACK = "127.0.0.1"
MUCH = 20_000_000
"""Bytes; more than the buffers of a connection on loopback hold."""


@asynccontextmanager
async def listening() -> AsyncIterator[trio.SocketListener]:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
    async with listener:
        yield listener


def port_of(listener: trio.SocketListener) -> int:
    port: int = listener.socket.getsockname()[1]
    return port


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[httpcore.AsyncNetworkStream, trio.SocketStream]]:
    """Our end of a connection with its peer's."""
    with trio.fail_after(10):
        async with listening() as listener:
            ours = await Network().connect_tcp(LOOPBACK, port_of(listener), timeout=5)
            async with await listener.accept() as peer:
                try:
                    yield ours, peer
                finally:
                    await ours.aclose()


async def until_readable(stream: httpcore.AsyncNetworkStream) -> None:
    """Wait until something has arrived, without taking it."""
    while not stream.get_extra_info("is_readable"):
        await trio.lowlevel.checkpoint()


def busy_for(seconds: float) -> None:
    """Hold the whole loop."""
    until = trio.current_time() + seconds
    while trio.current_time() < until:
        continue


async def test_what_has_arrived_is_read_whatever_the_limit() -> None:
    async with connected() as (ours, peer):
        await peer.send_all(b"abc")
        await until_readable(ours)
        with trio.testing.assert_checkpoints():
            assert await ours.read(2, timeout=-1) == b"ab"
        assert await ours.read(2, timeout=-1) == b"c"


async def test_what_comes_later_is_waited_for() -> None:
    async with connected() as (ours, peer), trio.open_nursery() as nursery:

        async def read() -> None:
            assert await ours.read(9) == b"abc"

        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await peer.send_all(b"abc")


async def test_silence_beyond_the_limit_is_a_timeout() -> None:
    async with connected() as (ours, peer):
        with pytest.raises(httpcore.ReadTimeout):
            await ours.read(9, timeout=0.01)
        await peer.send_all(b"abc")
        assert await ours.read(9, timeout=5) == b"abc"


async def test_bytes_that_came_while_the_loop_was_busy_are_no_timeout() -> None:
    async with connected() as (ours, peer), trio.open_nursery() as nursery:
        read = []

        async def reading() -> None:
            read.append(await ours.read(9, timeout=0.5))

        nursery.start_soon(reading)
        await trio.testing.wait_all_tasks_blocked()
        await peer.send_all(b"abc")
        busy_for(0.6)
        await trio.testing.wait_all_tasks_blocked()
        assert read == [b"abc"]


async def test_cancelled_read_takes_nothing() -> None:
    async with connected() as (ours, peer):
        await peer.send_all(b"abc")
        await until_readable(ours)
        with trio.CancelScope() as scope:
            scope.cancel()
            await ours.read(9)
        assert scope.cancelled_caught
        assert await ours.read(9) == b"abc"


async def test_much_is_written_whole_while_the_peer_reads() -> None:
    async with connected() as (ours, peer), trio.open_nursery() as nursery:
        nursery.start_soon(ours.write, bytes(MUCH), 5.0)
        count = 0
        while count < MUCH:
            count += len(await peer.receive_some(1_000_000))
        assert count == MUCH


async def test_peer_that_takes_nothing_is_a_timeout() -> None:
    async with connected() as (ours, _):
        with trio.testing.assert_checkpoints():
            await ours.write(b"abc", timeout=-1)
        with pytest.raises(httpcore.WriteTimeout):
            await ours.write(bytes(MUCH), timeout=0.05)


async def test_peer_that_resets_breaks_reading_as_well_as_writing() -> None:
    async with connected() as (ours, peer):
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        await peer.aclose()
        with pytest.raises(httpcore.ReadError, match="reset"):
            await ours.read(9)
        with pytest.raises(httpcore.WriteError):
            await ours.write(b"abc")


async def test_end_of_the_peer_is_read_as_no_bytes() -> None:
    async with connected() as (ours, peer):
        await peer.send_eof()
        assert await ours.read(9) == b""
        assert ours.get_extra_info("is_readable")


async def test_closing_wakes_who_reads() -> None:
    async with connected() as (ours, _), trio.open_nursery() as nursery:

        async def read() -> None:
            with pytest.raises(httpcore.ReadError):
                await ours.read(9)

        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await ours.aclose()
        await ours.aclose()
        with pytest.raises(httpcore.ReadError):
            await ours.read(9)


async def test_idle_connection_has_nothing_to_say() -> None:
    async with connected() as (ours, peer):
        assert ours.get_extra_info("is_readable") is False
        await peer.send_all(b"abc")
        await until_readable(ours)
        assert await ours.read(9) == b"abc"
        assert ours.get_extra_info("is_readable") is False


async def test_nobody_there_is_an_error_of_connecting() -> None:
    async with listening() as listener:
        port = port_of(listener)
    with trio.fail_after(10), pytest.raises(httpcore.ConnectError):
        await Network().connect_tcp(LOOPBACK, port, timeout=5)


async def test_connection_made_while_the_loop_was_busy_is_no_timeout() -> None:
    with trio.fail_after(10):
        async with listening() as listener, trio.open_nursery() as nursery:
            network = Network()

            async def connect() -> None:
                stream = await network.connect_tcp(LOOPBACK, port_of(listener), timeout=0.01)
                await stream.aclose()

            async def hold() -> None:
                for _ in range(5):
                    await trio.lowlevel.checkpoint()
                    busy_for(0.03)

            for _ in range(3):
                nursery.start_soon(connect)
                nursery.start_soon(hold)


@define
class SlowNames(trio.abc.HostnameResolver):
    """Finds every name on loopback once it is released; counts who asks at once."""

    asking: int = 0
    most: int = 0
    released: trio.Event = field(factory=trio.Event)

    async def getaddrinfo(  # type: ignore[override]
        self, host: bytes, port: int, *_more: int
    ) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
        self.asking += 1
        self.most = max(self.most, self.asking)
        try:
            await self.released.wait()
        finally:
            self.asking -= 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (LOOPBACK, port))]

    async def getnameinfo(self, *_which: object) -> tuple[str, str]:
        raise NotImplementedError


async def test_connecting_that_takes_too_long_is_a_timeout() -> None:
    trio.socket.set_custom_hostname_resolver(SlowNames())
    with trio.fail_after(10), pytest.raises(httpcore.ConnectTimeout):
        await Network().connect_tcp("kit.test", 1, timeout=0.01)


async def test_waiting_for_a_turn_does_not_count_as_connecting() -> None:
    names = SlowNames()
    trio.socket.set_custom_hostname_resolver(names)
    network = Network(opened_at_once=2)
    with trio.fail_after(20):
        async with listening() as listener:

            async def connect(seconds: float) -> None:
                stream = await network.connect_tcp("kit.test", port_of(listener), timeout=seconds)
                await stream.aclose()

            async with trio.open_nursery() as nursery:
                for _ in range(2):
                    nursery.start_soon(connect, 15.0)
                await trio.testing.wait_all_tasks_blocked()
                for _ in range(4):
                    nursery.start_soon(connect, 1.0)
                with trio.move_on_after(1.5):
                    await trio.sleep_forever()
                assert names.asking == 2
                names.released.set()
    assert names.most == 2


async def test_peer_that_never_shakes_hands_is_a_timeout() -> None:
    async with connected() as (ours, peer):
        with pytest.raises(httpcore.ConnectTimeout):
            await ours.start_tls(ssl.create_default_context(), "kit.test", timeout=0.05)
        # It said hello, then it was closed.
        while await peer.receive_some():
            continue


async def test_cancelled_handshake_closes_the_connection() -> None:
    async with connected() as (ours, peer):
        with trio.move_on_after(0.05) as scope:
            await ours.start_tls(ssl.create_default_context(), "kit.test")
        assert scope.cancelled_caught
        while await peer.receive_some():
            continue


async def test_silent_server_behind_tls_times_out(
    serving: Serving, self_signed: SelfSigned
) -> None:
    async def stall(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.receive_some(1)

    with trio.fail_after(20):
        async with (
            serving(stall, self_signed.server_context) as server,
            HttpClient(ca_file=self_signed.certificate) as http,
        ):
            with pytest.raises(HttpTimedOut, match="nothing came from it"):
                async with http.send(HttpRequest("GET", server.url, timeout=0.5)):
                    pytest.fail("it was answered")
            await server.ends(1)
