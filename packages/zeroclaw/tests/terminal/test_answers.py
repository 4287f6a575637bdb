"""A typed line is taken for exactly what it says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.answers import Unclear, Understood, understand
from zeroclaw_api.identifiers import QuestionId
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Choice, Question, QuestionKind, Reply

ALL = (Choice.APPROVE, Choice.DENY, Choice.REPLACE)


def question(choices: tuple[Choice, ...], *suggestions: str) -> Question:
    expires = datetime(2026, 1, 1, tzinfo=UTC)
    answerers = (LOCAL_USER,)
    kind = QuestionKind.CONFIRM
    return Question(QuestionId("q"), kind, "?", choices, answerers, expires, suggestions)


def told(
    line: str, *suggestions: str, choices: tuple[Choice, ...] = ALL, remember: bool = False
) -> Understood:
    return understand(line, question(choices, *suggestions), LOCAL_USER, may_keep=remember)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("y", Reply(Choice.APPROVE, LOCAL_USER)),
        (" YES ", Reply(Choice.APPROVE, LOCAL_USER)),
        ("n", Reply(Choice.DENY, LOCAL_USER)),
        ("no  wrong folder", Reply(Choice.DENY, LOCAL_USER, text="wrong folder")),
        ("e", Unclear.EDIT),
        ("", Unclear.NO_SUCH_CHOICE),
        ("a", Unclear.NO_SUCH_CHOICE),
        ("y but only once", Unclear.NO_SUCH_CHOICE),
        ("yy", Unclear.NO_SUCH_CHOICE),
    ],
)
def test_a_confirmation_needs_its_letter(line: str, reply: Understood) -> None:
    assert told(line) == reply


def test_remembering_is_taken_only_where_it_was_offered() -> None:
    assert told("a", remember=True) == Reply(Choice.APPROVE, LOCAL_USER, remember=True)
    assert told("a") is Unclear.NO_SUCH_CHOICE


@given(st.text().filter(lambda line: line.strip().lower() not in ("y", "yes")))
def test_nothing_else_is_ever_an_approval(line: str) -> None:
    reply = told(line)
    assert not isinstance(reply, Reply) or reply.choice is Choice.DENY


@given(st.text())
def test_a_choice_that_was_not_offered_is_never_made(line: str) -> None:
    assert not isinstance(told(line, choices=()), Reply)


@pytest.mark.parametrize(
    ("line", "text"),
    [("2", "blue"), ("3", "3"), ("0", "0"), (" the red one ", "the red one"), ("²", "²")],
)
def test_a_number_stands_for_its_suggestion(line: str, text: str) -> None:
    reply = told(line, "red", "blue", choices=(Choice.TEXT,))
    assert reply == Reply(Choice.TEXT, LOCAL_USER, text=text)


def test_an_empty_line_answers_no_question() -> None:
    assert told(" ", choices=(Choice.TEXT,)) is Unclear.NO_SUCH_CHOICE


def test_a_huge_number_is_an_answer_of_its_own() -> None:
    line = "1" * 10_000
    assert told(line, "red", choices=(Choice.TEXT,)) == Reply(Choice.TEXT, LOCAL_USER, text=line)
