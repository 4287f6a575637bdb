"""Talks line by line: for screen readers, for simple terminals, for an answer that is piped on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import assert_never

import trio
from attrs import field, frozen

from zeroclaw.chat.commands import (
    COMMAND_NAMES,
    ChangeModel,
    Cost,
    Entered,
    Help,
    New,
    Quit,
    Say,
    Stop,
    Tools,
    UnknownCommand,
    understand_entry,
)
from zeroclaw.chat.completion import nearest
from zeroclaw.chat.reports import help_lines, intro_lines, model_lines, tally_of, tool_lines
from zeroclaw.chat.talk import ChangeAgent, Leave, NewSession, Next, Talk, with_model
from zeroclaw.conversation import Conversation, speak
from zeroclaw.ending import SUCCEEDED
from zeroclaw.errors import WrongUsage
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.tty import CONTROLLING_TERMINAL, Tty
from zeroclaw.terminal.wording import sentence
from zeroclaw.words import error_text
from zeroclaw_api.messages import Role
from zeroclaw_api.services import Words

__all__ = ["PlainChat"]

USUAL_COLUMNS = 80


@frozen
class PlainChat:
    """A `Front` that only ever writes on: nothing on the screen changes once it is there.

    The terminal does the editing of a line. Several lines that are pasted are one message.
    """

    words: Words
    environment: Mapping[str, str] = field(repr=False)
    terminal: Path = CONTROLLING_TERMINAL

    async def talk(self, talk: Talk) -> Next:
        """See `Front.talk`."""
        await self._tell(intro_lines(talk.chosen, talk.key, self.words, USUAL_COLUMNS))
        talk.opened.prepare()
        if talk.is_resumed:
            await self._tell(self._last_answer(talk))
        while True:
            text = await self._read(talk)
            if text is None:
                return Leave(SUCCEEDED)
            if text.strip():
                talk.interrupts.forgive()
                following = await self._act(talk, understand_entry(text))
                if following is not None:
                    return following
                # The signal that ended a turn does not count at the next prompt.
                talk.interrupts.forgive()

    async def _act(self, talk: Talk, entered: Entered) -> Next | None:
        match entered:
            case Say(text=text):
                await self._say(talk, text)
            case Help():
                await self._tell(help_lines(self.words, USUAL_COLUMNS))
            case Stop():
                await self._tell((self._sentence("nothing_runs"),))
            case Tools():
                await self._tell(tool_lines(talk.opened.agent, self.words, USUAL_COLUMNS))
            case Cost():
                await self._tell(((await tally_of(talk.session)).text(self.words),))
            case ChangeModel(name=name):
                return await self._change_model(talk, name)
            case New():
                return NewSession()
            case Quit():
                return Leave(SUCCEEDED)
            case UnknownCommand(word=word):
                meant = nearest(word, COMMAND_NAMES) or "/help"
                await self._tell((self._sentence("unknown_command", word=word, meant=meant),))
            case _:
                assert_never(entered)
        return None

    async def _change_model(self, talk: Talk, name: str | None) -> Next | None:
        if name is None:
            await self._tell(model_lines(talk.chosen, self.words, USUAL_COLUMNS))
            return None
        try:
            return ChangeAgent(with_model(talk.chosen, name))
        except WrongUsage as error:
            await self._tell((error_text(error),))
            return None

    async def _say(self, talk: Talk, text: str) -> None:
        said = Conversation(talk.key, text, is_new=False, as_json=False)
        done = await speak(talk.opened, talk.session, self.environment, said, talk.interrupts)
        if done.detail:
            await self._tell((done.detail,))

    async def _read(self, talk: Talk) -> str | None:
        """What is entered next; None at the end of input. One Ctrl+C is forgiven, a second is not.

        Raises `TerminalUnavailable`.
        """
        while True:
            with trio.CancelScope() as reading, Tty.opened(self.terminal) as tty:
                talk.interrupts.lead_to(partial(_cancelled, reading), is_for_all=False)
                await tty.write("> ")
                return await tty.read_lines()
            await self._tell(("", self._sentence("again_to_leave")))

    def _last_answer(self, talk: Talk) -> Sequence[str]:
        said = [
            message
            for message in talk.session.conversation
            if message.role is Role.ASSISTANT and message.text
        ]
        return said[-1].text.splitlines() if said else ()

    async def _tell(self, lines: Iterable[str]) -> None:
        with Tty.opened(self.terminal) as tty:
            await tty.write("".join(f"{visible(line)}\n" for line in lines))

    def _sentence(self, key: str, **facts: object) -> str:
        return sentence(self.words, key, facts)


def _cancelled(scope: trio.CancelScope) -> bool:
    scope.cancel()
    return True
