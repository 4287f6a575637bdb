"""Outcomes are rows for people, an object for programs."""

from __future__ import annotations

from typing import Final

import click
import pytest

from zeroclaw.checks.rows import Layout
from zeroclaw.providers.check_text import as_json, outcome_rows, summary
from zeroclaw.providers.outcome import Outcome, Status, ToolUse, Trouble
from zeroclaw.terminal.style import Style
from zeroclaw_api.usage import Money, Usage

PIPE: Final = Layout(Style(colour=False))
TERMINAL: Final = Layout(Style(colour=True), has_signs=True, width=60)
WORKS: Final = Outcome(
    "custom.home",
    "some-model",
    Status.OK,
    reachable=True,
    key_accepted=True,
    first_token=0.1234567,
    duration=1.5,
    is_streaming=True,
    tools=ToolUse.CALLED,
    usage=Usage(30, 9),
    cost=Money(411_000),
)
REFUSED: Final = Trouble("provider_auth", "It refused the key, as often. " * 5, "Give it another.")
FAILS: Final = Outcome(
    "groq.fast",
    "x",
    Status.FAILED,
    key_accepted=False,
    trouble=REFUSED,
)


def test_row_has_everything_that_is_known() -> None:
    heading, row = outcome_rows([WORKS], PIPE)
    assert heading.split()[:3] == ["PROVIDER", "MODEL", "REACHED"]
    words = "ok custom.home some-model yes yes 0.12 s 1.50 s yes called 30+9 $0.000411"
    assert " ".join(row.split()) == words


def test_pipe_has_each_sentence_on_one_line() -> None:
    _, _, row, text, fix = outcome_rows([WORKS, FAILS], PIPE)
    assert " ".join(row.split()) == "failed groq.fast x - no - - - - - -"
    assert text == f"    {REFUSED.text.strip()}"
    assert fix == "    → Give it another."


def test_terminal_has_signs_in_colour_and_lines_that_fit() -> None:
    _, good, bad, *lines = outcome_rows([WORKS, FAILS], TERMINAL)
    assert good.startswith("\x1b[32m✓\x1b[0m custom.home")
    assert bad.startswith("\x1b[31m✗\x1b[0m groq.fast")
    assert len(lines) > 2
    assert max(len(click.unstyle(line)) for line in lines) <= 60


@pytest.mark.parametrize("status", Status)
def test_every_status_has_a_mark_of_its_own(status: Status) -> None:
    outcome = Outcome("custom.a", "m", status)
    marks = {[*outcome_rows([outcome], layout)][1].split()[0] for layout in (PIPE, TERMINAL)}
    assert len(marks) == 2
    assert status.value in marks


@pytest.mark.parametrize("use", ToolUse)
def test_every_use_of_tools_is_said_and_told(use: ToolUse) -> None:
    outcome = Outcome("custom.a", "m", Status.OK, tools=use)
    assert len([*outcome_rows([outcome], PIPE)]) == 2
    [form] = forms(outcome)
    assert form["tools"] == (None if use is ToolUse.UNKNOWN else use.value)


@pytest.mark.parametrize(
    ("cost", "shown"),
    [(0, "$0.00"), (1, "<$0.000001"), (1_500_000_000, "$1.50"), (123_456_000, "$0.123456")],
)
def test_cost_is_shown_as_exactly_as_it_matters(cost: int, shown: str) -> None:
    _, row = outcome_rows([Outcome("a.b", "m", Status.OK, cost=Money(cost))], PIPE)
    assert row.endswith(f" {shown}")


def test_words_of_a_provider_cannot_command_the_terminal() -> None:
    trouble = Trouble("k", "\x1b[2Jgone\nfor good")
    lines = [*outcome_rows([Outcome("a.b", "\x1b[1m", Status.FAILED, trouble=trouble)], PIPE)]
    assert "\x1b" not in "".join(lines)
    assert lines[-2:] == ["    \\x1b[2Jgone", "    for good"]


def test_summary_counts_what_works_with_a_warning_as_well() -> None:
    warned = Outcome("a.b", "m", Status.WARNING)
    assert summary([WORKS, FAILS, warned]) == "2 of 3 working."


def forms(*outcomes: Outcome) -> list[dict[str, object]]:
    listed = as_json(outcomes)["providers"]
    assert isinstance(listed, list)
    return [dict(form) for form in listed if isinstance(form, dict)]


def test_object_for_programs_has_all_of_it() -> None:
    works, fails = forms(WORKS, FAILS)
    assert works == {
        "provider": "custom.home",
        "model": "some-model",
        "status": "ok",
        "reachable": True,
        "key_accepted": True,
        "first_token_seconds": 0.1235,
        "seconds": 1.5,
        "streaming": True,
        "tools": "called",
        "input_tokens": 30,
        "output_tokens": 9,
        "cost_usd": 0.000411,
        "error": None,
    }
    assert fails["reachable"] is None
    error = fails["error"]
    assert isinstance(error, dict)
    assert (error["key"], error["fix"]) == ("provider_auth", "Give it another.")
    assert as_json([WORKS, FAILS])["summary"] == {
        "ok": 1,
        "warning": 0,
        "failed": 1,
        "cancelled": 0,
    }
