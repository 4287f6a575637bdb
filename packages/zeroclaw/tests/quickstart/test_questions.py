"""Questions take Enter for what is proposed; what is no answer is asked again."""

from __future__ import annotations

from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from zeroclaw.quickstart.questions import MOST_SHOWN, Questions, TerminalQuestions, can_ask
from zeroclaw.terminal.style import Style

NAMES = ("small", "large")


def answered(ask: Callable[[Questions], object], typed: str) -> tuple[object, str]:
    """What a question returns when this is typed, with what was shown on standard error."""
    answers: list[object] = []

    @click.command()
    def command() -> None:
        answers.append(ask(TerminalQuestions(Style(colour=False))))

    done = CliRunner().invoke(command, input=typed)
    assert done.stdout == ""
    return (answers[0] if answers else done.exit_code), done.stderr


def fine(_answer: str) -> str | None:
    return None


@pytest.mark.parametrize(("typed", "index"), [("\n", 1), ("1\n", 0), ("7\nx\n2\n", 1)])
def test_choice_is_one_of_those_that_are_shown(typed: str, index: int) -> None:
    chosen, shown = answered(lambda ask: ask.choose("Which?", NAMES, 1), typed)
    assert chosen == index
    assert "  1 small" in shown
    assert shown.count("must be a number from 1 to 2") == typed.count("\n") // 2 * 2


@pytest.mark.parametrize(
    ("typed", "name"), [("\n", "small"), ("2\n", "large"), ("other\n", "other"), ("9\n", "9")]
)
def test_name_is_a_listed_one_or_any_other(typed: str, name: str) -> None:
    assert answered(lambda ask: ask.name("Model", NAMES, "small"), typed)[0] == name


def test_long_list_is_cut_with_a_word_about_the_rest() -> None:
    names = [f"model-{number}" for number in range(MOST_SHOWN + 5)]
    _, shown = answered(lambda ask: ask.name("Model", names, names[0]), "\n")
    assert names[MOST_SHOWN] not in shown
    assert "5 more" in shown


def test_wrong_text_is_asked_for_again_without_repeating_it() -> None:
    def problem(answer: str) -> str | None:
        return "is no good" if answer == "planted" else None

    chosen, shown = answered(lambda ask: ask.text("Name", None, problem), "planted\nfine\n")
    assert chosen == "fine"
    assert "That is no good." in shown


@pytest.mark.parametrize(("typed", "is_agreed"), [("\n", False), ("y\n", True), ("n\n", False)])
def test_yes_is_only_what_was_said(typed: str, is_agreed: bool) -> None:
    assert answered(lambda ask: ask.agrees("Sure?", proposed=False), typed)[0] is is_agreed


@pytest.mark.parametrize(
    "ask",
    [
        lambda ask: ask.choose("Which?", NAMES, 0),
        lambda ask: ask.name("Model", NAMES, None),
        lambda ask: ask.text("Name", "main", fine),
        lambda ask: ask.agrees("Sure?", proposed=True),
    ],
)
def test_end_of_input_is_no_answer_to_any_question(ask: Callable[[Questions], object]) -> None:
    assert answered(ask, "")[0] == 1


def test_pipe_cannot_be_asked_anything() -> None:
    results: list[bool] = []
    CliRunner().invoke(click.command()(lambda: results.append(can_ask())))
    assert results == [False]


PLACES = ("here", "known", "Groq (groq)", "Grok Build (grok_cli)", "xAI (xai)")


@pytest.mark.parametrize(
    ("typed", "index"),
    [
        ("\n", 0),
        ("2\n", 1),
        ("xai\n", 4),
        ("GROQ\n", 2),
        ("gro\n2\n", 3),
        ("gro\n\n", 2),
        ("gro\nbuild\n", 3),
        ("9\nnothing\nxai\n", 4),
    ],
)
def test_typing_finds_what_is_not_shown(typed: str, index: int) -> None:
    chosen, shown = answered(lambda ask: ask.search("Where?", PLACES, 2), typed)
    assert chosen == index
    assert "… 3 more" in shown
    assert shown.count("neither a number of the list") == ("nothing" in typed) * 2


def test_all_that_is_shown_needs_no_search() -> None:
    chosen, shown = answered(lambda ask: ask.search("Where?", PLACES, 9), "5\n")
    assert chosen == 4
    assert "more" not in shown
