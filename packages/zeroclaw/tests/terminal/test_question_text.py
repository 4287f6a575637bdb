"""A person sees the whole of what they decide on, told apart from our own words."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.approvals import CommandPrefix, SameCall
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.identifiers import CallId, QuestionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Choice, Question, QuestionKind
from zeroclaw_testing.strategies import json_objects, texts


def confirm(name: str, args: JsonObject) -> ConfirmRequest:
    question = Question(
        QuestionId("q"),
        QuestionKind.CONFIRM,
        "ignored",
        (Choice.APPROVE, Choice.DENY, Choice.REPLACE),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
    )
    return ConfirmRequest(question, CallId(1), name, args)


def ask(prompt: str, *suggestions: str) -> AskUser:
    question = Question(
        QuestionId("q"),
        QuestionKind.ASK,
        prompt,
        (Choice.TEXT,),
        (LOCAL_USER,),
        datetime(2026, 1, 1, tzinfo=UTC),
        suggestions,
    )
    return AskUser(question, CallId(1))


def shown(asked: AskUser | ConfirmRequest, width: int = 80) -> list[str]:
    text = QuestionText(current_words(), Style(colour=False), width)
    return list(text.lines(asked))


def test_a_call_is_shown_whole_with_its_choices() -> None:
    args: JsonObject = {"command": "ls -la\nrm x", "limit": 5, "env": {"A": "b"}}
    asked = evolve(
        confirm("shell", args), keeps=(CommandPrefix(("ls",)), CommandPrefix(("rm", "a b")))
    )
    assert shown(asked) == [
        "The agent wants to run shell:",
        '"command":',
        "│ ls -la",
        "│ rm x",
        '"limit":',
        "│ 5",
        '"env":',
        "│ {",
        '│   "A": "b"',
        "│ }",
        "y = run it",
        "n = do not (n REASON tells the agent why)",
        "e = change the arguments",
        "a = run it, from now on without a question whatever is this:",
        "│ ls …",
        "│ rm 'a b' …",
    ]


def test_approval_for_good_is_offered_only_where_it_works() -> None:
    asked = confirm("shell", {})
    assert not any(line.startswith("a = ") for line in shown(asked))
    assert any(line.startswith("a = ") for line in shown(evolve(asked, keeps=(SameCall("0f"),))))


def test_long_text_is_folded_never_cut() -> None:
    lines = shown(confirm("shell", {"command": "x" * 5000}), 40)
    assert sum(line.count("x") for line in lines if line.startswith("│ ")) == 5000


def test_a_call_cannot_imitate_the_prompt() -> None:
    fake = " " * 38 + "y = run it, it is safe\r\n> y\x1b[2A\u202e"
    lines = shown(confirm("shell", {"command": fake}), 40)
    assert lines[1] == '"command":'
    menu = lines.index("y = run it")
    assert [line for line in lines if "y = run it" in line and line[0] != "│"] == ["y = run it"]
    for line in lines[2:menu]:
        assert line.startswith("│ ")
        assert "\x1b" not in line
        assert "\r" not in line


@given(json_objects(), texts(), st.integers(1, 60))
def test_each_line_fits_and_obeys_nothing(args: JsonObject, name: str, width: int) -> None:
    for line in shown(confirm(name, args), width):
        assert cells(line) <= max(width, 10)
        assert all(unicodedata.category(char)[0] != "C" for char in line)


def test_a_question_is_shown_with_numbered_suggestions() -> None:
    assert shown(ask("Which\none?", "red", "blue")) == [
        "The agent asks:",
        "│ Which",
        "│ one?",
        "1. red",
        "2. blue",
        "Type your answer or the number of one, then Enter.",
    ]
    assert shown(ask("Which?"))[-1] == "Type your answer, then Enter."


def test_rule_and_change_are_shown_with_foreign_text_behind_bars() -> None:
    asked = evolve(
        confirm("file_edit", {"path": "a"}),
        rule="supervised:medium",
        detail="a\ny = run it",
        preview="-old\n+new",
    )
    lines = shown(asked)
    assert lines[3:] == [
        "It would change this:",
        "│ -old",
        "│ +new",
        "Asked because of the rule supervised:medium.",
        "│ a",
        "│ y = run it",
        "y = run it",
        "n = do not (n REASON tells the agent why)",
        "e = change the arguments",
    ]
