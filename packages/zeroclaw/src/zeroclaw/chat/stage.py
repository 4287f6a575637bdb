"""Owns the terminal during a talk: what it shows is painted again whenever something changed."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import Final

import trio
from attrs import define, field

from zeroclaw.chat.prompt import Prompt
from zeroclaw.chat.raw_mode import ENTER_SEQUENCES, LEAVE_SEQUENCES, raw_mode
from zeroclaw.chat.region import Region
from zeroclaw.chat.turn_view import TurnView
from zeroclaw.terminal.errors import OutputError
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.question_text import QuestionText
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.style import Style
from zeroclaw_api.services import Words

__all__ = ["Stage"]

FRAME_SECONDS: Final = 0.04
"""The least time between two paintings: nobody reads faster, and slow lines stay usable."""

TICK_SECONDS: Final = 0.125
"""How often a running turn is painted when nothing happens, so that its seconds pass."""

LEAVE_SECONDS: Final = 1.0
"""To leave the screen in order, on a terminal that takes nothing any more."""

MOST_PROMPT_ROWS: Final = 12


@define(eq=False)
class Stage:
    """A view of the conversation above a prompt. `hint` gives a sentence that soon passes, or none.

    What reads or writes the terminal raises `OutputClosed`, `OutputFailed`, `TerminalUnavailable`.
    """

    _output: Output
    _input: int
    _prompt: Prompt
    _view: TurnView
    _words: Words
    _style: Style
    _hint: Callable[[], str]
    _region: Region = field(init=False)
    _raw: ExitStack = field(factory=ExitStack, init=False)
    _dirty: trio.Event = field(factory=trio.Event, init=False)
    _painted: trio.Event = field(factory=trio.Event, init=False)
    _before_paint: Callable[[], Awaitable[None]] | None = field(default=None, init=False)
    _is_passing: bool = field(default=False, init=False)
    """Whether it shows something that changes as time passes."""

    def __attrs_post_init__(self) -> None:
        self._region = Region(self._output)

    @property
    def width(self) -> int:
        """How many cells a line may take now."""
        return self._region.columns

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Take the terminal over during the block; afterwards it is as it was."""
        with self._raw:
            self._raw.enter_context(raw_mode(self._input))
            try:
                await self._output.write(ENTER_SEQUENCES)
                yield
            finally:
                await self._leave()

    def changed(self) -> None:
        """There is something to paint."""
        self._dirty.set()

    async def painted(self) -> None:
        """Wait for the end of the next painting."""
        await self._painted.wait()

    def clear(self) -> None:
        """Show nothing above the prompt but what still changes."""
        self._before_paint = self._region.clear_screen
        self._dirty.set()

    def suspend(self) -> None:
        """Stop the program, and give the terminal back, until it is told to go on."""
        self._before_paint = self._suspended
        self._dirty.set()

    async def paint_on(self) -> None:
        """Paint for ever."""
        while True:
            with trio.move_on_after(TICK_SECONDS if self._is_passing else float("inf")):
                await self._dirty.wait()
            self._dirty = trio.Event()
            await self._paint()
            await trio.sleep(FRAME_SECONDS)

    async def watch_size(self) -> None:
        """Paint for each new size of the terminal."""
        with trio.open_signal_receiver(signal.SIGWINCH) as signals:
            async for _number in signals:
                self._dirty.set()

    async def _paint(self) -> None:
        region, width = self._region, self._region.columns
        if self._before_paint is not None:
            before, self._before_paint = self._before_paint, None
            await before()
        question = self._prompt.unshown_question
        if question is not None:
            text = QuestionText(self._words, self._style, width)
            self._view.lines(("", *text.lines(question)), width)
        room = region.rows
        prompt = self._prompt.rows(width, max(1, min(MOST_PROMPT_ROWS, room // 3)))
        notes = self._notes()
        self._is_passing = self._view.is_busy or bool(self._hint())
        settled = self._view.take_settled(width)
        free = room - len(prompt.rows) - len(notes) - 1
        above = [*self._view.live(width, max(0, free), trio.current_time()), ""]
        cursor = len(above) + prompt.cursor_row, prompt.cursor_column
        await region.paint(settled, [*above, *prompt.rows, *notes], cursor)
        if question is not None:
            # What was typed until now was not meant as an answer.
            termios.tcflush(self._input, termios.TCIFLUSH)
            self._prompt.question_was_shown(question.question.id)
            self._dirty.set()
        self._painted.set()
        self._painted = trio.Event()

    def _notes(self) -> list[str]:
        notes = filter(None, (self._prompt.note, self._hint()))
        return [self._style.dim(f"  {exact(' '.join(note.split()))}") for note in notes]

    async def _leave(self) -> None:
        with trio.move_on_after(LEAVE_SECONDS, shield=True):
            try:
                await self._region.paint(self._view.take_settled(self.width), (), (0, 0))
                await self._region.leave()
                await self._output.write(LEAVE_SEQUENCES)
            except OutputError:
                # The terminal is gone, so that there is nothing to put in order.
                return

    async def _suspended(self) -> None:
        await self._leave()
        self._raw.close()
        # The whole job, as the terminal itself would: whoever started us waits in the same group.
        os.kill(0, signal.SIGTSTP)
        self._raw.enter_context(raw_mode(self._input))
        await self._output.write(ENTER_SEQUENCES)
        await self._region.resized()
