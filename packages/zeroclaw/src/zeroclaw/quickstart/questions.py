"""Asks whoever sits at the terminal, with an answer proposed that Enter takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TextIO

import click

from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import say

__all__ = ["MOST_SHOWN", "Problem", "Questions", "TerminalQuestions", "can_ask"]

MOST_SHOWN: Final = 10
"""Of a list to choose from; more would scroll the question away."""

Problem = Callable[[str], str | None]
"""What is wrong with an answer, as a clause; None when nothing is."""


class Questions(Protocol):
    """Somebody who can be asked; each method waits for the answer.

    Each raises `click.Abort` when the input ends, as by Ctrl+D.
    """

    def choose(self, heading: str, options: Sequence[str], proposed: int) -> int:
        """Which of the options, by index."""

    def search(self, heading: str, options: Sequence[str], shown: int) -> int:
        """Which of the options, by index; so many are shown first, the others can be found."""

    def name(self, label: str, options: Sequence[str], proposed: str | None) -> str:
        """One of the options, or any other text."""

    def text(self, label: str, proposed: str | None, problem: Problem) -> str:
        """A text with which nothing is wrong."""

    def agrees(self, question: str, *, proposed: bool) -> bool:
        """Yes or no."""


class TerminalQuestions:
    """`Questions` on standard error, answered on standard input."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def choose(self, heading: str, options: Sequence[str], proposed: int) -> int:
        """See `Questions.choose`."""
        self._say(self._style.bold(heading))
        self._list(options)

        def problem(answer: str) -> str | None:
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                return None
            return say("quickstart_not_listed", count=len(options))

        return int(self.text(say("quickstart_take"), str(proposed + 1), problem)) - 1

    def search(self, heading: str, options: Sequence[str], shown: int) -> int:
        """See `Questions.search`. A text that one option has takes it; else it filters."""
        self._say(self._style.bold(heading))
        places = list(range(min(shown, len(options))))
        rest = len(options) - len(places)
        while True:
            self._list([options[place] for place in places])
            if rest:
                self._say(self._style.dim(say("quickstart_search_more", count=rest)))
            found = self._found(options, places)
            if len(found) == 1:
                self._say(visible(options[found[0]]))
                return found[0]
            places, rest = found[:MOST_SHOWN], len(found[MOST_SHOWN:])

    def _found(self, options: Sequence[str], places: Sequence[int]) -> list[int]:
        """The options that an answer means: one by its number, or all that have the text."""

        def meant(answer: str) -> list[int]:
            if answer.isdecimal() and 1 <= int(answer) <= len(places):
                return [places[int(answer) - 1]]
            wanted = answer.casefold()
            return [n for n, option in enumerate(options) if wanted in option.casefold()]

        answer = self.text(
            say("quickstart_take"),
            "1",
            lambda given: None if meant(given) else say("quickstart_not_found"),
        )
        return meant(answer)

    def name(self, label: str, options: Sequence[str], proposed: str | None) -> str:
        """See `Questions.name`."""
        shown = options[:MOST_SHOWN]
        self._list(shown)
        if len(options) > len(shown):
            rest = len(options) - len(shown)
            self._say(self._style.dim(say("quickstart_options_more", count=rest)))
        answer = self.text(label, proposed, lambda _: None)
        is_number = answer.isdecimal() and 1 <= int(answer) <= len(shown)
        return shown[int(answer) - 1] if is_number and answer not in options else answer

    def text(self, label: str, proposed: str | None, problem: Problem) -> str:
        """See `Questions.text`."""
        while True:
            answer = str(click.prompt(label, default=proposed, type=str, err=True)).strip()
            wrong = problem(answer)
            if wrong is None:
                return answer
            self._say(say("quickstart_wrong", problem=wrong))

    def agrees(self, question: str, *, proposed: bool) -> bool:
        """See `Questions.agrees`."""
        return click.confirm(question, default=proposed, err=True)

    def _list(self, options: Sequence[str]) -> None:
        for number, option in enumerate(options, 1):
            self._say(f"  {number:>2} {visible(option)}")

    def _say(self, text: str) -> None:
        click.echo(text, err=True, color=True)


def can_ask() -> bool:
    """Whether somebody sits at standard input who sees standard error."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
