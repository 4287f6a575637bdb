"""Tests of the client that hears every byte."""

from __future__ import annotations

from functools import partial

import pytest
import trio

from zeroclaw_testing.model_server.raw_client import RawAnswer, hear

LIMIT = 10
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"


async def _say(response: bytes, stream: trio.SocketStream) -> None:
    async with stream:
        await stream.receive_some(1000)
        await stream.send_all(response)


async def answer_to(response: bytes) -> RawAnswer:
    """What is heard when a server says exactly this."""
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(
                partial(trio.serve_tcp, partial(_say, response), 0, host="127.0.0.1")
            )
            port = listeners[0].socket.getsockname()[1]
            answer = await hear(f"http://127.0.0.1:{port}", b"GET / HTTP/1.1\r\n\r\n")
            nursery.cancel_scope.cancel()
    return answer


@pytest.mark.parametrize(
    ("response", "pieces", "complete"),
    [
        (CHUNKED + b"2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", (b"ab", b"c"), True),
        (CHUNKED + b"2\r\nab\r\n1\r\nc\r\n", (b"ab", b"c"), False),
        (CHUNKED + b"a\r\nab", (b"ab",), False),
        (SIZED + b"abcd", (b"abcd",), True),
        (SIZED + b"abc", (b"abc",), False),
        (b"HTTP/1.1 200 OK\r\n\r\nabc", (b"abc",), None),
    ],
)
async def test_the_client_tells_whole_bodies_from_cut_ones(
    response: bytes, pieces: tuple[bytes, ...], complete: bool | None
) -> None:
    answer = await answer_to(response)
    assert (answer.status, answer.pieces, answer.complete) == (200, pieces, complete)


async def test_a_server_that_says_nothing_is_heard_as_nothing() -> None:
    answer = await answer_to(b"")
    assert (answer.status, answer.body, answer.reset) == (0, b"", False)
