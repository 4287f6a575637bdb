"""Renders what a person is asked, whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from zeroclaw.terminal.cells import NARROWEST, fold, wrap
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import sentence
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.json import Json
from zeroclaw_api.questions import Choice, Question
from zeroclaw_api.services import Words

__all__ = ["QuestionText"]

_BAR: Final = "│ "
_CHOICE_KEYS: Final = {
    Choice.APPROVE: "ask_approve",
    Choice.DENY: "ask_deny",
    Choice.REPLACE: "ask_edit",
}


@frozen
class QuestionText:
    """Turns a question into lines of at most `width` cells (at least 10).

    Nothing of a call is left out, nothing of it can be mistaken for our own words: each line of
    its text starts with a bar, whatever was in it.
    """

    words: Words
    style: Style
    width: int

    def lines(self, asked: AskUser | ConfirmRequest, *, may_remember: bool) -> tuple[str, ...]:
        """The question, then what can be answered."""
        if isinstance(asked, ConfirmRequest):
            body = self._call(asked)
        else:
            body = self._question(asked.question)
        return (*body, *self.menu(asked.question, may_remember=may_remember))

    def menu(self, question: Question, *, may_remember: bool) -> tuple[str, ...]:
        """What can be answered."""
        keys = [_CHOICE_KEYS[choice] for choice in question.choices if choice in _CHOICE_KEYS]
        if may_remember and Choice.APPROVE in question.choices:
            keys.append("ask_remember")
        if Choice.TEXT in question.choices:
            keys.append("ask_text_or_number" if question.suggestions else "ask_text")
        return tuple(line for key in keys for line in self.note(key))

    def note(self, key: str, problem: str = "") -> tuple[str, ...]:
        """A sentence of our own."""
        text = exact(" ".join(sentence(self.words, key, {"problem": problem}).splitlines()))
        return tuple(self.style.dim(line) for line in wrap(text, self._room))

    def _call(self, asked: ConfirmRequest) -> Iterator[str]:
        key = "confirm_heading" if asked.args else "confirm_heading_bare"
        yield from self._heading(key, {"tool": asked.name})
        for name, value in asked.args.items():
            yield from self._argument(name, value)

    def _question(self, question: Question) -> Iterator[str]:
        yield from self._heading("question_heading")
        yield from self._block(question.prompt)
        for number, suggestion in enumerate(question.suggestions, 1):
            first, *rest = self._folded(suggestion, len(f"{number}. "))
            yield f"{number}. {first}"
            yield from (f"{' ' * len(f'{number}. ')}{line}" for line in rest)

    def _argument(self, name: str, value: Json) -> Iterator[str]:
        # A name is the model's own text as well.
        for line in self._folded(json.dumps(name, ensure_ascii=False), 1):
            yield f"{self.style.bold(line)}:"
        if isinstance(value, str):
            yield from self._block(value)
        else:
            yield from self._block(json.dumps(value, ensure_ascii=False, indent=2))

    def _block(self, text: str) -> Iterator[str]:
        bar = self.style.active(_BAR)
        yield from (f"{bar}{line}" for line in self._folded(text, len(_BAR)))

    def _folded(self, text: str, taken: int) -> list[str]:
        room = self._room - taken
        return [part for line in exact(text).split("\n") for part in fold(line, room)]

    def _heading(self, key: str, facts: dict[str, object] | None = None) -> Iterator[str]:
        text = exact(" ".join(sentence(self.words, key, facts).splitlines()))
        yield from (self.style.bold(self.style.notable(line)) for line in wrap(text, self._room))

    @property
    def _room(self) -> int:
        return max(self.width, NARROWEST)
