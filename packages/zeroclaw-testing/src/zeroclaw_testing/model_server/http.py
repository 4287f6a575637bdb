"""One HTTP/1.1 connection: requests in, planned replies out."""

from __future__ import annotations

import socket
import struct
from enum import Enum
from http import HTTPStatus
from typing import Protocol, assert_never

import h11
import trio
from attrs import define, field, frozen

from zeroclaw_testing.model_server.reply import Reply, document_reply
from zeroclaw_testing.model_server.script import Framing, Pause, Silence
from zeroclaw_testing.model_server.wire_steps import HangUp

__all__ = ["Exchange", "ReceivedRequest", "Service", "serve_connection"]

READ_SIZE = 64 * 1024
MAX_REQUEST_BODY = 64 * 1024 * 1024
RESET_ON_CLOSE = struct.pack("ii", 1, 0)


@frozen
class ReceivedRequest:
    """A request as it came off the wire; header names are in lower case."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@frozen(eq=False)
class Exchange:
    """A reply with the two ends it may come to: sent whole, or the client went away before."""

    reply: Reply
    sent: trio.Event
    client_left: trio.Event


class Service(Protocol):
    """What answers requests.

    It is not a connection: each of them calls it, one request after the other. It must not wait.
    """

    def handle(self, request: ReceivedRequest) -> Exchange:
        """Decide what this request gets."""


async def serve_connection(stream: trio.SocketStream, service: Service) -> None:
    """Serve one connection until either side ends it.

    A client that shuts down its sending side counts as gone.
    """
    connection = _Connection(stream, service)
    try:
        async with stream:
            await connection.serve()
    except trio.BrokenResourceError:
        # The peer tore the connection down between two requests; there is nobody to tell.
        return


class _Ending(Enum):
    WHOLE = "whole"
    HUNG_UP = "hung_up"
    CLIENT_LEFT = "client_left"


@define(eq=False)
class _Connection:
    _stream: trio.SocketStream
    _service: Service
    _protocol: h11.Connection = field(factory=lambda: h11.Connection(h11.SERVER), init=False)

    async def serve(self) -> None:
        """Answer requests as long as the connection lives."""
        while True:
            try:
                request = await self._next_request()
            except h11.RemoteProtocolError as error:
                await self._refuse(error)
                return
            if request is None:
                return
            if not await self._answer(self._service.handle(request)):
                return
            if self._protocol.our_state is not h11.DONE:
                return
            if self._protocol.their_state is not h11.DONE:
                return
            self._protocol.start_next_cycle()

    async def _next_request(self) -> ReceivedRequest | None:
        head: h11.Request | None = None
        body = bytearray()
        while True:
            event = self._protocol.next_event()
            if event is h11.NEED_DATA:
                await self._read()
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > MAX_REQUEST_BODY:
                    raise h11.RemoteProtocolError("the request is too large", 413)
            elif isinstance(event, h11.EndOfMessage) and head is not None:
                return ReceivedRequest(
                    method=head.method.decode("latin-1"),
                    target=head.target.decode("latin-1"),
                    headers=tuple(
                        (name.decode("latin-1"), value.decode("latin-1"))
                        for name, value in head.headers
                    ),
                    body=bytes(body),
                )
            else:
                return None

    async def _read(self) -> None:
        if self._protocol.they_are_waiting_for_100_continue:
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue")
            await self._stream.send_all(self._protocol.send(go_on) or b"")
        self._protocol.receive_data(await self._stream.receive_some(READ_SIZE))

    async def _refuse(self, error: h11.RemoteProtocolError) -> None:
        if self._protocol.our_state is not h11.IDLE and (
            self._protocol.our_state is not h11.SEND_RESPONSE
        ):
            return
        refusal = {"error": {"message": str(error), "type": "invalid_request_error"}}
        reply = document_reply(error.error_status_hint, refusal)
        await _Sender(self._stream, self._protocol, reply).run()

    async def _answer(self, exchange: Exchange) -> bool:
        """Send the reply while watching for the client to leave; True when it went out whole."""
        ending = _Ending.CLIENT_LEFT
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, nursery.cancel_scope)
            ending = await _Sender(self._stream, self._protocol, exchange.reply).run()
            nursery.cancel_scope.cancel()
        match ending:
            case _Ending.WHOLE:
                exchange.sent.set()
            case _Ending.CLIENT_LEFT:
                exchange.client_left.set()
            case _Ending.HUNG_UP:
                pass
            case _:
                assert_never(ending)
        return ending is _Ending.WHOLE

    async def _watch(self, answering: trio.CancelScope) -> None:
        received = 0
        while received < MAX_REQUEST_BODY:
            try:
                data = await self._stream.receive_some(READ_SIZE)
            except trio.BrokenResourceError:
                data = b""
            if not data:
                answering.cancel()
                return
            received += len(data)
            self._protocol.receive_data(data)


@define(eq=False)
class _Sender:
    """Carries out one reply."""

    _stream: trio.SocketStream
    _protocol: h11.Connection
    _reply: Reply
    _due: float = field(factory=trio.current_time, init=False)

    async def run(self) -> _Ending:
        """Send it all, as far as the script and the client let it."""
        try:
            if self._reply.hold is not None:
                await self._wait(self._reply.hold)
            framing = self._framing
            await self._send(self._head())
            for step in self._reply.steps:
                match step:
                    case bytes():
                        await self._send(self._framed(step, framing))
                    case Pause() | Silence():
                        await self._wait(step)
                    case HangUp(reset):
                        self._hang_up(reset)
                        return _Ending.HUNG_UP
                    case _:
                        assert_never(step)
            await self._send(self._end())
        except trio.BrokenResourceError:
            return _Ending.CLIENT_LEFT
        return _Ending.WHOLE

    async def _send(self, data: bytes) -> None:
        if data:
            await self._stream.send_all(data)

    async def _wait(self, step: Pause | Silence) -> None:
        match step:
            case Pause(seconds):
                self._due += seconds
                await trio.sleep_until(self._due)
                return
            case Silence(until):
                if until is None:
                    await trio.sleep_forever()
                else:
                    await until.wait()
            case _:
                assert_never(step)
        self._due = trio.current_time()

    def _hang_up(self, reset: bool) -> None:
        if reset:
            self._stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)

    @property
    def _framing(self) -> Framing:
        """A client of HTTP/1.0 knows no chunks: there the end of the connection is the end."""
        framing = self._reply.framing
        old = self._protocol.their_http_version == b"1.0"
        return Framing.UNTIL_CLOSE if old and framing is Framing.CHUNKED else framing

    def _head(self) -> bytes:
        headers = list(self._reply.headers)
        reason = _phrase(self._reply.status)
        if self._framing is Framing.UNTIL_CLOSE:
            lines = [f"HTTP/1.1 {self._reply.status} {reason}"]
            lines += [f"{name}: {value}" for name, value in (*headers, ("Connection", "close"))]
            return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
        return self._protocol.send(
            h11.Response(status_code=self._reply.status, headers=headers, reason=reason)
        )

    def _framed(self, data: bytes, framing: Framing) -> bytes:
        match framing:
            case Framing.UNTIL_CLOSE:
                return data
            case Framing.CHUNKED:
                # By hand, since this runs for every delta of a benchmark.
                return b"%x\r\n%b\r\n" % (len(data), data) if data else b""
            case Framing.LENGTH:
                return self._protocol.send(h11.Data(data=data))
            case _:
                assert_never(framing)

    def _end(self) -> bytes:
        if self._framing is Framing.UNTIL_CLOSE:
            return b""
        return self._protocol.send(h11.EndOfMessage())


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else "Scripted"
