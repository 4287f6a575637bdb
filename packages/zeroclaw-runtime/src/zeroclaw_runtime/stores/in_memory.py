"""A session store in memory, for embeddings that need nothing to survive a restart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import islice, takewhile

import trio
from attrs import define, field

from zeroclaw_api.errors import SessionBusy
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import CallId, MessageId, SessionId
from zeroclaw_api.messages import Message
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    Commit,
    SessionHead,
    SessionState,
    TurnRecord,
)
from zeroclaw_api.usage import Money

__all__ = ["InMemorySessionStore"]


@define(eq=False, repr=False)
class _Session:
    head: SessionHead = SessionHead()
    messages: list[Message] = field(factory=list)
    window_start: MessageId | None = None
    waiting: dict[MessageId, AcceptedMessage] = field(factory=dict)
    calls: dict[CallId, CallRecord] = field(factory=dict)
    events: list[Event] = field(factory=list)
    turn: TurnRecord | None = None
    owner: str | None = None


@define(eq=False, repr=False)
class InMemorySessionStore:
    """Keeps every session as long as the process lives."""

    _sessions: dict[SessionId, _Session] = field(factory=dict)
    _spent: dict[str, int] = field(factory=dict)

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """Take the session, new or old."""
        await trio.lowlevel.checkpoint()
        session = self._sessions.setdefault(session_id, _Session())
        if session.owner is not None:
            raise SessionBusy(session_id=session_id, problem=f"{session.owner} holds it")
        session.owner = owner
        turn = session.turn if session.turn is not None and session.turn.is_open else None
        return SessionState(
            head=session.head,
            messages=self._window(session),
            waiting=tuple(session.waiting.values()),
            open_turn=turn,
            open_calls=tuple(
                record
                for record in session.calls.values()
                if turn is not None and record.turn_id == turn.turn_id
            ),
        )

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """Write all of it, or raise `StoreConflict` and write nothing."""
        await trio.lowlevel.checkpoint()
        session = self._sessions[session_id]
        session.head = session.head.after(session_id, commit, session.waiting)
        for accepted in commit.accepted:
            session.waiting[accepted.id] = accepted
        for message in commit.messages:
            session.waiting.pop(message.id, None)
        session.messages += commit.messages
        session.events += commit.events
        session.calls.update({record.call_id: record for record in commit.calls})
        session.turn = commit.turns[-1] if commit.turns else session.turn
        session.window_start = commit.window_start or session.window_start
        for spend in commit.spends:
            self._spent[spend.scope] = self._spent.get(spend.scope, 0) + spend.cost
        if session.turn is not None and not session.turn.is_open:
            session.calls.clear()

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """Committed events that overlap the range."""
        await trio.lowlevel.checkpoint()
        session = self._sessions.get(session_id, _Session())
        start = bisect_right(session.events, after_seq, key=_seq)
        following = islice(session.events, start, None)
        return tuple(takewhile(lambda event: event.first_seq <= until_seq, following))

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """The sum of all spends of each scope."""
        await trio.lowlevel.checkpoint()
        return {scope: Money(self._spent[scope]) for scope in scopes if scope in self._spent}

    async def release(self, session_id: SessionId) -> None:
        """Give the session up."""
        await trio.lowlevel.checkpoint()
        self._sessions[session_id].owner = None

    @staticmethod
    def _window(session: _Session) -> tuple[Message, ...]:
        start = next((i for i, m in enumerate(session.messages) if m.id == session.window_start), 0)
        return tuple(session.messages[start:])


def _seq(event: Event) -> int:
    return event.seq
