"""A service that hands out tokens behind real HTTP on loopback, as its script says."""

from __future__ import annotations

import base64
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from urllib.parse import parse_qs

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, parse_json_object
from zeroclaw_testing.authority_codes import CodeDesk, matches
from zeroclaw_testing.model_server.http import Exchange, ReceivedRequest, serve_connection
from zeroclaw_testing.model_server.reply import Reply, document_reply

__all__ = ["AuthorityRequest", "Poll", "ScriptedAuthority", "serve_authority"]

LOOPBACK = "127.0.0.1"
REQUESTS_KEPT = 1_000
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
EXCHANGE = "/copilot_internal/v2/token"
OWN_DEVICE = "/api/accounts/deviceauth"
VERIFIER = "verifier-of-the-service"
CHALLENGE = "g9keqs1WFdAtSGXt8wRKics5oF_lxus-WZbI-KOFGQI"


class Poll(Enum):
    """What the service says to one question whether the user has confirmed."""

    PENDING = "authorization_pending"
    SLOW_DOWN = "slow_down"
    DENIED = "access_denied"
    EXPIRED = "expired_token"


@frozen
class AuthorityRequest:
    """A request that came in; `form` has the texts of its body, and is empty when it has none."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    form: dict[str, str] = field(hash=False)

    def header(self, name: str) -> str | None:
        """The value of the first header of this name, in any case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), None)


