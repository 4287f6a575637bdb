"""One turn is shown as it happens; questions go to whoever sits at the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from zeroclaw.terminal.asking import Asker
from zeroclaw.terminal.cards import Cards
from zeroclaw.terminal.errors import OutputClosed, TurnUnfinished
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.screen import Screen, show_turn
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.events import (
    ConfirmRequest,
    Done,
    Event,
    EventBody,
    Gap,
    NewToken,
    Outcome,
    QuestionClosed,
    Steered,
    Thinking,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId, SessionId, TurnId
from zeroclaw_api.messages import ResultStatus, Text, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import (
    Answered,
    AnswerReceipt,
    Choice,
    Question,
    QuestionCancelled,
    QuestionKind,
    Reply,
    TimedOut,
)
from zeroclaw_api.usage import Usage

WORDS = current_words()
PLAIN = Style(colour=False)
OURS = MessageId(7)
CALL = CallId(1)
CONFIRM = ConfirmRequest(
    Question(
        QuestionId("q"),
        QuestionKind.CONFIRM,
        "shell",
        (Choice.APPROVE, Choice.DENY, Choice.REPLACE),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
    ),
    CALL,
    "shell",
    {"command": "ls"},
)
STARTED = ToolStarted(CALL, "shell", {"command": "ls"})
FINISHED = ToolFinished(CALL, "shell", ToolResult(CALL, ResultStatus.SUCCESS, ()), 0.5)


def done(*message_ids: int, outcome: Outcome = Outcome.ANSWERED) -> Done:
    return Done(tuple(map(MessageId, message_ids)), outcome, "", Usage(), None)


def started(*message_ids: int) -> TurnStarted:
    return TurnStarted(tuple(map(MessageId, message_ids)), TurnOrigin.INTERACTIVE)


@define
class Stage:
    """A session that says what it is told to, before two pipes and a terminal of its own."""

    send: trio.MemorySendChannel[Event | Gap]
    receive: trio.MemoryReceiveChannel[Event | Gap]
    out: int
    err: int
    screen: Screen
    asker: Asker
    master: int
    missed: tuple[Event, ...] = ()
    receipt: AnswerReceipt = AnswerReceipt.ACCEPTED
    replies: list[Reply] = field(factory=list)
    answered: trio.Event = field(factory=trio.Event)
    result: Done | None = None
    seq: int = 0
    seen: bytes = b""

    def event(self, body: EventBody, turn: int = 1, path: tuple[str, ...] = ("main",)) -> Event:
        self.seq += 1
        now = datetime(2026, 1, 1, tzinfo=UTC)
        return Event(SessionId("s"), self.seq, TurnId(turn), path, now, body)

    def says(self, *bodies: EventBody, turn: int = 1, path: tuple[str, ...] = ("main",)) -> None:
        for body in bodies:
            self.send.send_nowait(self.event(body, turn, path))

    async def show(self) -> None:
        self.result = await show_turn(
            self.receive, OURS, self.screen, self.replay, self.answer, self.asker
        )

    async def replay(self, after: int, until: int) -> tuple[Event, ...]:
        await trio.lowlevel.checkpoint()
        return tuple(event for event in self.missed if after < event.seq <= until)

    def answer(self, question_id: QuestionId, reply: Reply) -> AnswerReceipt:
        assert question_id == "q"
        self.replies.append(reply)
        self.answered.set()
        return self.receipt

    async def is_asked(self) -> None:
        """Wait until the question, then its prompt, are on the terminal."""
        while b"\n> " not in self.seen.partition(b"shell:")[2]:
            await trio.lowlevel.wait_readable(self.master)
            self.seen += os.read(self.master, 65_536)

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())

    def texts(self) -> tuple[str, str]:
        """What was written so far to the one stream, then to the other."""
        return _text(self.out), _text(self.err)


def _text(fd: int) -> str:
    os.set_blocking(fd, False)
    try:
        return os.read(fd, 100_000).decode()
    except BlockingIOError:
        return ""


@pytest.fixture
def stage() -> Iterator[Stage]:
    (out, out_in), (err, err_in) = os.pipe(), os.pipe()
    master, slave = os.openpty()
    send, receive = trio.open_memory_channel[Event | Gap](100)
    screen = Screen(Output(out_in), Output(err_in), Cards(WORDS, PLAIN, 80))
    text = QuestionText(WORDS, PLAIN, 80)
    asker = Asker(text, Path(os.ttyname(slave)))
    with send, receive:
        yield Stage(send, receive, out, err, screen, asker, master)
    for fd in (out, out_in, err, err_in, master, slave):
        os.close(fd)


async def test_the_answer_is_shown_with_its_tools_beside_it(stage: Stage) -> None:
    stage.says(started(OURS), Thinking("hm"), NewToken("Let me "), NewToken("look."))
    stage.says(STARTED, ToolProgress(CALL, "a\nb"), FINISHED, NewToken("Done."), done(OURS))
    with trio.fail_after(5):
        await stage.show()
    assert stage.result == done(OURS)
    out, err = stage.texts()
    assert out == "Let me look.\nDone.\n"
    assert err == '● shell  {"command": "ls"}\n  a\n  b\n✓ shell  0.50 s\n'


async def test_a_failed_turn_without_text_writes_nothing(stage: Stage) -> None:
    stage.says(started(OURS), done(OURS, outcome=Outcome.FAILED))
    with trio.fail_after(5):
        await stage.show()
    assert stage.texts() == ("", "")


async def test_earlier_messages_are_answered_beside_the_answer(stage: Stage) -> None:
    stage.says(started(3), NewToken("old"), NewToken(" news"), done(3), turn=1)
    stage.says(started(OURS), NewToken("new"), done(OURS), turn=2)
    with trio.fail_after(5):
        await stage.show()
    out, err = stage.texts()
    assert out == "new\n"
    assert err == "An earlier message is answered first:\nold news\n"


async def test_a_message_that_joins_a_turn_is_answered_from_there(stage: Stage) -> None:
    stage.says(started(3), NewToken("old"), Steered(OURS), NewToken("new"), done(3, OURS))
    with trio.fail_after(5):
        await stage.show()
    out, err = stage.texts()
    assert out == "new\n"
    assert err.splitlines()[1:] == ["old", "Your message joined the running turn."]


async def test_a_sub_agent_neither_answers_nor_ends_the_turn(stage: Stage) -> None:
    stage.says(started(OURS))
    stage.says(started(OURS), NewToken("inner"), STARTED, done(OURS), path=("main", "helper"))
    stage.says(NewToken("outer"), done(OURS))
    with trio.fail_after(5):
        await stage.show()
    out, err = stage.texts()
    assert out == "outer\n"
    assert err == '● shell  {"command": "ls"}\n'


async def test_missed_text_is_fetched_in_its_place(stage: Stage) -> None:
    stage.says(started(OURS), NewToken("a"))
    stage.missed = (stage.event(NewToken("b")), stage.event(NewToken("c")))
    stage.send.send_nowait(Gap(3, 4))
    stage.says(NewToken("d"), done(OURS))
    with trio.fail_after(5):
        await stage.show()
    assert stage.texts()[0] == "abcd\n"


async def test_a_session_that_closes_first_is_told(stage: Stage) -> None:
    stage.says(started(OURS), NewToken("a"))
    stage.send.close()
    with trio.fail_after(5), pytest.raises(TurnUnfinished):
        await stage.show()


async def test_a_closed_answer_is_one_plain_error(stage: Stage) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    stage.screen = evolve(stage.screen, out=Output(writer))
    stage.says(started(OURS), NewToken("a"), done(OURS))
    with trio.fail_after(5), pytest.raises(OutputClosed):
        await stage.show()
    os.close(writer)


async def test_a_question_is_asked_and_its_answer_given(stage: Stage) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.show)
            stage.says(started(OURS), NewToken("I will"), CONFIRM)
            await stage.is_asked()
            stage.types("y\n")
            await stage.answered.wait()
            reply = Reply(Choice.APPROVE, LOCAL_USER)
            stage.says(QuestionClosed(QuestionId("q"), Answered(reply)), STARTED, FINISHED)
            stage.says(NewToken("It worked."), done(OURS))
    assert stage.replies == [reply]
    assert stage.texts()[0] == "I will\nIt worked.\n"


async def test_progress_waits_while_a_question_is_open(stage: Stage) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.show)
            stage.says(started(OURS), CONFIRM)
            await stage.is_asked()
            stage.says(FINISHED)
            await trio.testing.wait_all_tasks_blocked()
            assert stage.texts() == ("", "")
            stage.says(QuestionClosed(QuestionId("q"), TimedOut()), done(OURS))
    assert stage.texts()[1] == "✓ shell  0.50 s\n! Nobody answered in time.\n"
    assert stage.replies == []


async def test_a_withdrawn_question_leaves_its_line_before_progress_goes_on(stage: Stage) -> None:
    tty = os.open(stage.asker.path, os.O_RDWR | os.O_NOCTTY)
    again = os.dup(tty)
    stage.screen = evolve(stage.screen, out=Output(tty), err=Output(again))
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.show)
            stage.says(started(OURS), CONFIRM)
            await stage.is_asked()
            stage.says(QuestionClosed(QuestionId("q"), QuestionCancelled()), FINISHED, done(OURS))
        while not stage.seen.endswith(b"s\r\n"):
            await trio.lowlevel.wait_readable(stage.master)
            stage.seen += os.read(stage.master, 65_536)
    assert stage.seen.endswith("\n> \r\n✓ shell  0.50 s\r\n".encode())
    os.close(tty)
    os.close(again)


async def test_a_late_answer_is_told_as_such(stage: Stage) -> None:
    stage.receipt = AnswerReceipt.LATE
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.show)
            stage.says(started(OURS), CONFIRM)
            await stage.is_asked()
            stage.types("y\n")
            await stage.answered.wait()
            stage.says(QuestionClosed(QuestionId("q"), TimedOut()), done(OURS))
    assert "already closed" in stage.texts()[1]


async def test_a_question_to_somebody_else_is_not_asked_here(stage: Stage) -> None:
    question = evolve(CONFIRM.question, answerers=(Principal("chat", "a", "b"),))
    stage.says(started(OURS), evolve(CONFIRM, question=question), FINISHED, done(OURS))
    with trio.fail_after(5):
        await stage.show()
    assert stage.texts()[1] == "✓ shell  0.50 s\n"


async def test_without_a_terminal_the_question_is_reported(stage: Stage, tmp_path: Path) -> None:
    stage.asker = evolve(stage.asker, path=tmp_path / "none")
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stage.show)
            stage.says(started(OURS), CONFIRM)
            await trio.testing.wait_all_tasks_blocked()
            stage.says(done(OURS))
    assert "cannot be shown" in " ".join(stage.texts()[1].split())


async def test_a_failed_call_is_shown_with_its_reason(stage: Stage) -> None:
    result = ToolResult(CALL, ResultStatus.ERROR, (Text("no such file\nmore"),))
    stage.says(started(OURS), ToolFinished(CALL, "shell", result, 1), done(OURS))
    with trio.fail_after(5):
        await stage.show()
    assert stage.texts()[1] == "✗ shell  error: no such file\n"
