"""What must survive: the session store with its commits, the blob store."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from attrs import frozen

from zeroclaw_api.errors import StoreConflict
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Media, Message, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.usage import Money

__all__ = [
    "AcceptedMessage",
    "BlobStore",
    "CallRecord",
    "CallState",
    "Commit",
    "SessionHead",
    "SessionState",
    "SessionStore",
    "Spend",
    "TurnRecord",
]


class CallState(StrEnum):
    """How far a call has come; after `STARTED` it may have happened."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    STARTED = "started"
    FINISHED = "finished"
    UNKNOWN = "unknown"


@frozen
class CallRecord:
    """The state of one call; a `result` comes with `FINISHED` and `UNKNOWN`."""

    call_id: CallId
    turn_id: TurnId
    state: CallState
    result: ToolResult | None = None


@frozen
class TurnRecord:
    """A turn; `is_open` until its `Done`. `message_ids` are the accepted messages it answers."""

    turn_id: TurnId
    origin: TurnOrigin
    message_ids: tuple[MessageId, ...]
    is_open: bool


@frozen
class AcceptedMessage:
    """A message that is durable and has not entered the conversation yet."""

    id: MessageId
    command: ProcessMessage


@frozen
class Spend:
    """Money gone, booked on one budget scope (such as `day:2026-11-30`); below zero: given back."""

    scope: str
    at: datetime
    cost: Money


@frozen
class Commit:
    """What is written together, or not at all.

    `messages` enter the conversation in this order; those accepted earlier keep their id.
    `calls` and `turns` replace the record of the same id. `window_start`, when given, is the
    first message the model still sees.
    """

    accepted: tuple[AcceptedMessage, ...] = ()
    messages: tuple[Message, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    events: tuple[Event, ...] = ()
    turns: tuple[TurnRecord, ...] = ()
    window_start: MessageId | None = None
    spends: tuple[Spend, ...] = ()


@frozen
class SessionHead:
    """The last of each number in a session; a fresh one has zeros."""

    last_seq: int = 0
    last_message_id: MessageId = MessageId(0)
    last_turn_id: TurnId = TurnId(0)
    last_call_id: CallId = CallId(0)

    def after(
        self, session_id: SessionId, commit: Commit, waiting: Collection[MessageId]
    ) -> SessionHead:
        """The head after a commit; raises `StoreConflict` on a gap or a duplicate.

        `waiting` are the messages accepted earlier that have not entered the conversation.
        Every store decides by this one rule.
        """
        last_seq, last_message_id = self.last_seq, self.last_message_id
        for event in commit.events:
            if event.first_seq != last_seq + 1:
                raise StoreConflict(
                    session_id=session_id,
                    problem=f"event {event.first_seq} cannot follow event {last_seq}",
                )
            last_seq = event.seq
        numbers = [message.id for message in commit.messages]
        if len(set(numbers)) != len(numbers):
            raise StoreConflict(session_id=session_id, problem="a message enters twice")
        entering = {entry.id for entry in commit.accepted} | set(waiting)
        fresh = [entry.id for entry in commit.accepted]
        fresh += [message.id for message in commit.messages if message.id not in entering]
        for number in sorted(fresh):
            if number != last_message_id + 1:
                raise StoreConflict(
                    session_id=session_id,
                    problem=f"message {number} cannot follow message {last_message_id}",
                )
            last_message_id = number
        turn_id = self.last_turn_id
        for turn in commit.turns:
            if turn.turn_id > turn_id + 1:
                raise StoreConflict(
                    session_id=session_id,
                    problem=f"turn {turn.turn_id} cannot follow turn {turn_id}",
                )
            turn_id = max(turn_id, turn.turn_id)
        call_id = max([self.last_call_id, *(record.call_id for record in commit.calls)])
        return SessionHead(last_seq, last_message_id, turn_id, call_id)


@frozen
class SessionState:
    """What a session needs to go on: its window of the conversation, and what was left open."""

    head: SessionHead
    messages: tuple[Message, ...]
    waiting: tuple[AcceptedMessage, ...]
    open_turn: TurnRecord | None
    open_calls: tuple[CallRecord, ...]


class SessionStore(Protocol):
    """Conversations, with everything a crash must not lose.

    It is not curated memory, and it decides nothing: it writes what the one owner of a session
    hands it, in one transaction each, and refuses a gap or a duplicate by `SessionHead.after`.
    Session actors call it, many sessions at once, each one call at a time. Every method waits.
    A `commit` happens whole or not at all: one that raises did not happen, unless it raises
    `CommitUncertain` or was cancelled; then only `open` tells.
    Fake: `zeroclaw_testing.ModelStore`, which can forget what was not committed.
    Kit: `zeroclaw_testing.kits.stores`.
    """

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """Take the session, new or old. Raises `SessionBusy` while another owner holds it."""

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """Write all of it; returns when it is durable. Raises `StoreError` (any)."""

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """Committed events that overlap `after_seq + 1` to `until_seq`, in order."""

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """The sum of all spends of each scope; a scope without any is missing."""

    async def release(self, session_id: SessionId) -> None:
        """Give the session up; the same owner only."""


class BlobStore(Protocol):
    """Bytes by their digest: pictures, files, full tool outputs.

    It is not a file system: a blob never changes. Anyone may call it; both methods wait and
    can be cancelled. Fake: `zeroclaw_testing.InMemoryBlobs`. Kit: `zeroclaw_testing.kits.stores`.
    """

    async def put(self, data: bytes, mime: str, name: str = "") -> Media:
        """Keep the bytes; returns when they are durable."""

    async def get(self, sha256: str) -> bytes | None:
        """The bytes, or None when there are none of that digest."""
