"""Renders what a person is asked, whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from shlex import join
from typing import Final, assert_never

from attrs import frozen

from zeroclaw.terminal.cells import NARROWEST, fold, wrap
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import sentence
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, SameCall, SamePath
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

    def lines(self, asked: AskUser | ConfirmRequest) -> tuple[str, ...]:
        """The question, then what can be answered."""
        if isinstance(asked, ConfirmRequest):
            body = self._call(asked)
        else:
            body = self._question(asked.question)
        return (*body, *self.menu(asked))

    def menu(self, asked: AskUser | ConfirmRequest) -> tuple[str, ...]:
        """What can be answered."""
        question = asked.question
        keys = [_CHOICE_KEYS[choice] for choice in question.choices if choice in _CHOICE_KEYS]
        lines = [line for key in keys for line in self.note(key)]
        if isinstance(asked, ConfirmRequest) and asked.keeps and Choice.APPROVE in question.choices:
            lines += self._always(asked.keeps)
        if Choice.TEXT in question.choices:
            lines += self.note("ask_text_or_number" if question.suggestions else "ask_text")
        return tuple(lines)

    def _always(self, keeps: Sequence[ApprovalScope]) -> Iterator[str]:
        """What an approval for good is for; the words of it are the model's."""
        if any(isinstance(scope, SameCall) for scope in keeps):
            yield from self.note("ask_always_call")
            return
        yield from self.note("ask_always")
        for scope in keeps:
            yield from self._block(_kept(scope))

    def note(self, key: str, **facts: object) -> tuple[str, ...]:
        """A sentence of our own."""
        text = exact(" ".join(sentence(self.words, key, facts).splitlines()))
        return tuple(self.style.dim(line) for line in wrap(text, self._room))

    def _call(self, asked: ConfirmRequest) -> Iterator[str]:
        key = "confirm_heading" if asked.args else "confirm_heading_bare"
        yield from self._heading(key, {"tool": asked.name})
        for name, value in asked.args.items():
            yield from self._argument(name, value)
        if asked.preview:
            yield from self.note("confirm_preview")
            yield from self._block(asked.preview)
        if asked.rule:
            yield from self.note("confirm_rule", rule=asked.rule)
        if asked.detail:
            yield from self._block(asked.detail)

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


def _kept(scope: ApprovalScope) -> str:
    match scope:
        case CommandPrefix(words):
            return f"{join(words)} …"
        case SamePath(path):
            return path
        case SameCall(digest):
            return digest
        case _:
            assert_never(scope)
