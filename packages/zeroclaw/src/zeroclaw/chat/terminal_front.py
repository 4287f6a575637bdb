"""Talks on a terminal that is drawn on."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from zeroclaw.chat.commands import COMMAND_NAMES
from zeroclaw.chat.desk import Desk
from zeroclaw.chat.history import History
from zeroclaw.chat.prompt import Prompt
from zeroclaw.chat.talk import Next, Talk
from zeroclaw.chat.turn_view import TurnView
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.style import style_for
from zeroclaw_api.services import Words

if TYPE_CHECKING:
    from zeroclaw.chat.markdown_stream import MarkdownStream

__all__ = ["STDIN", "STDOUT", "TerminalChat"]

STDIN: Final = 0
STDOUT: Final = 1


@frozen
class TerminalChat:
    """A `Front` that draws: an answer is laid out while it comes, below it one can always write."""

    words: Words
    history: History
    environment: Mapping[str, str] = field(repr=False)

    async def talk(self, talk: Talk) -> Next:
        """See `Front.talk`."""
        style = style_for(self.environment, is_terminal=True)
        with Output(STDOUT, sys.stdout.encoding) as output:
            prompt = Prompt(self.words, self.history, COMMAND_NAMES)
            view = TurnView(self.words, style, partial(_markdown, style.colour), talk.text_of)
            return await Desk(talk, output, STDIN, prompt, view, self.words, style).run()


def _markdown(colour: bool) -> MarkdownStream:
    # Loaded behind the first prompt, by the desk.
    from zeroclaw.chat.markdown_stream import MarkdownStream

    return MarkdownStream(colour)
