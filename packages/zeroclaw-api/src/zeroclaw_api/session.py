"""The session: what every transport drives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from enum import StrEnum
from typing import Protocol

from attrs import field, frozen

from zeroclaw_api.events import Event, Gap
from zeroclaw_api.identifiers import MessageId, QuestionId, SessionId
from zeroclaw_api.json import well_formed
from zeroclaw_api.messages import Media, Message
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import AnswerReceipt, Reply

__all__ = [
    "ArrivalPolicy",
    "CancelReason",
    "ProcessMessage",
    "Session",
    "SubscriberRole",
    "Subscription",
]


class ArrivalPolicy(StrEnum):
    """What happens to a message that arrives while a turn runs."""

    QUEUE = "queue"
    STEER = "steer"
    INTERRUPT = "interrupt"


class CancelReason(StrEnum):
    """Why a turn was cancelled."""

    USER = "user"
    SUPERSEDED = "superseded"
    SHUTDOWN = "shutdown"


class SubscriberRole(StrEnum):
    """Whether a reader may slow the turn (it shows it to a person) or may miss events."""

    DRIVER = "driver"
    OBSERVER = "observer"


@frozen
class ProcessMessage:
    """The command that starts work: what was said, by whom, through what.

    `arrival` overrides the session's policy for this message.
    """

    text: str = field(converter=well_formed)
    by: Principal
    origin: TurnOrigin = TurnOrigin.SUB_TURN
    media: tuple[Media, ...] = ()
    arrival: ArrivalPolicy | None = None


class Subscription(Protocol):
    """One reader's view of a session's events, in order.

    It is not a queue without end: its buffer is bounded in bytes, and adjacent text merges in
    it. A full driver makes the turn wait; a full observer gets a `Gap`. One task reads it; the
    reading waits and can be cancelled without losing an event. It ends when the session has
    closed and everything was read, or when its `async with` is left.
    Fake: a real session over the in-memory store. Kit: `zeroclaw_testing.kits.session`.
    """

    def __aiter__(self) -> AsyncIterator[Event | Gap]:
        """The events; iterating again goes on where the last iteration stopped."""


class Session(Protocol):
    """One conversation with one agent: an actor that runs one turn at a time.

    It is not a transport and knows none: terminal, chat platform, HTTP, editor, schedule and
    sub-agent all drive this object. Any task of its trio run may call it; `process` and
    `shutdown` wait, the rest does not. It lives as long as the `async with` that opened it;
    leaving that cancels a running turn and waits for its clean end.
    Implementation: `zeroclaw_runtime`. Kit: `zeroclaw_testing.kits.session`.
    """

    @property
    def id(self) -> SessionId:
        """The name it was opened with."""

    @property
    def conversation(self) -> tuple[Message, ...]:
        """What was said so far, as far back as the model still sees it."""

    async def process(self, command: ProcessMessage) -> MessageId:
        """Accept a message; returns when it is durable, long before it is answered.

        Raises `StoreError` when it could not be made durable, `SessionClosed` after shutdown,
        `MailboxFull` when too many messages wait. Cancelling the call may leave the message
        accepted.
        """

    def cancel(self, reason: CancelReason = CancelReason.USER) -> bool:
        """End the running turn now, or the next when it is accepted and not yet begun.

        Never waits and is never queued. `Done(cancelled)` acknowledges it. False when there was
        nothing to cancel.
        """

    async def shutdown(self, grace: float) -> None:
        """Accept no more; let a running turn go on for `grace` seconds, then cancel it.

        Returns after its `Done`. Messages not yet begun stay accepted in a durable store.
        """

    def answer(self, question_id: QuestionId, reply: Reply) -> AnswerReceipt:
        """Answer an open question; the first valid answer wins. Never waits."""

    def subscribe(
        self, role: SubscriberRole, after_seq: int | None = None
    ) -> AbstractAsyncContextManager[Subscription]:
        """Read events: those after `after_seq` first, then live ones. None means live only."""

    async def replay(self, after_seq: int, until_seq: int) -> tuple[Event, ...]:
        """Events `after_seq + 1` to `until_seq`, as far as they exist, merged where they were."""
