"""The one writer of a session: gives every number, publishes events, commits facts.

Two kinds of writing differ in what a failure means. Accepting a message is a promise: if it
cannot be made durable, it was never made, and its number is given again. Everything else has
happened already: a failed commit keeps it in the backlog, and the next commit writes it too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

import trio
from attrs import define, evolve, field

from zeroclaw_api.errors import CommitUncertain, StoreError
from zeroclaw_api.events import Accepted, Event, EventBody
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Item, Message, Role
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    Commit,
    SessionHead,
    SessionStore,
    Spend,
    TurnRecord,
)
from zeroclaw_runtime.lanes.merging import MergingQueue
from zeroclaw_runtime.lanes.subscribers import Hub

if TYPE_CHECKING:
    from zeroclaw_api.services import Clock

__all__ = ["Journal"]

COMMIT_LIMIT: Final = 60.0
"""Seconds a store may take before the session gives it up: longer than a foreign lock lasts."""

ORDER_LIMIT: Final = 5 * COMMIT_LIMIT
"""Seconds a writer may wait for those before it."""

Held: TypeAlias = tuple[EventBody, TurnId | None]


@define(eq=False, repr=False)
class Journal:
    """Numbers, events and facts of one session, in one order."""

    session_id: SessionId
    path: tuple[str, ...]
    hub: Hub
    _store: SessionStore
    _clock: Clock
    _head: SessionHead
    _last_seq: int = field(init=False)
    _committed_seq: int = field(init=False)
    _tail: MergingQueue = field(factory=MergingQueue)
    _backlog: Commit = Commit()
    _order: trio.Lock = field(factory=trio.Lock)
    _held: list[Held] | None = None
    _lost: StoreError | None = None

    def __attrs_post_init__(self) -> None:
        self._last_seq = self._committed_seq = self._head.last_seq

    @property
    def last_seq(self) -> int:
        """The number of the last published event."""
        return self._last_seq

    @property
    def is_lost(self) -> bool:
        """Whether nothing can be written any more until the session is opened anew."""
        return self._lost is not None

    def emit(self, body: EventBody, turn_id: TurnId | None) -> None:
        """Publish an event now; it becomes durable with the next commit. Never waits.

        While a commit is under way whose own events must come first, the event is held back.
        """
        if self._held is not None:
            self._held.append((body, turn_id))
            return
        self._last_seq += 1
        event = self._event(body, turn_id, self._last_seq)
        self._tail.append(event)
        self.hub.publish(event)

    async def emit_with_room(self, body: EventBody, turn_id: TurnId | None) -> None:
        """Publish an event once every driver has room for it."""
        await self.hub.wait_for_room()
        self.emit(body, turn_id)

    def next_call_id(self) -> CallId:
        """A number for a call; it becomes durable with the call's record."""
        call_id = CallId(self._head.last_call_id + 1)
        self._head = evolve(self._head, last_call_id=call_id)
        return call_id

    def next_turn_id(self) -> TurnId:
        """A number for a turn; it becomes durable with the turn's record."""
        turn_id = TurnId(self._head.last_turn_id + 1)
        self._head = evolve(self._head, last_turn_id=turn_id)
        return turn_id

    async def add_message(self, turn_id: TurnId, role: Role, items: tuple[Item, ...]) -> Message:
        """Number a message and put it on the backlog; it becomes durable with the next commit."""
        async with self._in_order():
            number = MessageId(self._head.last_message_id + 1)
            self._head = evolve(self._head, last_message_id=number)
            message = Message(id=number, turn_id=turn_id, role=role, items=items)
            self.note(messages=(message,))
            return message

    def note(
        self,
        *,
        messages: tuple[Message, ...] = (),
        calls: tuple[CallRecord, ...] = (),
        turn: TurnRecord | None = None,
        window_start: MessageId | None = None,
        spends: tuple[Spend, ...] = (),
    ) -> None:
        """Put facts on the backlog; never waits. They become durable with the next commit."""
        self._backlog = join(
            self._backlog,
            Commit(
                messages=messages,
                calls=calls,
                turns=() if turn is None else (turn,),
                window_start=window_start,
                spends=spends,
            ),
        )

    async def accept(self, command: ProcessMessage) -> AcceptedMessage:
        """Make a message durable, then publish `Accepted`. Raises `StoreError`: nothing happened.

        Cancelling waits for the store: a message is accepted or it is not.
        """
        async with self._in_order():
            before = self._head.last_message_id
            number = MessageId(before + 1)
            accepted = AcceptedMessage(number, command)
            self._head = evolve(self._head, last_message_id=number)
            try:
                await self._write((accepted,), (Accepted(number),), None)
            except StoreError:
                self._head = evolve(self._head, last_message_id=before)
                raise
            return accepted

    async def commit(
        self,
        bodies: Sequence[EventBody] = (),
        turn_id: TurnId | None = None,
        *,
        turn: TurnRecord | None = None,
    ) -> None:
        """Write the backlog and all events so far; then publish `bodies`, which go with them.

        So does the record of a `turn`: on the backlog it could be written without them, by a
        message that is accepted first. Raises `StoreError`: the backlog is kept, the record is
        not on it, the bodies were not published. Cancelling waits for the store, since half a
        commit cannot be told from a whole one.
        """
        async with self._in_order():
            await self._write((), bodies, turn_id, () if turn is None else (turn,))

    async def close(self) -> None:
        """Wait for what is being written, refuse what would follow: another may own it next."""
        async with self._in_order():
            self._lost = self._lost or StoreError(
                session_id=self.session_id, problem="the session was given up"
            )

    async def replay(self, after_seq: int, until_seq: int) -> tuple[Event, ...]:
        """Published events `after_seq + 1` to `until_seq`, committed or not."""
        found: list[Event] = []
        # Both are of this moment: a commit that ends meanwhile takes events out of the tail.
        committed = self._committed_seq
        tail = self._tail.snapshot() if until_seq > committed else ()
        if after_seq < committed:
            found += await self._store.events(self.session_id, after_seq, min(until_seq, committed))
        known = found[-1].seq if found else after_seq
        found += [event for event in tail if event.seq > known]
        return tuple(
            event.after(after_seq).until(until_seq)
            for event in found
            if event.first_seq <= until_seq
        )

    @asynccontextmanager
    async def _in_order(self) -> AsyncIterator[None]:
        """Hold the order of writing; what is under way inside is not cancelled."""
        try:
            # The outer bound leaves a commit its whole limit, however long it had to wait.
            with trio.fail_after(ORDER_LIMIT + 2 * COMMIT_LIMIT, shield=True):
                with trio.fail_after(ORDER_LIMIT):
                    await self._order.acquire()
                try:
                    yield
                finally:
                    self._order.release()
        except trio.TooSlowError:
            raise StoreError(
                session_id=self.session_id, problem=f"no write ended within {ORDER_LIMIT:.0f} s"
            ) from None

    async def _write(
        self,
        accepted: tuple[AcceptedMessage, ...],
        bodies: Sequence[EventBody],
        turn_id: TurnId | None,
        turns: tuple[TurnRecord, ...] = (),
    ) -> None:
        if self._lost is not None:
            raise self._lost
        own = tuple(
            self._event(body, turn_id, seq) for seq, body in enumerate(bodies, self._last_seq + 1)
        )
        facts, self._backlog = self._backlog, Commit()
        self._held = []
        try:
            await self._store_within_limit(
                evolve(
                    facts,
                    accepted=accepted,
                    events=self._tail.snapshot() + own,
                    turns=facts.turns + turns,
                )
            )
        except StoreError as error:
            self._backlog = join(facts, self._backlog)
            if isinstance(error, CommitUncertain):
                self._lost = error
            raise
        else:
            self._last_seq += len(own)
            self._committed_seq = self._last_seq
            self._tail.clear()
            for event in own:
                self.hub.publish(event)
        finally:
            held, self._held = self._held, None
            for body, its_turn in held:
                self.emit(body, its_turn)

    async def _store_within_limit(self, commit: Commit) -> None:
        with trio.move_on_after(COMMIT_LIMIT) as limit:
            try:
                await self._store.commit(self.session_id, commit)
            except StoreError:
                raise
            except Exception as error:
                raise CommitUncertain(
                    session_id=self.session_id, problem=f"{type(error).__name__}: {error}"
                ) from error
        if limit.cancelled_caught:
            raise CommitUncertain(
                session_id=self.session_id,
                problem=f"the commit did not end within {COMMIT_LIMIT:.0f} s",
            )

    def _event(self, body: EventBody, turn_id: TurnId | None, seq: int) -> Event:
        return Event(
            session_id=self.session_id,
            seq=seq,
            turn_id=turn_id,
            path=self.path,
            at=self._clock.now(),
            body=body,
        )


def join(earlier: Commit, later: Commit) -> Commit:
    """The facts of two commits in one."""
    return Commit(
        messages=earlier.messages + later.messages,
        calls=earlier.calls + later.calls,
        turns=earlier.turns + later.turns,
        window_start=later.window_start or earlier.window_start,
        spends=earlier.spends + later.spends,
    )
