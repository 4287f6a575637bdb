"""Turns that call tools, watched from the model's side, in the files, in the database."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

import trio
from attrs import define, field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import Answer, ModelServer, RecordedRequest, request_problems

__all__ = [
    "Asked",
    "ScriptedTurns",
    "Stored",
    "configure",
    "in_history",
    "marks_in",
    "messages_of",
    "stored_of",
    "text_of",
    "workspace_of",
]

NAME: Final = re.compile(r"\b[a-z]+-\d{4}\b")
"""What a message of these tests is called; its text holds its name."""

CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "{uri}"
model = "some-model"
[risk_profiles.default]
level = "{level}"
high_risk = "ask"
[agents.main]
model_provider = "custom.home"
risk_profile = "default"
"""

Asked: TypeAlias = tuple[str, int]
"""The name of the message that is answered, with how many results its turn has so far."""


def configure(home: Path, server: ModelServer, level: str = "full") -> None:
    """Write a config that lets the one agent act."""
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(CONFIG.format(uri=server.url, level=level))


def marks_in(home: Path) -> Counter[str]:
    """How often each shell command has run, when it writes its name to the file `marks`."""
    with suppress(FileNotFoundError):
        return Counter((workspace_of(home) / "marks").read_text().split())
    return Counter()


def workspace_of(home: Path) -> Path:
    """Where the agent works."""
    return home / "agents" / "main" / "workspace"


@define(eq=False)
class ScriptedTurns:
    """A model that answers by the name of the last message, and remembers what it was asked."""

    plan: Callable[[str, int], Answer]
    asked: dict[Asked, list[RecordedRequest]] = field(factory=dict)
    _changed: trio.Event = field(factory=trio.Event)

    def respond(self, request: RecordedRequest) -> Answer:
        """The responder of the server."""
        name, results = _position(messages_of(request))
        self.asked.setdefault((name, results), []).append(request)
        self._changed.set()
        self._changed = trio.Event()
        return self.plan(name, results)

    async def request(self, name: str, results: int) -> RecordedRequest:
        """Wait for such a request."""
        while (name, results) not in self.asked:
            await self._changed.wait()
        return self.asked[name, results][-1]

    def problems(self) -> dict[Asked, tuple[str, ...]]:
        """What a strict provider would refuse of all that was asked."""
        judged = {
            key: request_problems(request.json or {})
            for key, requests in self.asked.items()
            for request in requests
        }
        return {key: problems for key, problems in judged.items() if problems}


def messages_of(request: RecordedRequest) -> tuple[JsonObject, ...]:
    """The messages of a request."""
    found = dig(request.json, "messages")
    assert isinstance(found, list)
    return tuple(message for message in found if isinstance(message, dict))


def in_history(messages: Sequence[JsonObject]) -> dict[str, list[JsonObject]]:
    """What follows each message of a user, by its name; nothing follows one that was not answered.

    What was never answered may stand before the next one in the same message.
    """
    found: dict[str, list[JsonObject]] = {}
    last: list[JsonObject] = []
    for message in messages:
        if message["role"] == "user":
            for name in NAME.findall(text_of(message)):
                last = found[name] = []
        elif message["role"] != "system":
            last.append(message)
    return found


def _position(messages: Sequence[JsonObject]) -> Asked:
    history = in_history(messages)
    name = list(history)[-1]
    return name, sum(message["role"] == "tool" for message in history[name])


@frozen
class Stored:
    """What the database knows of one message; `states` are those of its turn's open calls."""

    integrity: str = "ok"
    session_id: str | None = None
    is_waiting: bool = False
    is_open: bool = False
    states: tuple[str, ...] = ()

    @property
    def session_key(self) -> str | None:
        """The session as the command line names it."""
        return None if self.session_id is None else self.session_id.partition("/")[2]


def stored_of(home: Path, name: str) -> Stored:
    """Look into a copy, so that whoever opens the database next finds it as it was left."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (home / "data").glob("state.db*"):
            if file.is_file():
                shutil.copy(file, folder)
        copy = Path(folder, "state.db")
        if not copy.exists():
            return Stored()
        with closing(sqlite3.connect(copy)) as connection:
            return _look(connection, name)


def _look(connection: sqlite3.Connection, name: str) -> Stored:
    (integrity,) = connection.execute("PRAGMA integrity_check").fetchone()
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not {"accepted", "messages", "turns", "calls"} <= tables:
        return Stored(integrity)
    wanted = (f"%{name}%",)
    waiting = connection.execute(
        "SELECT session_id FROM accepted WHERE form LIKE ?", wanted
    ).fetchone()
    if waiting is not None:
        return Stored(integrity, waiting[0], is_waiting=True)
    begun = connection.execute(
        "SELECT session_id, json_extract(form, '$.turn_id') FROM messages"
        " WHERE form LIKE ? AND json_extract(form, '$.role') = 'user'",
        wanted,
    ).fetchone()
    if begun is None:
        return Stored(integrity)
    (is_open,) = connection.execute(
        "SELECT is_open FROM turns WHERE session_id = ? AND id = ?", begun
    ).fetchone()
    states = connection.execute(
        "SELECT json_extract(form, '$.state') FROM calls"
        " WHERE session_id = ? AND turn_id = ? ORDER BY id",
        begun,
    )
    return Stored(
        integrity, begun[0], is_open=bool(is_open), states=tuple(row[0] for row in states)
    )


def text_of(message: JsonObject) -> str:
    """The content of a message, when it is text."""
    content: Json = message.get("content")
    return content if isinstance(content, str) else ""
