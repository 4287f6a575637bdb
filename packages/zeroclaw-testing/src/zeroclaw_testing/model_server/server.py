"""A model behind real HTTP on loopback that answers as its script says."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

import trio
from attrs import field, frozen

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, parse_json_object
from zeroclaw_testing.model_server.dialect import Dialect, ModelCall
from zeroclaw_testing.model_server.http import Exchange, ReceivedRequest, serve_connection
from zeroclaw_testing.model_server.openai_chat import OpenAIChat
from zeroclaw_testing.model_server.reply import Reply, document_reply, planned
from zeroclaw_testing.model_server.script import Answer

__all__ = ["ModelServer", "RecordedRequest", "Responder", "serve_model"]

LOOPBACK = "127.0.0.1"
REQUESTS_KEPT = 10_000
REFUSED = "invalid_request_error"


@frozen(eq=False)
class RecordedRequest:
    """A request that came in, with what became of it.

    `arrived_at` is on trio's clock. `json` is None when the body is no JSON object, `call` is
    None when no model was asked. `client_left` is set when the client went away before the
    answer was whole, `answered` when all of it was handed to the network.
    """

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    json: JsonObject | None
    call: ModelCall | None
    arrived_at: float
    client_left: trio.Event = field(factory=trio.Event)
    answered: trio.Event = field(factory=trio.Event)

    def header(self, name: str) -> str | None:
        """The value of the first header of this name, in any case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), None)


Responder: TypeAlias = Callable[[RecordedRequest], Answer]


class ModelServer:
    """The running server; `serve_model` opens it.

    Each request takes the next queued answer; when there is none, the responder is asked. A
    request that neither answers is refused with a message that says so, as is one that a strict
    provider would refuse: those take no answer.
    """

    def __init__(
        self,
        port: int,
        *,
        respond: Responder | None,
        models: Sequence[str],
        dialects: Sequence[Dialect],
        strict: bool,
    ) -> None:
        self._port = port
        self._respond = respond
        self._models = tuple(models)
        self._dialects = tuple(dialects)
        self._strict = strict
        self._answers: deque[Answer] = deque()
        self._requests: deque[RecordedRequest] = deque(maxlen=REQUESTS_KEPT)
        self._request_count = 0
        self._open_connections = 0
        self._refusals_left = 0
        self._changed = trio.Event()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://{LOOPBACK}:{self._port}"

    @property
    def url(self) -> str:
        """The endpoint as an OpenAI client wants it."""
        return f"{self.origin}/v1"

    @property
    def requests(self) -> tuple[RecordedRequest, ...]:
        """What came in, oldest first; the last 10,000."""
        return tuple(self._requests)

    @property
    def open_connections(self) -> int:
        """Connections that are open now, idle ones included."""
        return self._open_connections

    @property
    def answers_left(self) -> int:
        """Queued answers that no request has taken."""
        return len(self._answers)

    def answer(self, *answers: Answer) -> None:
        """Queue answers, one for each request."""
        self._answers.extend(answers)

    def refuse_connections(self, count: int) -> None:
        """Close the next so many connections as soon as they are made."""
        self._refusals_left += count

    async def wait_for_requests(self, count: int) -> tuple[RecordedRequest, ...]:
        """Wait until so many requests have come in since the start; returns those kept."""
        while self._request_count < count:
            await self._changed.wait()
        return self.requests

    async def wait_for_open_connections(self, count: int) -> None:
        """Wait until exactly so many connections are open."""
        while self._open_connections != count:
            await self._changed.wait()

    def handle(self, request: ReceivedRequest) -> Exchange:
        """Record a request and decide its reply."""
        path = request.target.partition("?")[0]
        dialect = next((d for d in self._dialects if d.claims(request.method, path)), None)
        body = _object_or_none(request.body)
        recorded = RecordedRequest(
            method=request.method,
            path=request.target,
            headers=request.headers,
            body=request.body,
            json=body,
            call=None if dialect is None or body is None else dialect.call(path, body),
            arrived_at=trio.current_time(),
        )
        self._requests.append(recorded)
        self._request_count += 1
        self._note_change()
        if dialect is None:
            reply = self._without_model(request.method, path)
        else:
            reply = self._with_model(recorded, dialect)
        return Exchange(reply, sent=recorded.answered, client_left=recorded.client_left)

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one accepted connection."""
        if self._refusals_left:
            self._refusals_left -= 1
            await stream.aclose()
            return
        self._open_connections += 1
        self._note_change()
        try:
            await serve_connection(stream, self)
        finally:
            self._open_connections -= 1
            self._note_change()

    def _with_model(self, recorded: RecordedRequest, dialect: Dialect) -> Reply:
        if recorded.json is None or recorded.call is None:
            return document_reply(
                400, dialect.error("the body is not one JSON object", REFUSED, None)
            )
        problems = dialect.problems(recorded.json) if self._strict else ()
        if problems:
            return document_reply(400, dialect.error("; ".join(problems), REFUSED, None))
        if self._answers:
            return planned(self._answers.popleft(), dialect, recorded.call)
        if self._respond is not None:
            return planned(self._respond(recorded), dialect, recorded.call)
        message = f"the script has no answer for request {self._request_count}"
        return document_reply(400, dialect.error(message, REFUSED, "script_exhausted"))

    def _without_model(self, method: str, path: str) -> Reply:
        for dialect in self._dialects:
            listing = dialect.listing(method, path, self._models)
            if isinstance(listing, dict):
                return document_reply(200, listing)
        message = f"unknown request URL: {method} {path}"
        error: dict[str, Json] = {"message": message, "type": REFUSED, "code": "unknown_url"}
        return document_reply(404, {"error": error})

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


@asynccontextmanager
async def serve_model(
    respond: Responder | None = None,
    *,
    models: Sequence[str] = ("scripted-model",),
    dialects: Sequence[Dialect] = (OpenAIChat(),),
    strict: bool = True,
    port: int = 0,
) -> AsyncIterator[ModelServer]:
    """Serve until the block is left; leaving closes every connection at once.

    With `strict`, requests that a strict provider would refuse are refused.
    """
    listeners = await trio.open_tcp_listeners(port, host=LOOPBACK)
    server = ModelServer(
        listeners[0].socket.getsockname()[1],
        respond=respond,
        models=models,
        dialects=dialects,
        strict=strict,
    )
    opening = trio.open_nursery()
    nursery = await opening.__aenter__()
    nursery.start_soon(trio.serve_listeners, server.serve, listeners)
    try:
        yield server
    finally:
        # Leaving by hand keeps an exception of the block bare: the nursery would wrap it in a
        # group, and a test could no longer expect it by its type.
        nursery.cancel_scope.cancel()
        await opening.__aexit__(None, None, None)


def _object_or_none(body: bytes) -> JsonObject | None:
    if not body:
        return None
    try:
        return parse_json_object(body)
    except InvalidJson:
        return None
