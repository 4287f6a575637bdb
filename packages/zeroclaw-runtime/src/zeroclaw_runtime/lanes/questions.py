"""Questions to people: one slot each, the first valid answer wins."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import trio
from attrs import define, field, frozen

from zeroclaw_api.events import EventBody, QuestionClosed
from zeroclaw_api.identifiers import QuestionId, TurnId
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import (
    Answered,
    AnswerReceipt,
    Choice,
    Question,
    QuestionCancelled,
    QuestionKind,
    Reply,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_runtime.lanes.journal import Journal

if TYPE_CHECKING:
    from zeroclaw_api.services import Clock

__all__ = ["QuestionDraft", "Questions"]

REMEMBERED_CLOSED: Final = 256
"""Closed questions a session can tell from unknown ones."""


@frozen
class QuestionDraft:
    """What is to be asked, before it has a number and a time limit."""

    kind: QuestionKind
    prompt: str
    choices: tuple[Choice, ...]
    answerers: tuple[Principal, ...]
    suggestions: tuple[str, ...] = ()
    digest: str = ""


@define(eq=False, repr=False)
class _Slot:
    question: Question
    answered: trio.Event = field(factory=trio.Event)
    reply: Reply | None = None


@define(eq=False, repr=False)
class Questions:
    """The open questions of one session."""

    _journal: Journal
    _clock: Clock
    _open: dict[QuestionId, _Slot] = field(factory=dict)
    _closed: OrderedDict[QuestionId, None] = field(factory=OrderedDict)
    _asked: int = 0

    async def ask(
        self,
        draft: QuestionDraft,
        turn_id: TurnId,
        seconds: float,
        announce: Callable[[Question], EventBody],
    ) -> Resolution:
        """Announce a question, then wait at most `seconds` for its answer.

        Without a driver nobody would see it: that is `Unreachable`, at once. What led to the
        question is committed before it is shown. Raises `StoreError`.
        """
        question = self._number(draft, turn_id, seconds)
        if not self._journal.hub.has_driver:
            return Unreachable()
        slot = self._open[question.id] = _Slot(question)
        resolution: Resolution = QuestionCancelled()
        is_announced = False
        try:
            await self._journal.commit([announce(question)], turn_id)
            is_announced = True
            with trio.move_on_after(seconds):
                await slot.answered.wait()
            resolution = TimedOut() if slot.reply is None else Answered(slot.reply)
        finally:
            del self._open[question.id]
            self._remember_closed(question.id)
            if is_announced:
                self._journal.emit(QuestionClosed(question.id, resolution), turn_id)
        return resolution

    def answer(self, question_id: QuestionId, reply: Reply) -> AnswerReceipt:
        """Put an answer into its slot. Never waits."""
        slot = self._open.get(question_id)
        if slot is None:
            known = question_id in self._closed
            return AnswerReceipt.LATE if known else AnswerReceipt.UNKNOWN
        if slot.reply is not None:
            return AnswerReceipt.LATE
        question = slot.question
        if reply.choice not in question.choices or not any(
            reply.by.is_same_as(answerer) for answerer in question.answerers
        ):
            return AnswerReceipt.NOT_ALLOWED
        slot.reply = reply
        slot.answered.set()
        return AnswerReceipt.ACCEPTED

    def _number(self, draft: QuestionDraft, turn_id: TurnId, seconds: float) -> Question:
        self._asked += 1
        return Question(
            id=QuestionId(f"{self._journal.session_id}:{turn_id}:{self._asked}"),
            kind=draft.kind,
            prompt=draft.prompt,
            choices=draft.choices,
            answerers=draft.answerers,
            expires_at=self._clock.now() + timedelta(seconds=seconds),
            suggestions=draft.suggestions,
            digest=draft.digest,
        )

    def _remember_closed(self, question_id: QuestionId) -> None:
        self._closed[question_id] = None
        if len(self._closed) > REMEMBERED_CLOSED:
            self._closed.popitem(last=False)
