"""The session actor: one turn at a time, with a cancel that never waits behind anything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio
from attrs import define, field

from zeroclaw_api.events import Done, Event, Gap, TurnStarted
from zeroclaw_api.identifiers import MessageId, QuestionId, SessionId, TurnInfo
from zeroclaw_api.messages import Message, Role
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import AnswerReceipt, Reply
from zeroclaw_api.session import (
    ArrivalPolicy,
    CancelReason,
    ProcessMessage,
    SubscriberRole,
)
from zeroclaw_api.stores import AcceptedMessage, SessionStore, TurnRecord
from zeroclaw_runtime.agent import Agent
from zeroclaw_runtime.errors import MailboxFull, SequenceUnknown, SessionClosed
from zeroclaw_runtime.lanes.conversation import Conversation
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.mailbox import MAILBOX_LIMIT, Mailbox
from zeroclaw_runtime.lanes.questions import Questions
from zeroclaw_runtime.lanes.subscribers import Reader
from zeroclaw_runtime.limits.deadline import Deadline
from zeroclaw_runtime.turn.boundary import TurnCancel, run_to_done
from zeroclaw_runtime.turn.prepare import user_items
from zeroclaw_runtime.turn.state import Turn

if TYPE_CHECKING:
    from zeroclaw_api.processes import Processes
    from zeroclaw_runtime.security.receipts import Receipts
    from zeroclaw_runtime.turn.leaks import SessionLeaks

__all__ = ["SessionActor"]


@define(eq=False, repr=False)
class SessionActor:
    """One conversation; see `zeroclaw_api.Session` for what its methods promise."""

    id: SessionId
    _agent: Agent
    _journal: Journal
    _questions: Questions
    _conversation: Conversation
    _mailbox: Mailbox
    _store: SessionStore
    _processes: Processes
    _receipts: Receipts
    _leaks: SessionLeaks | None
    _running: TurnCancel | None = None
    _cancel_next: CancelReason | None = None
    _accepting: int = 0
    _closed: bool = False
    _stopped: trio.Event = field(factory=trio.Event)

    @property
    def conversation(self) -> tuple[Message, ...]:
        """What was said so far, as far back as the model sees."""
        return tuple(self._conversation.messages)

    async def process(self, command: ProcessMessage) -> MessageId:
        """Accept a message; returns when it is durable."""
        if self._closed:
            raise SessionClosed(session_id=self.id)
        if len(self._mailbox) + self._accepting >= MAILBOX_LIMIT:
            raise MailboxFull(session_id=self.id, limit=MAILBOX_LIMIT)
        self._accepting += 1
        try:
            accepted = await self._journal.accept(command)
        finally:
            self._accepting -= 1
        self._mailbox.put(accepted)
        if self._mailbox.policy_of(accepted) is ArrivalPolicy.INTERRUPT and self._running:
            self._running.cancel(CancelReason.SUPERSEDED)
        return accepted.id

    def cancel(self, reason: CancelReason = CancelReason.USER) -> bool:
        """End the running turn now, or the next one that was accepted."""
        if self._running is not None:
            self._running.cancel(reason)
            return True
        if len(self._mailbox):
            self._cancel_next = reason
            return True
        return False

    async def shutdown(self, grace: float) -> None:
        """Accept no more, give a running turn its grace, then cancel it."""
        self._closed = True
        self._mailbox.close()
        with trio.move_on_after(grace):
            await self._stopped.wait()
        if self._running is not None:
            self._running.cancel(CancelReason.SHUTDOWN)
        await self._stopped.wait()
        await self._journal.close()

    def answer(self, question_id: QuestionId, reply: Reply) -> AnswerReceipt:
        """Answer an open question."""
        return self._questions.answer(question_id, reply)

    @asynccontextmanager
    async def subscribe(
        self, role: SubscriberRole, after_seq: int | None = None
    ) -> AsyncIterator[Reader]:
        """Read events: past ones after `after_seq`, then live ones."""
        last = self._journal.last_seq
        start = last if after_seq is None else after_seq
        if start > last:
            raise SequenceUnknown(session_id=self.id, after_seq=start, last_seq=last)
        reader = self._journal.hub.join(role, self._journal.replay, start, last)
        try:
            yield reader
        finally:
            self._journal.hub.leave(reader)

    async def replay(self, after_seq: int, until_seq: int) -> tuple[Event, ...]:
        """Past events, committed or not."""
        return await self._journal.replay(after_seq, until_seq)

    async def ask(self, text: str) -> Done:
        """Process a message of the local user, and wait for the end of its turn.

        It only observes: a question that comes up is unreachable unless a driver reads, too.
        Raises what `process` raises.
        """
        command = ProcessMessage(text, LOCAL_USER, TurnOrigin.AGENT_DIRECT)
        async with self.subscribe(SubscriberRole.OBSERVER) as events:
            message_id = await self.process(command)
            async for entry in events:
                if isinstance(entry, Gap):
                    found = await self.replay(entry.first_seq - 1, entry.seq)
                else:
                    found = (entry,)
                for event in found:
                    if isinstance(event.body, Done) and message_id in event.body.message_ids:
                        return event.body
        raise SessionClosed(session_id=self.id)

    async def work(self) -> None:
        """Run turns until shutdown, or until nothing can be made durable: the actor's one task.

        What waits then is answered when the session is opened again, instead of twice.
        """
        try:
            while not self._journal.is_lost and (accepted := await self._mailbox.take()):
                await self._run_turn(accepted)
        finally:
            self._closed = True
            self._mailbox.close()
            self._journal.hub.close()
            self._stopped.set()

    async def _run_turn(self, accepted: AcceptedMessage) -> None:
        cancel = self._running = TurnCancel()
        if self._cancel_next is not None:
            cancel.cancel(self._cancel_next)
            self._cancel_next = None
        try:
            turn = self._begin(accepted)
            await run_to_done(turn, accepted.command.text, cancel)
        finally:
            self._running = None

    def _begin(self, accepted: AcceptedMessage) -> Turn:
        """Put the message into the conversation, as the opening of a turn."""
        command, journal = accepted.command, self._journal
        turn_id = journal.next_turn_id()
        message = Message(accepted.id, turn_id, Role.USER, user_items(accepted))
        self._conversation.add(message)
        journal.note(
            messages=(message,),
            turn=TurnRecord(turn_id, command.origin, (accepted.id,), is_open=True),
        )
        journal.emit(TurnStarted((accepted.id,), command.origin), turn_id)
        limits = self._agent.limits
        return Turn(
            agent=self._agent,
            info=TurnInfo(self.id, turn_id, journal.path),
            origin=command.origin,
            by=command.by,
            journal=journal,
            questions=self._questions,
            conversation=self._conversation,
            mailbox=self._mailbox,
            store=self._store,
            processes=self._processes,
            receipts=self._receipts,
            leaks=self._leaks,
            deadline=Deadline(limits.turn_seconds, limits.question_seconds_per_turn),
            message_ids=[accepted.id],
            opening_message=accepted.id,
        )
