"""A model server for load, in a process of its own: fixed answers, one loop, no task a stream.

The scripted model server costs more than the clients measured here, so it would be the bottleneck.
The path of a request says what it gets: `/20/10/v1/chat/completions` twenty deltas 10 ms apart,
`/calls/shell/v1/chat/completions` one call of that tool at a time, ten in a turn. `/report` tells
what happened since it was last asked. All times are those of the clock that processes share.
"""

from __future__ import annotations

import heapq
import json
import select
import socket
import sys
from collections.abc import Sequence
from functools import cache
from itertools import count
from statistics import quantiles
from time import monotonic, process_time

from attrs import Factory, define

from zeroclaw_api.json import Json
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server import Completion, ModelCall, OpenAIChat

__all__ = ["CALLS_IN_A_TURN"]

CALLS_IN_A_TURN = 10
WORD = "word "
BACKLOG = 4096
READ_SIZE = 64 * 1024
LAST_CHUNK = b"0\r\n\r\n"
HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@define(eq=False)
class Connection:
    """One client: what it has sent of a request, what is still to be sent to it."""

    peer: socket.socket
    received: bytearray = Factory(bytearray)
    writes: tuple[bytes, ...] = ()
    written: int = 0
    interval: float = 0.0
    arrived: float = 0.0


@define
class Report:
    """When each request was there whole, when its answer ended; how late the writes were."""

    cpu_at_start: float = Factory(process_time)
    exchanges: list[Json] = Factory(list)
    late: list[float] = Factory(list)
    body: str = ""

    def document(self) -> bytes:
        """As JSON; the lateness in seconds, the CPU seconds used meanwhile."""
        late = self.late if len(self.late) > 1 else [0.0, 0.0]
        return json.dumps(
            {
                "exchanges": self.exchanges,
                "body": self.body,
                "writes": len(self.late),
                "late_p95": quantiles(late, n=20)[-1],
                "late_longest": max(late),
                "cpu": process_time() - self.cpu_at_start,
            }
        ).encode()


def call_arguments(tool: str, number: int) -> str:
    """The arguments of the call of that number; no two are the same, as a loop's would be."""
    if tool == "shell":
        return json.dumps({"command": f"true # {number}"})
    return json.dumps({"expression": f"{number} + 1"})


@cache
def writes_of(first: str, second: str, results: int) -> tuple[bytes, ...]:
    """What is sent, write by write: the head, each delta, then all of the end at once."""
    if first == "calls" and results < CALLS_IN_A_TURN:
        call = ToolCallDelta(0, f"w{results}", second, call_arguments(second, results))
        return _writes([call], FinishReason.TOOL_USE)
    deltas = 1 if first == "calls" else int(first)
    return _writes([TextDelta(WORD)] * deltas, FinishReason.STOP)


def _writes(deltas: Sequence[StreamEvent], reason: FinishReason) -> tuple[bytes, ...]:
    call = ModelCall(model="m", stream=True, usage_wanted=True, messages=())
    encoder = OpenAIChat().encoder(Completion(()), call)
    ending: tuple[StreamEvent, ...] = (Finish(reason), Usage(100, len(deltas)))
    sent = [_chunk(encoder.event(delta)) for delta in deltas]
    end = b"".join([*(_chunk(encoder.event(event)) for event in ending), _chunk(encoder.end())])
    return (HEAD, *sent, end + LAST_CHUNK)


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


class Server:
    """Accepts, reads, writes what is due; nothing else happens between two turns of its loop."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._poll = select.epoll()
        self._poll.register(listener, select.EPOLLIN)
        self._connections: dict[int, Connection] = {}
        self._due: list[tuple[float, int, Connection]] = []
        self._order = count()
        self._report = Report()

    def serve(self) -> None:
        """Until the process is ended."""
        while True:
            wait = max(0.0, self._due[0][0] - monotonic()) if self._due else None
            for number, _ in self._poll.poll(wait):
                if number == self._listener.fileno():
                    self._accept()
                else:
                    self._read(self._connections[number])
            now = monotonic()
            while self._due and self._due[0][0] <= now:
                due, _, connection = heapq.heappop(self._due)
                self._report.late.append(now - due)
                self._write(connection, due)

    def _accept(self) -> None:
        try:
            peer, _ = self._listener.accept()
        except BlockingIOError:
            return
        peer.setblocking(False)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connections[peer.fileno()] = Connection(peer)
        self._poll.register(peer, select.EPOLLIN)

    def _read(self, connection: Connection) -> None:
        try:
            data = connection.peer.recv(READ_SIZE)
        except ConnectionResetError:
            data = b""
        if not data:
            self._forget(connection)
            return
        connection.received += data
        head, blank, body = connection.received.partition(b"\r\n\r\n")
        if blank and len(body) >= _length(bytes(head)):
            connection.arrived = monotonic()
            connection.received.clear()
            self._answer(connection, head.split(b" ", 2)[1].decode(), bytes(body))

    def _answer(self, connection: Connection, path: str, body: bytes) -> None:
        _, first, *rest = path.split("/")
        if first == "report":
            document, self._report = self._report.document(), Report()
            connection.peer.setblocking(True)
            connection.peer.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(document), document)
            )
            connection.peer.setblocking(False)
            return
        self._report.body = body.decode()
        results = body.count(b'"role":"tool"') if first == "calls" else 0
        connection.writes = writes_of(first, rest[0], results)
        connection.written = 0
        connection.interval = 0.0 if first == "calls" else int(rest[0]) / 1000
        self._write(connection, connection.arrived)

    def _write(self, connection: Connection, due: float) -> None:
        """Send the next piece. The end follows the last delta at once, in a write of its own."""
        if connection.peer.fileno() < 0:
            return
        is_last = connection.written == len(connection.writes) - 1
        if is_last:
            self._report.exchanges.append([connection.arrived, monotonic()])
        data = connection.writes[connection.written]
        try:
            sent = connection.peer.send(data)
        except (BrokenPipeError, ConnectionResetError):
            self._forget(connection)
            return
        assert sent == len(data), "a whole answer fits into the buffer of a socket"
        connection.written += 1
        if not is_last:
            before_end = connection.written == len(connection.writes) - 1
            later = due if before_end else due + connection.interval
            heapq.heappush(self._due, (later, next(self._order), connection))

    def _forget(self, connection: Connection) -> None:
        number = connection.peer.fileno()
        if number >= 0:
            self._poll.unregister(number)
            del self._connections[number]
            connection.peer.close()


@cache
def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


def main() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        listener.setblocking(False)
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        Server(listener).serve()


if __name__ == "__main__":
    main()