@define(eq=False)
class ScriptedAuthority:
    """The running service; `serve_authority` opens it.

    `polls` are the answers until the user has confirmed; when they are used up, tokens come. A
    refresh gives a new refresh token; one that was used already is refused, and ends the login.
    Tokens are `access-1`, `refresh-1` and so on. With `error_status` 200 errors look as those of
    GitHub do; with `expires_in` None tokens have no end. `failures` are statuses of the next
    answers, whatever is asked; `granted` is the number of the last tokens. With an `account` a
    token of its own says whose they are, as OpenAI does. Without `own_codes` nobody is given a code
    in the way of OpenAI. `codes` says where a browser is sent.
    """

    origin: str
    polls: deque[Poll] = field(factory=deque)
    failures: deque[int] = field(factory=deque)
    expires_in: int | None = 3600
    interval: int = 5
    error_status: int = 400
    api: str = ""
    copilot_life: int = 1500
    is_revoked: bool = False
    granted: int = 0
    account: str = ""
    own_codes: bool = True
    codes: CodeDesk = field(factory=CodeDesk)
    requests: deque[AuthorityRequest] = field(factory=lambda: deque(maxlen=REQUESTS_KEPT))
    _exchanged: int = field(default=0, init=False)
    _challenge: str = field(default="", init=False)
    _client: str = field(default="", init=False)

    @property
    def paths(self) -> list[str]:
        """What was asked for, oldest first."""
        return [request.path for request in self.requests]

    def handle(self, received: ReceivedRequest) -> Exchange:
        """Record a request and decide its answer; see `model_server.http.Service`."""
        path = received.target.partition("?")[0]
        form = _form(received.body) or _texts(received.body)
        request = AuthorityRequest(received.method, path, received.headers, form)
        self.requests.append(request)
        reply = self._failure() or self._reply(request)
        return Exchange(reply, sent=trio.Event(), client_left=trio.Event())

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one accepted connection."""
        await serve_connection(stream, self)

    def _failure(self) -> Reply | None:
        if not self.failures:
            return None
        return document_reply(self.failures.popleft(), {"message": "scripted failure"})

    def _reply(self, request: AuthorityRequest) -> Reply:
        if request.path == EXCHANGE:
            return self._copilot_token(request)
        if request.method != "POST":
            return document_reply(404, {"message": "not found"})
        if request.path.endswith("/device/code"):
            return self._device_code(request.form)
        if request.path.startswith(OWN_DEVICE):
            return self._own_device(request.path.removeprefix(OWN_DEVICE), request.form)
        match request.form.get("grant_type"):
            case "refresh_token":
                return self._refreshed(request.form)
            case grant if grant == DEVICE_GRANT:
                return self._polled(request.form)
            case "authorization_code":
                problem = self.codes.take(request.form)
                return self._error(problem) if problem else self._tokens()
            case _:
                return self._error("unsupported_grant_type")

    def _device_code(self, form: dict[str, str]) -> Reply:
        if not form.get("client_id"):
            return self._error("invalid_client")
        self._challenge = form.get("code_challenge", "")
        return document_reply(
            200,
            {
                "device_code": "device-secret-1",
                "user_code": "ABCD-1234",
                "verification_uri": f"{self.origin}/device",
                "verification_uri_complete": f"{self.origin}/device?user_code=ABCD-1234",
                "interval": self.interval,
                "expires_in": 900,
            },
        )

    def _polled(self, form: dict[str, str]) -> Reply:
        if form.get("device_code") != "device-secret-1":
            return self._error("invalid_grant")
        if self._challenge and not matches(form.get("code_verifier", ""), self._challenge):
            return self._error("invalid_grant")
        if self.polls:
            return self._error(self.polls.popleft().value)
        return self._tokens()

    def _own_device(self, path: str, form: dict[str, str]) -> Reply:
        """The flow that only OpenAI has: a code for a code, with a verifier of the service."""
        if path == "/usercode":
            if not self.own_codes or not form.get("client_id"):
                return document_reply(404, {"detail": "Not Found"})
            self._client = form["client_id"]
            code: JsonObject = {
                "device_auth_id": "device-secret-1",
                "user_code": "ABCD-1234",
                "interval": str(self.interval),
                "expires_at": "2026-01-01T00:15:00.000000Z",
            }
            return document_reply(200, code)
        if form != {"device_auth_id": "device-secret-1", "user_code": "ABCD-1234"}:
            return _own_error(404, "deviceauth_not_found")
        if self.polls:
            poll = self.polls.popleft()
            return _own_error(429 if poll is Poll.SLOW_DOWN else 403, f"deviceauth_{poll.value}")
        redirect_url = f"{self.origin}/deviceauth/callback"
        return document_reply(
            200,
            {
                "status": "approved",
                "authorization_code": self.codes.give(self._client, redirect_url, CHALLENGE),
                "code_verifier": VERIFIER,
                "code_challenge": CHALLENGE,
            },
        )

    def _refreshed(self, form: dict[str, str]) -> Reply:
        if form.get("refresh_token") != f"refresh-{self.granted}":
            self.is_revoked = True
        if self.is_revoked:
            return self._error("invalid_grant")
        return self._tokens()

    def _tokens(self) -> Reply:
        self.granted += 1
        answer: dict[str, Json] = {
            "access_token": f"access-{self.granted}",
            "refresh_token": f"refresh-{self.granted}",
            "token_type": "bearer",
        }
        if self.account:
            answer["id_token"] = _id_token(self.account)
        if self.expires_in is not None:
            answer["expires_in"] = self.expires_in
        return document_reply(200, answer)

    def _copilot_token(self, request: AuthorityRequest) -> Reply:
        scheme, _, token = (request.header("authorization") or "").partition(" ")
        if scheme != "token" or not token or request.header("editor-version") is None:
            return document_reply(401, {"message": "Bad credentials"})
        self._exchanged += 1
        return document_reply(
            200,
            {
                "token": f"copilot-{self._exchanged}",
                "refresh_in": self.copilot_life,
                "endpoints": {"api": self.api},
            },
        )

    def _error(self, code: str) -> Reply:
        answer: JsonObject = {"error": code, "error_description": f"scripted: {code}"}
        return document_reply(self.error_status, answer)


@asynccontextmanager
async def serve_authority() -> AsyncIterator[ScriptedAuthority]:
    """Serve until the block is left; leaving closes every connection at once."""
    listeners = await trio.open_tcp_listeners(0, host=LOOPBACK)
    port = listeners[0].socket.getsockname()[1]
    authority = ScriptedAuthority(f"http://{LOOPBACK}:{port}")
    opening = trio.open_nursery()
    nursery = await opening.__aenter__()
    nursery.start_soon(trio.serve_listeners, authority.serve, listeners)
    try:
        yield authority
    finally:
        # Leaving by hand keeps an exception of the block bare, where a nursery would wrap it.
        nursery.cancel_scope.cancel()
        await opening.__aexit__(None, None, None)


def _form(body: bytes) -> dict[str, str]:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return {}
    return {name: values[0] for name, values in parse_qs(text).items()}


def _texts(body: bytes) -> dict[str, str]:
    try:
        fields = parse_json_object(body)
    except InvalidJson:
        return {}
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def _own_error(status: int, code: str) -> Reply:
    error: JsonObject = {"message": f"scripted: {code}", "type": "invalid_request_error"}
    return document_reply(status, {"error": {**error, "param": None, "code": code}})


def _id_token(account: str) -> str:
    claims = json.dumps({"https://api.openai.com/auth": {"chatgpt_account_id": account}})
    payload = base64.urlsafe_b64encode(claims.encode()).rstrip(b"=").decode()
    return f"e30.{payload}.c2ln"
