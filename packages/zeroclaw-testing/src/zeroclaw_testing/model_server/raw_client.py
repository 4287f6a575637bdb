"""A client that hears every byte a server sends, however broken."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import trio
from attrs import frozen

from zeroclaw_api.json import Json, JsonObject, parse_json_object

__all__ = ["RawAnswer", "chat_request", "hear", "post_chat"]

READ_SIZE = 64 * 1024
HELLO: JsonObject = {"role": "user", "content": "Hello"}


@frozen
class RawAnswer:
    """What came back on one connection.

    `pieces` are the chunks of a chunked body, else the body as one. `complete` says whether the
    body ended as its framing promised; without framing it is None, since nobody can tell.
    """

    raw: bytes
    status: int
    headers: dict[str, str]
    pieces: tuple[bytes, ...]
    complete: bool | None
    reset: bool

    @property
    def body(self) -> bytes:
        """The pieces, joined."""
        return b"".join(self.pieces)

    @property
    def json(self) -> JsonObject:
        """The body, when it is one JSON object. Raises `InvalidJson`."""
        return parse_json_object(self.body)


def chat_request(url: str, **fields: Json) -> bytes:
    """A chat completion request that says hello, with these fields added or replaced."""
    body: dict[str, Json] = {"model": "m", "stream": True, "messages": [HELLO], **fields}
    data = json.dumps({key: value for key, value in body.items() if value is not None}).encode()
    return (
        f"POST {urlsplit(url).path}/chat/completions HTTP/1.1\r\nHost: model\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        "Connection: close\r\n\r\n"
    ).encode() + data


async def post_chat(url: str, **fields: Json) -> RawAnswer:
    """Ask for a chat completion on a connection of its own; a field of None is left out."""
    return await hear(url, chat_request(url, **fields))


async def hear(url: str, request: bytes) -> RawAnswer:
    """Send these bytes, then read until the server closes the connection."""
    address = urlsplit(url)
    received = bytearray()
    reset = False
    async with await trio.open_tcp_stream(address.hostname or "", address.port or 80) as stream:
        try:
            await stream.send_all(request)
            while data := await stream.receive_some(READ_SIZE):
                received += data
        except trio.BrokenResourceError:
            reset = True
    return _parsed(bytes(received), reset)


def _parsed(raw: bytes, reset: bool) -> RawAnswer:
    head, _, rest = raw.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    status = int(status_line.split(" ")[1]) if status_line else 0
    complete: bool | None = None
    pieces: tuple[bytes, ...] = (rest,)
    if headers.get("transfer-encoding") == "chunked":
        pieces, complete = _chunks(rest)
    elif "content-length" in headers:
        complete = len(rest) == int(headers["content-length"])
    return RawAnswer(raw, status, headers, pieces, complete, reset)


def _chunks(data: bytes) -> tuple[tuple[bytes, ...], bool]:
    pieces: list[bytes] = []
    while data:
        size_line, _, rest = data.partition(b"\r\n")
        size = int(size_line, 16)
        if size == 0:
            return tuple(pieces), rest == b"\r\n"
        pieces.append(rest[:size])
        data = rest[size + 2 :]
    return tuple(pieces), False
