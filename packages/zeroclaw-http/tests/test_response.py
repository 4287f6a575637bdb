"""Tests of reading the body of an answer."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from raw_servers import Serving

from zeroclaw_api.services import HttpRequest, HttpResponse
from zeroclaw_http import BodyTooLarge, HttpClient, HttpConnectionLost, HttpProtocolError


@asynccontextmanager
async def answered(
    serving: Serving, *pieces: bytes, close: bool = False
) -> AsyncIterator[HttpResponse]:
    async def handler(stream: trio.abc.Stream, request: bytes) -> None:
        for piece in pieces:
            await stream.send_all(piece)
        if close:
            await stream.aclose()

    with trio.fail_after(10):
        async with (
            serving(handler) as server,
            HttpClient() as http,
            http.send(HttpRequest("GET", server.url, timeout=5)) as response,
        ):
            yield response


def whole(body: bytes, headers: bytes = b"") -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n%s" % (len(body), headers, body)


async def test_headers_have_lower_case_names(serving: Serving) -> None:
    async with answered(serving, whole(b"", b"X-A: 1\r\nx-A: 2\r\n")) as response:
        assert response.headers == {"content-length": "0", "x-a": "1, 2"}


async def test_compressed_body_comes_as_it_was(serving: Serving) -> None:
    packed = gzip.compress(b"hello" * 1000)
    async with answered(serving, whole(packed, b"Content-Encoding: gzip\r\n")) as response:
        assert await response.read(5000) == b"hello" * 1000


async def test_small_body_that_inflates_beyond_the_limit_is_refused(serving: Serving) -> None:
    packed = gzip.compress(bytes(50_000_000))
    async with answered(serving, whole(packed, b"Content-Encoding: gzip\r\n")) as response:
        with pytest.raises(BodyTooLarge, match="longer than 1000 bytes"):
            await response.read(1000)


async def test_unasked_encoding_is_an_error(serving: Serving) -> None:
    async with answered(serving, whole(b"x", b"Content-Encoding: br\r\n")) as response:
        with pytest.raises(HttpProtocolError, match="'br'"):
            await response.read(1000)


async def test_broken_compression_never_looks_like_an_end(serving: Serving) -> None:
    packed = gzip.compress(b"hello")[:-4]
    async with answered(serving, whole(packed, b"Content-Encoding: gzip\r\n")) as response:
        with pytest.raises(HttpProtocolError, match="stops before its end"):
            await response.read(1000)
        with pytest.raises(HttpConnectionLost, match="broken off before"):
            await response.read(1000)


async def test_body_cut_off_is_an_error_each_time(serving: Serving) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"
    async with answered(serving, head, close=True) as response:
        with pytest.raises(HttpConnectionLost, match="without sending complete"):
            await response.read(1000)
        with pytest.raises(HttpConnectionLost, match="broken off before"):
            await response.read(1000)


async def test_body_without_length_ends_with_the_connection(serving: Serving) -> None:
    async with answered(serving, b"HTTP/1.1 200 OK\r\n\r\nabc", close=True) as response:
        assert await response.read(3) == b"abc"
        assert await response.read(3) == b""


async def test_reading_goes_on_where_it_was_left(serving: Serving) -> None:
    body = bytes(200_000)
    async with answered(serving, whole(body)) as response:
        first = await anext(response.chunks())
        assert len(first) + len(await response.read(200_000)) == len(body)


async def test_cancelled_read_is_not_taken_for_the_end(serving: Serving) -> None:
    asked = trio.Event()

    async def stall(stream: trio.abc.Stream, request: bytes) -> None:
        await stream.send_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        asked.set()
        await stream.receive_some(1)

    with trio.fail_after(10):
        async with (
            serving(stall) as server,
            HttpClient() as http,
            http.send(HttpRequest("GET", server.url)) as response,
        ):
            with trio.move_on_after(0.01):
                await response.read(9)
            with pytest.raises(HttpConnectionLost, match="broken off before"):
                await response.read(9)
