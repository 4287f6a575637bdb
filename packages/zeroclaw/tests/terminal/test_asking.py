"""A person is asked on the terminal, where only what they type then counts."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from attrs import define, evolve, field

from zeroclaw.terminal.asking import Asker
from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.approvals import SamePath
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.identifiers import CallId, QuestionId
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Choice, Question, QuestionKind, Reply

CONFIRM = ConfirmRequest(
    Question(
        QuestionId("q"),
        QuestionKind.CONFIRM,
        "shell",
        (Choice.APPROVE, Choice.DENY, Choice.REPLACE),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
    ),
    CallId(1),
    "shell",
    {"command": "ls"},
)
ASK = AskUser(
    evolve(
        CONFIRM.question,
        kind=QuestionKind.ASK,
        choices=(Choice.TEXT,),
        suggestions=("red", "blue"),
    ),
    CallId(1),
)
TEXT = QuestionText(current_words(), Style(colour=False), 80)


@define
class Person:
    """Who sits at the other end of the terminal."""

    master: int
    path: Path
    seen: bytes = b""
    replies: list[Reply] = field(factory=list)

    def asker(self) -> Asker:
        return Asker(TEXT, self.path)

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())

    async def sees(self, text: str) -> None:
        """Wait until it is on the screen; then what stood before it is forgotten."""
        while text.encode() not in self.seen:
            await trio.lowlevel.wait_readable(self.master)
            self.seen += os.read(self.master, 65_536)
        self.seen = self.seen.partition(text.encode())[2]

    async def is_asked(self, asked: AskUser | ConfirmRequest = CONFIRM) -> None:
        self.replies.append(await self.asker().ask(asked))


@pytest.fixture
def person() -> Iterator[Person]:
    master, slave = os.openpty()
    yield Person(master, Path(os.ttyname(slave)))
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("y\n", Reply(Choice.APPROVE, LOCAL_USER)),
        ("n not now\n", Reply(Choice.DENY, LOCAL_USER, text="not now")),
        ("a\n", Reply(Choice.APPROVE, LOCAL_USER, remember=True)),
        ("\x04", Reply(Choice.DENY, LOCAL_USER)),
    ],
)
async def test_the_answer_is_what_was_typed(person: Person, typed: str, reply: Reply) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked, evolve(CONFIRM, keeps=(SamePath("a"),)))
            await person.sees("│ ls")
            await person.sees("\n> ")
            person.types(typed)
    assert person.replies == [reply]


async def test_what_was_typed_before_the_question_is_no_answer(person: Person) -> None:
    person.types("y\n")
    with trio.fail_after(5):
        await person.sees("y\r\n")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            assert person.replies == []
            person.types("n\n")
    assert person.replies == [Reply(Choice.DENY, LOCAL_USER)]


async def test_a_narrow_terminal_never_breaks_a_line_itself(person: Person) -> None:
    fd = os.open(person.path, os.O_RDWR | os.O_NOCTTY)
    termios.tcsetwinsize(fd, (24, 20))
    asked = evolve(CONFIRM, args={"command": "x" * 200})
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked, asked)
            await person.sees('"command":\r\n')
            for _ in range(11):
                await person.sees("│ " + "x" * 18 + "\r\n")
            await person.sees("│ xx\r\n")
            await person.sees("\n> ")
            person.types("n\n")
    os.close(fd)


async def test_an_unclear_answer_is_asked_about_again(person: Person) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            for unclear in ("\n", "a\n", "yes please\n"):
                person.types(unclear)
                await person.sees("Please answer")
                await person.sees("\n> ")
            person.types("y\n")
    assert person.replies == [Reply(Choice.APPROVE, LOCAL_USER)]


async def test_arguments_can_be_replaced_over_several_lines(person: Person) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            person.types("e\n")
            await person.sees("gives up):\r\n")
            person.types('{"command": "ls",\n "env": {}\n}\n')
    reply = Reply(Choice.REPLACE, LOCAL_USER, replacement='{"command": "ls",\n "env": {}\n}')
    assert person.replies == [reply]


async def test_bad_arguments_lead_back_to_the_choices(person: Person) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            person.types("e\n")
            await person.sees("gives up):\r\n")
            person.types('{"command": }\n\n')
            await person.sees("not taken")
            await person.sees("\n> ")
            person.types("n\n")
    assert person.replies == [Reply(Choice.DENY, LOCAL_USER)]


async def test_a_question_takes_a_number_or_free_text(person: Person) -> None:
    with trio.fail_after(5):
        for typed in ("2\n", "grün\n", "\x04"):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(person.is_asked, ASK)
                await person.sees("2. blue")
                await person.sees("\n> ")
                person.types(typed)
    assert [reply.text for reply in person.replies] == ["blue", "grün", ""]


async def test_a_question_that_closes_leaves_the_terminal_in_order(person: Person) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            person.types("half an ans")
            await person.sees("half an ans")
            nursery.cancel_scope.cancel()
        await person.sees("\r\n")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.is_asked)
            await person.sees("\n> ")
            person.types("y\n")
    assert person.replies == [Reply(Choice.APPROVE, LOCAL_USER)]


async def test_without_a_terminal_nobody_can_be_asked(person: Person, tmp_path: Path) -> None:
    assert person.asker().can_ask()
    asker = evolve(person.asker(), path=tmp_path / "none")
    assert not asker.can_ask()
    with trio.fail_after(5), pytest.raises(TerminalUnavailable):
        await asker.ask(CONFIRM)


def test_only_questions_to_this_person_are_theirs(person: Person) -> None:
    other = Principal("chat", "team", "someone")
    asker = person.asker()
    assert asker.is_asked(CONFIRM.question)
    assert not asker.is_asked(evolve(CONFIRM.question, answerers=(other,)))
    assert not asker.is_asked(evolve(CONFIRM.question, answerers=()))
