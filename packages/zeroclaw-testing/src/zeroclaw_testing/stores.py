"""In-memory stores that can lose, delay or refuse what a real one could."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import TypeAlias

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import SessionBusy, StoreConflict, StoreError
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Media, Message
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    Commit,
    SessionHead,
    SessionState,
    TurnRecord,
)
from zeroclaw_api.usage import Money

__all__ = ["CommitHook", "InMemoryBlobs", "ModelStore", "RecordedCommit"]

CommitHook: TypeAlias = Callable[[SessionId, Commit], Awaitable[None]]
"""Awaited around every commit: it may wait, and it may raise a `StoreError`."""


@frozen
class RecordedCommit:
    """One commit that became durable."""

    session_id: SessionId
    commit: Commit


@define
class _Held:
    """Everything durable about one session."""

    head: SessionHead = field(factory=SessionHead)
    messages: list[Message] = field(factory=list)
    places: dict[MessageId, int] = field(factory=dict)
    window: int = 0
    waiting: dict[MessageId, AcceptedMessage] = field(factory=dict)
    open_turn: TurnRecord | None = None
    calls: dict[TurnId, dict[CallId, CallRecord]] = field(factory=dict)
    events: list[Event] = field(factory=list)
    seqs: list[int] = field(factory=list)


@define(eq=False)
class _InFlight:
    """A commit that was asked for and is not durable yet."""

    session_id: SessionId
    commit: Commit


class ModelStore:
    """A session store in memory that can crash as a machine does.

    `before_commit` is awaited before a commit applies: when it raises or is cancelled, nothing
    happened. `after_commit` is awaited once it is durable: when it raises or is cancelled, it
    happened although the caller was told otherwise. Both may be replaced at any time.
    `commits` holds what became durable, in order, over all sessions.
    """

    def __init__(
        self,
        *,
        before_commit: CommitHook | None = None,
        after_commit: CommitHook | None = None,
    ) -> None:
        self.before_commit = before_commit
        self.after_commit = after_commit
        self.commits: list[RecordedCommit] = []
        self._held: dict[SessionId, _Held] = {}
        self._owners: dict[SessionId, str] = {}
        self._spent: dict[str, int] = {}
        self._in_flight: dict[_InFlight, None] = {}
        self._crashes = 0

    @property
    def owners(self) -> Mapping[SessionId, str]:
        """Who holds which session now."""
        return dict(self._owners)

    def head(self, session_id: SessionId) -> SessionHead:
        """The durable head of a session; zeros for an unknown one."""
        held = self._held.get(session_id)
        return SessionHead() if held is None else held.head

    def conversation(self, session_id: SessionId) -> tuple[Message, ...]:
        """Every durable message, those before the window too."""
        held = self._held.get(session_id)
        return () if held is None else tuple(held.messages)

    def all_events(self, session_id: SessionId) -> tuple[Event, ...]:
        """Every durable event."""
        held = self._held.get(session_id)
        return () if held is None else tuple(held.events)

    def crash(self, *, keep_in_flight: bool = False) -> None:
        """Lose power: leases are gone, and commits under way are lost or, if asked, were made.

        Whoever still waits for such a commit gets a `StoreError`; a real owner would be dead.
        """
        in_flight, self._in_flight = self._in_flight, {}
        self._crashes += 1
        self._owners.clear()
        for entry in in_flight if keep_in_flight else ():
            try:
                self._apply(entry.session_id, entry.commit)
            except StoreConflict:
                # What the rule refuses would not have become durable either.
                continue

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """See `SessionStore.open`. `open_calls` holds every call of the open turn.

        The owner may open it again, so that a test can look at what is durable.
        """
        await trio.lowlevel.checkpoint()
        holder = self._owners.get(session_id, owner)
        if holder != owner:
            raise SessionBusy(session_id=session_id, problem=f"{holder} holds it")
        self._owners[session_id] = owner
        held = self._held.setdefault(session_id, _Held())
        calls: Mapping[CallId, CallRecord] = {}
        if held.open_turn is not None:
            calls = held.calls.get(held.open_turn.turn_id, {})
        return SessionState(
            head=held.head,
            messages=tuple(held.messages[held.window :]),
            waiting=tuple(held.waiting.values()),
            open_turn=held.open_turn,
            open_calls=tuple(calls.values()),
        )

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """See `SessionStore.commit`."""
        crashes = self._crashes
        entry = _InFlight(session_id, commit)
        self._in_flight[entry] = None
        try:
            await trio.lowlevel.checkpoint()
            if self.before_commit is not None:
                await self.before_commit(session_id, commit)
        finally:
            self._in_flight.pop(entry, None)
        self._refuse_after_crash(session_id, crashes)
        if session_id not in self._owners:
            raise StoreError(session_id=session_id, problem="nobody has opened it")
        self._apply(session_id, commit)
        if self.after_commit is not None:
            await self.after_commit(session_id, commit)
            self._refuse_after_crash(session_id, crashes)

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """See `SessionStore.events`."""
        await trio.lowlevel.checkpoint()
        held = self._held.get(session_id)
        if held is None:
            return ()
        found = []
        for event in held.events[bisect_right(held.seqs, after_seq) :]:
            if event.first_seq > until_seq:
                break
            found.append(event)
        return tuple(found)

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """See `SessionStore.spent`."""
        await trio.lowlevel.checkpoint()
        return {scope: Money(self._spent[scope]) for scope in scopes if scope in self._spent}

    async def release(self, session_id: SessionId) -> None:
        """See `SessionStore.release`; after a crash there is nothing to release."""
        await trio.lowlevel.checkpoint()
        self._owners.pop(session_id, None)

    def _refuse_after_crash(self, session_id: SessionId, crashes: int) -> None:
        if self._crashes != crashes:
            raise StoreError(session_id=session_id, problem="the store crashed meanwhile")

    def _apply(self, session_id: SessionId, commit: Commit) -> None:
        """Make it durable in one step: everything that can be refused is refused first."""
        held = self._held.setdefault(session_id, _Held())
        head = held.head.after(session_id, commit, held.waiting.keys())
        entered = {message.id for message in commit.messages}
        start = commit.window_start
        if start is not None and start not in held.places and start not in entered:
            raise StoreConflict(
                session_id=session_id,
                problem=f"the window cannot start at message {start}, which is not in it",
            )
        held.head = head
        held.waiting.update({entry.id: entry for entry in commit.accepted})
        for message in commit.messages:
            held.waiting.pop(message.id, None)
            held.places[message.id] = len(held.messages)
            held.messages.append(message)
        if start is not None:
            held.window = held.places[start]
        held.events.extend(commit.events)
        held.seqs.extend(event.seq for event in commit.events)
        for record in commit.calls:
            held.calls.setdefault(record.turn_id, {})[record.call_id] = record
        for turn in commit.turns:
            _keep_turn(held, turn)
        for spend in commit.spends:
            self._spent[spend.scope] = self._spent.get(spend.scope, 0) + spend.cost
        self.commits.append(RecordedCommit(session_id, commit))


class InMemoryBlobs:
    """A blob store in memory."""

    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    async def put(self, data: bytes, mime: str, name: str = "") -> Media:
        """See `BlobStore.put`."""
        await trio.lowlevel.checkpoint()
        digest = sha256(data).hexdigest()
        self._blobs[digest] = data
        return Media(mime=mime, sha256=digest, size=len(data), name=name)

    async def get(self, sha256: str) -> bytes | None:
        """See `BlobStore.get`."""
        await trio.lowlevel.checkpoint()
        return self._blobs.get(sha256)


def _keep_turn(held: _Held, turn: TurnRecord) -> None:
    """Only an open turn can be asked for again; a closed one is forgotten with its calls."""
    if turn.is_open:
        held.open_turn = turn
        return
    held.calls.pop(turn.turn_id, None)
    if held.open_turn is not None and held.open_turn.turn_id == turn.turn_id:
        held.open_turn = None
