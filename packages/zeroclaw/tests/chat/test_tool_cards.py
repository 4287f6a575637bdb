"""A card tells a call in one line, or whole, in text that no terminal obeys."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.tool_cards import MOST_LINES, MOST_SHOWN, PROGRESS_LINES, ToolCard, ToolCards
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words
from zeroclaw_api.events import ToolError, ToolErrorKind, ToolFinished
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, Text, ToolResult

CARDS = ToolCards(current_words(), Style(colour=False))
CALL = CallId(1)
MEGABYTE = 1024 * 1024
AT_ONCE_SECONDS = 5.0
HARMFUL = "\x1b[2J\x9b31m\u202egnp\u200b\x07"


def finished(text: str, status: ResultStatus = ResultStatus.SUCCESS) -> ToolFinished:
    return ToolFinished(CALL, "shell", ToolResult(CALL, status, (Text(text),)), 1.5)


def refused(kind: ToolErrorKind, text: str, rule: str = "") -> ToolFinished:
    return ToolFinished(CALL, "shell", ToolError(CALL, kind, text, rule), 0.0)


def card(ended: ToolFinished | None = None, **args: str) -> ToolCard:
    return ToolCard("shell", dict(args), (), ended)


def assert_harmless(lines: tuple[str, ...], width: int) -> None:
    assert all(line.isprintable() for line in lines)
    assert all(cells(line) <= width for line in lines)


def test_a_success_is_one_line_with_what_it_did() -> None:
    assert CARDS.folded(card(finished("a\nb"), command="ls -l"), 60) == ("✓ shell  ls -l  1.50 s",)


def test_several_arguments_are_named_on_one_line() -> None:
    shown = ToolCard("edit", {"path": "a.txt", "lines": [1, 2], "new": "x\n  y"}, (), finished(""))
    assert CARDS.folded(shown, 80) == ("✓ edit  path=a.txt lines=[1, 2] new=x y  1.50 s",)


def test_a_call_that_went_wrong_says_why() -> None:
    ended = finished("\n  no such file\nmore", ResultStatus.ERROR)
    assert CARDS.folded(card(ended, command="cat x"), 60) == (
        "✗ shell  cat x  error",
        "  no such file",
    )
    ended = finished("", ResultStatus.CANCELLED)
    assert CARDS.folded(card(ended, command="cat x"), 60) == ("✗ shell  cat x  cancelled",)


def test_a_call_that_never_ran_names_the_rule_for_it() -> None:
    denied = refused(ToolErrorKind.DENIED, "It is not allowed.", "never_allow")
    assert CARDS.folded(card(denied), 60) == (
        "✗ shell  denied",
        "  It is not allowed.",
        "  Rule: never_allow",
    )
    unanswered = refused(ToolErrorKind.UNANSWERED, "Nobody answered.", "supervised")
    assert CARDS.folded(card(unanswered), 60) == ("✗ shell  unanswered", "  Nobody answered.")


def test_a_call_without_an_end_has_no_time() -> None:
    assert CARDS.folded(card(command="ls"), 60) == ("● shell  ls",)


def test_a_running_tool_shows_its_last_lines_alone() -> None:
    shown = card(command="make")
    for number in range(10):
        shown = shown.with_progress(f"line {number}\n\n")
    assert CARDS.running(shown, 3.25, 60) == (
        "● shell  make  3.25 s",
        "  line 7",
        "  line 8",
        "  line 9",
    )
    assert shown.ended(finished("")).progress == ()


def test_progress_that_is_held_stays_small() -> None:
    shown = card().with_progress("x" * MEGABYTE).with_progress("y\n" * MEGABYTE)
    shown = shown.with_progress("ü" * MEGABYTE)
    assert len(shown.progress) == PROGRESS_LINES
    assert sum(map(len, shown.progress)) <= PROGRESS_LINES * MOST_SHOWN


def test_an_unfolded_card_shows_what_went_in_and_came_out() -> None:
    shown = ToolCard("edit", {"path": "a.txt", "count": 2}, (), finished("one\n\ttwo\r\nthree"))
    assert CARDS.unfolded(shown, 60) == (
        "✓ edit  path=a.txt count=2  1.50 s",
        "  arguments",
        "  │ path: a.txt",
        "  │ count: 2",
        "  result",
        "  │ one",
        "  │     two",
        "  │ three",
    )


def test_an_unfolded_card_leaves_out_what_is_empty() -> None:
    assert CARDS.unfolded(ToolCard("now", {}, (), finished("")), 60) == ("✓ now  1.50 s",)
    assert CARDS.unfolded(card(command="ls"), 60)[1:] == ("  arguments", "  │ command: ls")


def test_a_cut_result_tells_its_whole_size() -> None:
    lines = CARDS.unfolded(card(finished("line\n" * 1_000)), 60)
    assert len([line for line in lines if line == "  │ line"]) == MOST_LINES
    assert lines[-1] == "  … 5,000 characters in all"


@pytest.mark.parametrize("char", ["x", "ü", "漢", "\x1b", "\n", "\u202e", "\u0301"])
def test_a_megabyte_on_one_line_is_shown_at_once(char: str) -> None:
    huge = char * MEGABYTE
    shown = card(finished(huge), command=huge, more=huge).with_progress(huge)
    started = perf_counter()
    for _ in range(20):
        assert_harmless(CARDS.running(shown, 1.0, 80), 80)
    assert_harmless(CARDS.folded(shown, 80), 80)
    lines = CARDS.unfolded(shown, 80)
    assert perf_counter() - started < AT_ONCE_SECONDS
    assert_harmless(lines, 80)
    assert len(lines) <= 2 * MOST_LINES + 6


@pytest.mark.parametrize("width", [10, 20, 80])
def test_escape_codes_of_a_tool_are_spelled_out_everywhere(width: int) -> None:
    args: JsonObject = {HARMFUL: HARMFUL, "b": [HARMFUL]}
    for ended in (
        finished(f"{HARMFUL}\r{HARMFUL}\n{HARMFUL}"),
        finished(HARMFUL, ResultStatus.ERROR),
        refused(ToolErrorKind.DENIED, HARMFUL, HARMFUL),
    ):
        shown = ToolCard(HARMFUL, args, (), None).with_progress(HARMFUL)
        lines = (
            *CARDS.running(shown, 1.0, width),
            *CARDS.folded(shown.ended(ended), width),
            *CARDS.unfolded(shown.ended(ended), width),
        )
        assert_harmless(lines, width)


def test_control_the_harmful_text_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        assert_harmless((HARMFUL,), 80)


def test_a_name_of_several_lines_cannot_pretend_to_be_a_card() -> None:
    shown = ToolCard("x\n✓ shell  rm", {}, (), finished(""))
    assert CARDS.folded(shown, 60) == ("✓ x ✓ shell rm  1.50 s",)


texts = st.text(max_size=40)
arguments = st.dictionaries(texts, st.one_of(texts, st.integers(), st.lists(texts, max_size=3)))


@given(texts, arguments, texts, st.integers(10, 100))
def test_no_line_is_wider_than_the_terminal(
    name: str, args: dict[str, str | int | list[str]], result: str, width: int
) -> None:
    shown = ToolCard(name, {**args}, (), finished(result)).with_progress(result)
    assert_harmless(CARDS.running(shown, 100.0, width), width)
    assert_harmless(CARDS.folded(shown, width), width)
    assert_harmless(CARDS.unfolded(shown, width), width)
