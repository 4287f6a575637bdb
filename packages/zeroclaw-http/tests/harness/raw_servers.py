"""Servers that say exactly the bytes a test wants, certificates, answers of a resolver."""

import socket
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

import trio
from attrs import define, field, frozen

Handler: TypeAlias = Callable[[trio.abc.Stream, bytes], Awaitable[None]]


@define(eq=False)
class RawServer:
    """`requests` holds heads with bodies as they came; `ended` counts closed connections."""

    host: str
    port: int
    scheme: str
    handler: Handler
    requests: list[bytes] = field(factory=list)
    connections: int = 0
    ended: int = 0
    _one_ended: trio.Event = field(factory=trio.Event)

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    async def ends(self, count: int) -> None:
        """Wait until that many connections have ended."""
        while self.ended < count:
            await self._one_ended.wait()

    async def serve(self, stream: trio.abc.Stream) -> None:
        self.connections += 1
        try:
            while (request := await self._request(stream)) is not None:
                self.requests.append(request)
                await self.handler(stream, request)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return
        finally:
            self.ended += 1
            self._one_ended.set()
            self._one_ended = trio.Event()
            with trio.move_on_after(1, shield=True):
                await trio.aclose_forcefully(stream)

    async def _request(self, stream: trio.abc.Stream) -> bytes | None:
        data = b""
        while b"\r\n\r\n" not in data or len(data) < _whole_length(data):
            more = await stream.receive_some(65536)
            if not more:
                return None
            data += more
        return data


def _whole_length(data: bytes) -> int:
    head, _, _ = data.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(head) + 4 + int(line.partition(b":")[2])
    return 0


Serving: TypeAlias = Callable[..., AbstractAsyncContextManager[RawServer]]


@frozen
class SelfSigned:
    """A certificate that nobody vouches for."""

    certificate: str
    server_context: ssl.SSLContext


def make_self_signed(folder: Path, names: str) -> SelfSigned:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=kit.test", "-addext", f"subjectAltName={names}"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return SelfSigned(str(certificate), context)


@define
class Names(trio.abc.HostnameResolver):
    """Answers from a table, a list of answers for each name; the last one stays. Keeps count."""

    table: dict[str, list[list[str]]]
    asked: list[str] = field(factory=list)

    async def getaddrinfo(  # type: ignore[override]
        self, host: bytes, port: int, *_more: int
    ) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
        name = host.decode()
        self.asked.append(name)
        if name not in self.table:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        answers = self.table[name]
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in addresses
        ]

    async def getnameinfo(self, *_which: object) -> tuple[str, str]:
        raise NotImplementedError


Install: TypeAlias = Callable[[dict[str, list[list[str]]]], Names]
