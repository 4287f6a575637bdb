"""The callback listens on this machine alone, until a browser brings what was waited for."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve

from zeroclaw_providers.oauth.authority import AUTHORITIES, BrowserFlow
from zeroclaw_providers.oauth.browser_flow import CameBack, CodeBrought, Declined, Stray
from zeroclaw_providers.oauth.callback import Callback, CallbackPages, open_callback
from zeroclaw_testing.model_server.raw_client import hear

SECONDS = 10
PAGES = CallbackPages("agreed", "declined", "stray")
FOUND = CodeBrought("c")


def flow(host: str = "127.0.0.1", ports: tuple[int, ...] = (0,)) -> BrowserFlow:
    known = AUTHORITIES["openai"].browser
    assert known is not None
    return evolve(known, host=host, ports=ports)


def judge(_method: str, target: str, _host: str) -> CameBack:
    known: dict[str, CameBack] = {"/found": FOUND, "/no": Declined("no")}
    return known.get(target, Stray(400))


def get(target: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


class Waiting:
    """A login that waits, with what it found."""

    def __init__(self, callback: Callback) -> None:
        self.callback = callback
        self.origin = f"http://127.0.0.1:{callback.port}"
        self.found: CameBack | None = None
        self.ended = trio.Event()

    async def wait(self) -> None:
        self.found = await self.callback.brought(judge, PAGES)
        self.ended.set()


@asynccontextmanager
async def waiting(host: str = "127.0.0.1") -> AsyncIterator[Waiting]:
    with trio.fail_after(SECONDS):
        async with open_callback(flow(host)) as callback, trio.open_nursery() as nursery:
            its = Waiting(callback)
            nursery.start_soon(its.wait)
            yield its
            nursery.cancel_scope.cancel()


async def test_browser_that_brings_a_code_is_told_so_and_ends_the_wait() -> None:
    async with waiting() as its:
        answer = await hear(its.origin, get("/found"))
        await its.ended.wait()
    assert (answer.status, answer.body) == (200, b"agreed\n")
    assert dict(answer.headers)["cache-control"] == "no-store"
    assert its.found is FOUND


async def test_declined_login_ends_the_wait_as_well() -> None:
    async with waiting() as its:
        answer = await hear(its.origin, get("/no"))
        await its.ended.wait()
    assert answer.body == b"declined\n"
    assert its.found == Declined("no")


async def test_stray_request_is_refused_while_the_wait_goes_on() -> None:
    async with waiting() as its:
        answer = await hear(its.origin, get("/other"))
        assert (answer.status, answer.body) == (400, b"stray\n")
        assert not its.ended.is_set()
        await hear(its.origin, get("/found"))
        await its.ended.wait()


async def test_connections_that_say_nothing_do_not_keep_the_browser_out() -> None:
    async with waiting() as its:
        silent = [await trio.open_tcp_stream("127.0.0.1", its.callback.port) for _ in range(5)]
        await hear(its.origin, get("/found"))
        await its.ended.wait()
        for stream in silent:
            await trio.aclose_forcefully(stream)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"",
        b"\x16\x03\x01\r\n\r\n",
        b"GET /found\r\n\r\n",
        b"GET /found HTTP/1.1\r\n\r\n",
        b"GET /found HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET /found HTTP/2\r\nHost: x\r\n\r\n",
        b"GET /found HTTP/1.1\r\n" + b"A: b\r\n" * 4000,
    ],
)
async def test_what_no_browser_sends_is_not_answered(request_bytes: bytes) -> None:
    async with waiting() as its:
        stream = await trio.open_tcp_stream("127.0.0.1", its.callback.port)
        async with stream:
            try:
                await stream.send_all(request_bytes)
                await stream.send_eof()
                assert await stream.receive_some() == b""
            except trio.BrokenResourceError:
                # A connection that is cut is no answer either.
                pass
        assert not its.ended.is_set()


async def test_no_other_machine_can_reach_the_callback() -> None:
    for host in ("127.0.0.1", "localhost"):
        async with waiting(host) as its:
            bound = {listener.socket.getsockname()[0] for listener in its.callback._listeners}
            assert "127.0.0.1" in bound
            assert bound <= {"127.0.0.1", "::1"}


async def test_second_port_serves_while_the_first_is_taken() -> None:
    async with open_callback(flow()) as spare:
        free = spare.port
    async with (
        open_callback(flow()) as first,
        open_callback(flow(ports=(first.port, free))) as second,
    ):
        assert second.port == free


async def test_login_fails_while_every_port_is_taken() -> None:
    async with open_callback(flow()) as first:
        with pytest.raises(OSError, match=f"{errno.EADDRINUSE}"):
            async with open_callback(flow(ports=(first.port,))):
                pass


async def test_port_is_free_again_after_the_login() -> None:
    async with open_callback(flow()) as first:
        port = first.port
    async with open_callback(flow(ports=(port,))) as again:
        assert again.port == port
