"""What several edges need from below, as contracts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject

__all__ = [
    "Clock",
    "DirectoryEntry",
    "Http",
    "HttpRequest",
    "HttpResponse",
    "LoginToken",
    "Logins",
    "Secrets",
    "Validator",
    "Violation",
    "Words",
    "Workspace",
]


class Clock(Protocol):
    """The time of day; deadlines use trio's own clock.

    It is not a timer and never waits; anyone may call it, and it needs no closing.
    Fake: `zeroclaw_testing.ManualClock`. Kit: `zeroclaw_testing.kits.services`.
    """

    def now(self) -> datetime:
        """The current time, aware, in UTC."""


class Secrets(Protocol):
    """Values that never appear in a config file, a log or a prompt.

    It is not a store that edges write to. Edges call it while they are built; it never waits and
    needs no closing. Fake: `zeroclaw_testing.FixedSecrets`. Kit: `zeroclaw_testing.kits.services`.
    """

    def get(self, name: str) -> str | None:
        """The secret, or None when there is none of that name."""


@frozen
class LoginToken:
    """What shows a service that a user logged in; `account` is empty where it has no name."""

    access: str = field(repr=False)
    account: str = ""


class Logins(Protocol):
    """Tokens of services that the user logged in to.

    It asks no person: where nobody is logged in, its error says how to. Providers call it, many
    tasks at once, whenever they need a token; it waits while one is renewed, can be cancelled and
    needs no closing. Fake: `zeroclaw_testing.FixedLogins`. Kit: `zeroclaw_testing.kits.services`.
    """

    async def token(self, login: str) -> LoginToken:
        """A token that is good for now. Raises a `ZeroClawError` that says what to do."""

    async def renewed(self, login: str, refused: str) -> LoginToken:
        """Another token than the one that its service refused before its end.

        Where somebody has renewed it by now, that one is given. Raises a `ZeroClawError` that says
        what to do.
        """


class Words(Protocol):
    """Sentences for people, in their language.

    It is not for logs or for models: those are English. Anyone may call it; it never waits and
    needs no closing. Fake: `zeroclaw_testing.PlainWords`. Kit: `zeroclaw_testing.kits.services`.
    """

    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        """The sentence, or None when this language has none for the key."""


@frozen
class Violation:
    """One way in which arguments do not fit: where (`a.b[2]`), and what is wrong."""

    where: str
    problem: str


class Validator(Protocol):
    """Checks arguments against a JSON Schema.

    It is not a coercion: it changes nothing. The gate calls it before any policy sees the call;
    it never waits and needs no closing. Implementation: `zeroclaw_runtime.SubsetValidator`, for
    the schemas that function tools generate. Kit: `zeroclaw_testing.kits.services`.
    """

    def unsupported(self, schema: JsonObject) -> tuple[Violation, ...]:
        """What in the schema this validator cannot check; asked once, when a tool is added."""

    def violations(self, schema: JsonObject, value: Json) -> tuple[Violation, ...]:
        """Every way in which the value does not fit; empty when it fits."""


@frozen
class HttpRequest:
    """One request. `timeout` bounds connecting and each wait for bytes, in seconds."""

    method: str
    url: str
    headers: Mapping[str, str] = field(factory=dict, hash=False)
    body: bytes = b""
    timeout: float = 30.0


class HttpResponse(Protocol):
    """An answer whose body is still coming.

    It is not kept after its `async with`. One task reads it; reading waits and can be
    cancelled. Fake: `zeroclaw_testing.FakeHttp`. Kit: `zeroclaw_testing.kits.services`.
    """

    @property
    def status(self) -> int:
        """The HTTP status."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Names in lower case."""

    def chunks(self) -> AsyncIterator[bytes]:
        """The body, decompressed, as it arrives."""

    async def read(self, limit: int) -> bytes:
        """The whole body; raises a `ZeroClawError` when it is longer than `limit` bytes."""


class Http(Protocol):
    """A client with the address guard and the pool rules of the project.

    It is not a session with cookies, and follows no redirect on its own. Edges call it, many
    tasks at once. Leaving the response's `async with`, by cancellation too, gives the connection
    back or closes it. Fake: `zeroclaw_testing.FakeHttp`. Kit: `zeroclaw_testing.kits.services`.
    """

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        """Send; entering waits for the headers and raises a `ZeroClawError` when it fails."""


@frozen
class DirectoryEntry:
    """One name in a folder. `size` in bytes."""

    name: str
    is_directory: bool
    size: int


class Workspace(Protocol):
    """Files beneath one root, or beneath several, whatever a path or link says.

    It is not a general file system: a path that leads outside raises `PathOutside`, also by a
    link swapped meanwhile; a link to something inside works. What a rule closes raises
    `PathForbidden`. Relative paths start at `root`; `~` at the start is the user's home, outside
    as a rule; everything else in a path is a plain name, never decoded. Tools call it, also from
    worker threads: every method blocks and none can be cancelled, so each handles one bounded
    piece.
    Implementation: `zeroclaw_runtime.open_workspace`. Fake: `zeroclaw_testing.InMemoryWorkspace`.
    Kit: `zeroclaw_testing.kits.services`.
    """

    @property
    def root(self) -> str:
        """The absolute path where relative paths start, for messages and for commands."""

    def read(self, path: str, offset: int, limit: int) -> bytes:
        """At most `limit` bytes from `offset`. Raises a `WorkspaceError`."""

    def write(self, path: str, data: bytes) -> None:
        """Replace the file whole or not at all, making its folders. Raises a `WorkspaceError`."""

    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        """The names in a folder, sorted. Raises a `WorkspaceError`."""
