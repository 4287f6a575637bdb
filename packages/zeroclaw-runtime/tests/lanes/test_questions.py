"""The first valid answer wins; silence is never a no."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
import trio
import trio.testing
from attrs import evolve
from one_session import NO, YES, S
from trio.testing import MockClock

from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import AskUser, EventBody, QuestionClosed
from zeroclaw_api.identifiers import CallId, QuestionId, SessionId, TurnId
from zeroclaw_api.principal import LOCAL_USER, Principal
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
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import Commit, SessionHead
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.questions import REMEMBERED_CLOSED, QuestionDraft, Questions
from zeroclaw_runtime.lanes.subscribers import Hub
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.stores import ModelStore

TURN = TurnId(1)
DRAFT = QuestionDraft(
    QuestionKind.CONFIRM, "sure?", (Choice.APPROVE, Choice.DENY), (LOCAL_USER,), digest="d"
)
STRANGER = Principal("local", "", "stranger")


class Desk:
    """Questions over a model store, with what was asked and how each ended."""

    def __init__(self) -> None:
        self.store = ModelStore()
        self.hub = Hub()
        self.clock = ManualClock()
        self.journal = Journal(S, ("a",), self.hub, self.store, self.clock, SessionHead())
        self.questions = Questions(self.journal, self.clock)
        self.asked: list[Question] = []
        self.resolutions: list[Resolution] = []
        self.hub.join(SubscriberRole.DRIVER, self.journal.replay, 0, 0)

    def announce(self, question: Question) -> EventBody:
        """Take note, and make the event."""
        self.asked.append(question)
        return AskUser(question, CallId(1))

    async def ask(self, draft: QuestionDraft = DRAFT, seconds: float = 300.0) -> None:
        """Ask and keep the resolution."""
        self.resolutions.append(await self.questions.ask(draft, TURN, seconds, self.announce))

    async def closed(self) -> list[QuestionClosed]:
        """The questions that were closed, as the durable events say."""
        await self.journal.commit()
        bodies = [event.body for event in self.store.all_events(S)]
        return [body for body in bodies if isinstance(body, QuestionClosed)]


@asynccontextmanager
async def desk(seconds: float = 10) -> AsyncIterator[Desk]:
    made = Desk()
    await made.store.open(S, "test")
    with trio.fail_after(seconds):
        yield made


async def test_first_valid_answer_wins_and_the_next_is_late() -> None:
    async with desk() as d:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(d.ask)
            await trio.testing.wait_all_tasks_blocked()
            (question,) = d.asked
            assert d.questions.answer(question.id, YES) is AnswerReceipt.ACCEPTED
            assert d.questions.answer(question.id, NO) is AnswerReceipt.LATE
        assert d.questions.answer(question.id, NO) is AnswerReceipt.LATE
        assert d.resolutions == [Answered(YES)]
        assert await d.closed() == [QuestionClosed(question.id, Answered(YES))]


@pytest.mark.parametrize(
    "reply",
    [
        evolve(YES, by=STRANGER),
        evolve(YES, by=Principal("telegram", "", "owner")),
        evolve(YES, by=Principal("local", "other", "owner")),
        Reply(Choice.REPLACE, LOCAL_USER, replacement="{}"),
    ],
)
async def test_answer_that_is_not_allowed_leaves_the_question_open(reply: Reply) -> None:
    async with desk() as d, trio.open_nursery() as nursery:
        nursery.start_soon(d.ask)
        await trio.testing.wait_all_tasks_blocked()
        (question,) = d.asked
        assert d.questions.answer(question.id, reply) is AnswerReceipt.NOT_ALLOWED
        # The control: the same answer by one who may is accepted, however they are displayed.
        owner = evolve(LOCAL_USER, display="somebody else")
        assert d.questions.answer(question.id, evolve(YES, by=owner)) is AnswerReceipt.ACCEPTED


async def test_question_without_answerers_can_be_answered_by_nobody() -> None:
    async with desk() as d, trio.open_nursery() as nursery:
        nursery.start_soon(d.ask, evolve(DRAFT, answerers=()))
        await trio.testing.wait_all_tasks_blocked()
        assert d.questions.answer(d.asked[0].id, YES) is AnswerReceipt.NOT_ALLOWED
        nursery.cancel_scope.cancel()


async def test_answer_to_a_question_never_asked_is_unknown() -> None:
    async with desk() as d:
        assert d.questions.answer(QuestionId("s:1:1"), YES) is AnswerReceipt.UNKNOWN


async def test_silence_is_a_timeout_after_exactly_its_seconds(autojump_clock: MockClock) -> None:
    async with desk(1e6) as d:
        await d.ask(seconds=300.0)
        assert trio.current_time() == 300.0
        assert d.resolutions == [TimedOut()]
        assert d.asked[0].expires_at == d.clock.now() + timedelta(seconds=300)
        assert d.questions.answer(d.asked[0].id, YES) is AnswerReceipt.LATE
        assert await d.closed() == [QuestionClosed(d.asked[0].id, TimedOut())]


async def test_question_without_time_left_times_out_at_once(autojump_clock: MockClock) -> None:
    async with desk(1e6) as d:
        await d.ask(seconds=0.0)
        assert d.resolutions == [TimedOut()]


async def test_without_a_driver_nobody_is_asked() -> None:
    async with desk() as d:
        d.hub = Hub()
        d.journal.hub = d.hub
        d.hub.join(SubscriberRole.OBSERVER, d.journal.replay, 0, 0)
        await d.ask()
        assert d.resolutions == [Unreachable()]
        assert d.asked == []
        assert await d.closed() == []


async def test_question_of_a_cancelled_turn_is_closed_as_such() -> None:
    async with desk() as d:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(d.ask)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        (question,) = d.asked
        assert d.questions.answer(question.id, YES) is AnswerReceipt.LATE
        assert await d.closed() == [QuestionClosed(question.id, QuestionCancelled())]


async def test_question_that_could_not_be_shown_is_not_closed() -> None:
    async def refuse(_session_id: SessionId, _commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        raise StoreError(session_id=S, problem="full")

    async with desk() as d:
        d.store.before_commit = refuse
        with pytest.raises(StoreError):
            await d.ask()
        d.store.before_commit = None
        assert await d.closed() == []


async def test_each_question_has_a_number_of_its_own() -> None:
    async with desk() as d, trio.open_nursery() as nursery:
        for _ in range(3):
            nursery.start_soon(d.ask)
        await trio.testing.wait_all_tasks_blocked()
        assert len({question.id for question in d.asked}) == 3
        assert all(question.id.startswith("s:1:") for question in d.asked)
        assert d.questions.answer(d.asked[1].id, YES) is AnswerReceipt.ACCEPTED
        await trio.testing.wait_all_tasks_blocked()
        assert d.resolutions == [Answered(YES)]
        nursery.cancel_scope.cancel()


async def test_closed_questions_are_remembered_up_to_a_bound(autojump_clock: MockClock) -> None:
    async with desk(1e9) as d:
        for _ in range(REMEMBERED_CLOSED + 1):
            await d.ask(seconds=1.0)
        assert d.questions.answer(d.asked[0].id, YES) is AnswerReceipt.UNKNOWN
        assert d.questions.answer(d.asked[1].id, YES) is AnswerReceipt.LATE
