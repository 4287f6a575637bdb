"""Asks the person at the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import trio
from attrs import evolve, frozen

from zeroclaw.terminal.answers import Unclear, understand
from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.tty import CONTROLLING_TERMINAL, Tty
from zeroclaw.words import error_text
from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.events import AskUser, ConfirmRequest
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Choice, Question, QuestionKind, Reply

__all__ = ["Asker"]

_PROMPT: Final = "> "
_CLEAN_UP_SECONDS: Final = 0.3
"""How long a withdrawn question may take to leave the terminal in order."""


@frozen
class Asker:
    """Shows questions on the controlling terminal, never on the standard streams.

    Only what is typed after a question has been shown can answer it. The width of `text` counts
    where the terminal does not tell its own.
    """

    text: QuestionText
    path: Path = CONTROLLING_TERMINAL
    by: Principal = LOCAL_USER
    encoding: str = "utf-8"

    def can_ask(self) -> bool:
        """Whether there is a terminal at all."""
        try:
            with Tty.opened(self.path):
                return True
        except TerminalUnavailable:
            return False

    def is_asked(self, question: Question) -> bool:
        """Whether the person here is one of those who may answer."""
        return any(self.by.is_same_as(answerer) for answerer in question.answerers)

    async def ask(self, asked: AskUser | ConfirmRequest) -> Reply:
        """Show the question, wait for an answer. The end of input (Ctrl+D) is a no.

        Cancel it when the question closes. Raises `TerminalUnavailable`.
        """
        with Tty.opened(self.path, self.encoding) as tty:
            # A line that the terminal itself broke would lose the bar that marks it as foreign.
            text = evolve(self.text, width=tty.columns or self.text.width)
            try:
                await _show(tty, text.lines(asked))
                tty.forget_typed()
                return await self._answer(tty, text, asked)
            except trio.Cancelled:
                await _leave(tty)
                raise

    async def _answer(self, tty: Tty, text: QuestionText, asked: AskUser | ConfirmRequest) -> Reply:
        question = asked.question
        may_keep = isinstance(asked, ConfirmRequest) and bool(asked.keeps)
        while True:
            await tty.write(_PROMPT)
            line = await tty.read_line()
            if line is None:
                await tty.write("\n")
                return self._no(question)
            understood = understand(line, question, self.by, may_keep=may_keep)
            if isinstance(understood, Reply):
                return understood
            if understood is Unclear.EDIT:
                edited = await self._edited(tty, text)
                if edited is not None:
                    return edited
            else:
                await _show(tty, text.note("no_such_choice"))
            await _show(tty, text.menu(asked))

    async def _edited(self, tty: Tty, text: QuestionText) -> Reply | None:
        """Arguments over one or more lines, until they are whole or an empty line gives up."""
        await _show(tty, text.note("edit_arguments"))
        typed = ""
        problem = ""
        while line := await tty.read_line():
            typed += f"{line}\n"
            if not line.rstrip().endswith("}"):
                continue
            try:
                parse_json_object(typed)
            except InvalidJson as error:
                problem = error_text(error)
            else:
                return Reply(Choice.REPLACE, self.by, replacement=typed.strip())
        await _show(tty, text.note("edit_refused", problem=problem))
        return None

    def _no(self, question: Question) -> Reply:
        is_confirmation = question.kind is QuestionKind.CONFIRM or Choice.DENY in question.choices
        return Reply(Choice.DENY if is_confirmation else Choice.TEXT, self.by)


async def _show(tty: Tty, lines: Iterable[str]) -> None:
    await tty.write("".join(f"{line}\n" for line in lines))


async def _leave(tty: Tty) -> None:
    """Move off the line of the prompt, and keep a late answer from whoever reads next."""
    with trio.move_on_after(_CLEAN_UP_SECONDS, shield=True):
        try:
            tty.forget_typed()
            await tty.write("\n")
        except TerminalUnavailable:
            return
