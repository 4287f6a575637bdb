"""Clients that only read answers: the floors under a kernel that speaks HTTP."""

from __future__ import annotations

import json
import math
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import process_time
from urllib.parse import urlsplit

import httpx
import trio
from attrs import frozen

__all__ = ["CLIENTS", "ENDPOINT", "HEADERS", "Run", "ask_bare", "bare_flood", "pool"]

READ_SIZE = 64 * 1024
LAST_CHUNK = b"0\r\n\r\n"
DELTA = b'"content":"w'
KEPT_CONNECTIONS = 20
TIMEOUT = 300.0
ENDPOINT = "/v1/chat/completions"
HEADERS = {"Content-Type": "application/json", "Accept": "text/event-stream"}


@frozen(order=True)
class Run:
    """Answers read at once: CPU seconds, wall seconds, when each one's first text came.

    That of an answer that failed is infinite.
    """

    cpu: float
    wall: float
    first: tuple[float, ...]

    @property
    def failed(self) -> int:
        """How many answers were not read to their end."""
        return self.first.count(math.inf)


async def read_by_socket(url: str, body: bytes, _client: httpx.AsyncClient) -> float:
    """A new connection each time, the bytes unread; when the first text was there."""
    address = urlsplit(url)
    first = 0.0
    host, port = address.hostname or "", address.port or 80
    head = f"POST {address.path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n"
    async with await trio.open_tcp_stream(host, port) as stream:
        await stream.send_all(head.encode() + body)
        while data := await stream.receive_some(READ_SIZE):
            if not first and DELTA in data:
                first = trio.current_time()
            if data.endswith(LAST_CHUNK):
                break
    return first


async def read_by_httpx(url: str, body: bytes, client: httpx.AsyncClient) -> float:
    """Over the pool, the bytes unread; when the first text was there."""
    first = 0.0
    async with client.stream("POST", url, content=body, headers=HEADERS) as answer:
        async for data in answer.aiter_raw():
            if not first and DELTA in data:
                first = trio.current_time()
    return first


async def parse_by_httpx(url: str, body: bytes, client: httpx.AsyncClient) -> float:
    """Over the pool, each event parsed; when the first text was there."""
    first = 0.0
    text = ""
    left = b""
    async with client.stream("POST", url, content=body, headers=HEADERS) as answer:
        async for data in answer.aiter_raw():
            *events, left = (left + data).split(b"\n\n")
            for event in events:
                payload = event.removeprefix(b"data: ")
                if payload != b"[DONE]":
                    for choice in json.loads(payload)["choices"]:
                        text += choice["delta"].get("content", "")
            if text and not first:
                first = trio.current_time()
    return first


CLIENTS: dict[str, Callable[[str, bytes, httpx.AsyncClient], Awaitable[float]]] = {
    "raw sockets": read_by_socket,
    "bare httpx": read_by_httpx,
    "httpx with JSON": parse_by_httpx,
}


@asynccontextmanager
async def pool() -> AsyncIterator[httpx.AsyncClient]:
    """One client, with few connections kept: a long list of them costs to the third power."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=KEPT_CONNECTIONS)
    # Nothing here speaks TLS: an empty context costs nothing.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    async with httpx.AsyncClient(
        verify=context, trust_env=False, timeout=TIMEOUT, limits=limits
    ) as client:
        yield client


async def bare_flood(name: str, root: str, body: bytes, count: int, _folder: Path) -> Run:
    """So many answers at once by the client of that name."""
    read, firsts = CLIENTS[name], list[float]()

    async def one(client: httpx.AsyncClient) -> None:
        began = trio.current_time()
        try:
            firsts.append(await read(root + ENDPOINT, body, client) - began)
        except httpx.TransportError:
            firsts.append(math.inf)

    async with pool() as client:
        await read(root + ENDPOINT, body, client)
        began, cpu = trio.current_time(), process_time()
        async with trio.open_nursery() as nursery:
            for _ in range(count):
                nursery.start_soon(one, client)
        return Run(process_time() - cpu, trio.current_time() - began, tuple(firsts))


async def ask_bare(
    root: str, body: bytes, requests: int, between: Callable[[], Awaitable[None]]
) -> None:
    """One request after the other, with something done between two."""
    async with pool() as client:
        for _ in range(requests):
            await read_by_httpx(root + ENDPOINT, body, client)
            await between()
