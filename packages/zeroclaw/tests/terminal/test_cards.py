"""Progress is told in lines that fit, with nothing in them that a terminal obeys."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.cards import Cards
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.events import (
    EventBody,
    HistoryTrimmed,
    NewToken,
    Plan,
    PlanEntry,
    QuestionClosed,
    Status,
    StatusUpdate,
    Steered,
    Thinking,
    ToolError,
    ToolErrorKind,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnWarning,
    UsageUpdate,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId
from zeroclaw_api.messages import ResultStatus, Text, ToolResult
from zeroclaw_api.questions import Resolution, TimedOut, Unreachable
from zeroclaw_api.usage import Usage
from zeroclaw_testing.strategies import event_bodies

CALL = CallId(1)


def cards(width: int = 80, *, colour: bool = False) -> Cards:
    return Cards(current_words(), Style(colour), width)


def shown(body: EventBody, width: int = 80) -> list[str]:
    return list(cards(width).lines(body))


def finished(status: ResultStatus, text: str, duration: float = 0.123) -> ToolFinished:
    return ToolFinished(CALL, "shell", ToolResult(CALL, status, (Text(text),)), duration)


@given(event_bodies(), st.integers(1, 100))
def test_no_card_is_too_wide_or_holds_a_control_character(body: EventBody, width: int) -> None:
    for line in cards(width).lines(body):
        assert cells(line) <= max(width, 10)
        assert all(unicodedata.category(char)[0] != "C" for char in line)


@given(event_bodies())
def test_colours_change_nothing_but_colours(body: EventBody) -> None:
    plain = cards().lines(body)
    coloured = cards(colour=True).lines(body)
    assert tuple(map(_without_colours, coloured)) == plain


def _without_colours(line: str) -> str:
    for code in ("0", "1", "2", "31", "32", "33", "36"):
        line = line.replace(f"\x1b[{code}m", "")
    return line


def test_a_started_tool_is_shown_with_its_arguments() -> None:
    body = ToolStarted(CALL, "shell", {"command": "ls -la"})
    assert shown(body) == ['● shell  {"command": "ls -la"}']
    assert shown(body, 20) == ['● shell  {"command"…']


def test_progress_is_shown_by_its_last_lines() -> None:
    body = ToolProgress(CALL, "1\n2\n\n3\n\x1b[2J4\t5\n")
    assert shown(body) == ["  2", "  3", "  \\x1b[2J4    5"]


@pytest.mark.parametrize(
    ("duration", "text"),
    [(0.123, "0.12 s"), (9.99, "9.99 s"), (42.04, "42.0 s"), (125.2, "2 min 05 s")],
)
def test_a_success_is_shown_with_its_time(duration: float, text: str) -> None:
    assert shown(finished(ResultStatus.SUCCESS, "much", duration)) == [f"✓ shell  {text}"]


@pytest.mark.parametrize("status", [ResultStatus.ERROR, ResultStatus.CANCELLED])
def test_a_failure_is_shown_with_the_first_line_of_its_reason(status: ResultStatus) -> None:
    assert shown(finished(status, "\n no such file\nmore")) == [f"✗ shell  {status}: no such file"]
    assert shown(finished(status, "")) == [f"✗ shell  {status}"]


def test_a_denial_names_its_rule_to_the_operator() -> None:
    error = ToolError(CALL, ToolErrorKind.DENIED, "It was not allowed.", "supervised:high")
    assert shown(ToolFinished(CALL, "shell", error, 0)) == [
        "✗ shell  denied: It was not allowed.",
        "  Rule: supervised:high",
    ]


def test_a_call_that_nobody_decided_on_says_what_to_do() -> None:
    error = ToolError(CALL, ToolErrorKind.UNANSWERED, "Nobody could be asked.", "unanswered")
    first, *hint = shown(ToolFinished(CALL, "file_write", error, 0))
    assert first == "✗ file_write  unanswered: Nobody could be asked."
    told = " ".join(line.strip() for line in hint)
    assert "run this in a terminal" in told
    assert "file_write" in told
    assert "auto_approve" in told


@pytest.mark.parametrize(
    ("resolution", "text"),
    [(TimedOut(), "! Nobody answered in time."), (Unreachable(), "! Nobody could be asked.")],
)
def test_silence_is_told_as_what_it_is(resolution: Resolution, text: str) -> None:
    assert shown(QuestionClosed(QuestionId("q"), resolution)) == [text]


def test_a_plan_is_shown_whole() -> None:
    entries = (PlanEntry("a", "done"), PlanEntry("b\nc", "active"), PlanEntry("d", "pending"))
    assert shown(Plan(entries)) == ["Plan:", "  ✓ a", "  ▸ b c", "  ○ d"]


def test_a_known_warning_is_a_sentence_and_an_unknown_one_its_key() -> None:
    known = TurnWarning("tool_crashed", {"tool": "shell", "problem": "KeyError: 'x'"})
    assert shown(known) == ["! The tool shell crashed: KeyError: 'x'"]
    assert shown(TurnWarning("brand_new", {"a": 1})) == ['! brand_new {"a": 1}']


def test_what_a_turn_is_doing_is_told_except_waiting() -> None:
    assert shown(StatusUpdate(Status.WAITING_FOR_MODEL, 1)) == []
    for status in set(Status) - {Status.WAITING_FOR_MODEL}:
        assert shown(StatusUpdate(status, 1))
    assert "3 turns" in shown(HistoryTrimmed(12, 3))[0]
    assert shown(Steered(MessageId(2)))


def test_what_is_shown_elsewhere_or_never_makes_no_card() -> None:
    for body in (NewToken("x"), Thinking("hm"), UsageUpdate(Usage(), None)):
        assert shown(body) == []
