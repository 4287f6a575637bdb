"""The stage shows what is there to show; afterwards the terminal is as it was."""

from __future__ import annotations

import os
import termios
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pyte
import pytest
import trio
from attrs import define, field

from zeroclaw.chat.history import History
from zeroclaw.chat.keys import Typed
from zeroclaw.chat.markdown_stream import MarkdownStream
from zeroclaw.chat.prompt import Prompt
from zeroclaw.chat.stage import Stage
from zeroclaw.chat.turn_view import TurnView
from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.style import Style
from zeroclaw.words import current_words

SECONDS = 30
WORDS = current_words()
PLAIN = Style(colour=False)
COLUMNS, ROWS = 40, 8


class Interrupted(Exception):
    """Something goes wrong during a talk."""


@define(eq=False)
class Theatre:
    """A stage on a terminal of its own, with somebody who looks at it."""

    master: int
    slave: int
    prompt: Prompt
    view: TurnView
    hint: str = ""
    screen: pyte.Screen = field(factory=lambda: pyte.Screen(COLUMNS, ROWS))
    stage: Stage = field(init=False)

    def __attrs_post_init__(self) -> None:
        output = Output(self.slave)
        self.stage = Stage(
            output, self.slave, self.prompt, self.view, WORDS, PLAIN, lambda: self.hint
        )

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        async with self.stage.held(), trio.open_nursery() as nursery:
            nursery.start_soon(self.stage.paint_on)
            self.stage.changed()
            yield
            nursery.cancel_scope.cancel()

    async def shows(self, *rows: str) -> None:
        """Wait until these are the rows that are not empty."""
        stream = pyte.ByteStream(self.screen)
        while tuple(row.rstrip() for row in self.screen.display if row.strip()) != rows:
            await trio.lowlevel.wait_readable(self.master)
            stream.feed(os.read(self.master, 65_536))

    def modes(self) -> list[int | list[bytes | int]]:
        return termios.tcgetattr(self.slave)


@pytest.fixture
def theatre(tmp_path: Path) -> Iterator[Theatre]:
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (ROWS, COLUMNS))
    prompt = Prompt(WORDS, History.load(tmp_path / "history"), ())
    view = TurnView(WORDS, PLAIN, partial(MarkdownStream, False), lambda _: None)
    yield Theatre(master, slave, prompt, view)
    os.close(master)
    os.close(slave)


async def test_lines_stand_above_the_prompt_with_its_hint(theatre: Theatre) -> None:
    with trio.fail_after(SECONDS):
        async with theatre.playing():
            await theatre.shows("›")
            theatre.view.lines(("one", "two"), theatre.stage.width)
            theatre.prompt.press(Typed("draft"))
            theatre.hint = "soon over"
            theatre.stage.changed()
            await theatre.shows("one", "two", "› draft", "  soon over")


async def test_hint_goes_away_without_another_change(theatre: Theatre) -> None:
    with trio.fail_after(SECONDS):
        async with theatre.playing():
            theatre.hint = "soon over"
            await theatre.shows("›", "  soon over")
            theatre.hint = ""
            await theatre.shows("›")


async def test_cleared_stage_shows_the_prompt_alone(theatre: Theatre) -> None:
    with trio.fail_after(SECONDS):
        async with theatre.playing():
            theatre.view.lines(("one",), theatre.stage.width)
            theatre.stage.changed()
            await theatre.shows("one", "›")
            theatre.stage.clear()
            await theatre.shows("›")


async def test_terminal_is_as_before_whatever_ends_the_talk(theatre: Theatre) -> None:
    before = theatre.modes()

    async def play() -> None:
        async with theatre.playing():
            await theatre.shows("›")
            assert theatre.modes() != before
            raise Interrupted

    with trio.fail_after(SECONDS), pytest.raises(ExceptionGroup):
        await play()
    assert theatre.modes() == before
    assert theatre.screen.cursor.hidden is False


async def test_nothing_is_held_where_there_is_no_terminal(theatre: Theatre) -> None:
    reading, writing = os.pipe()
    nowhere = Stage(
        Output(writing), reading, theatre.prompt, theatre.view, WORDS, PLAIN, lambda: ""
    )
    with pytest.raises(TerminalUnavailable):
        await nowhere.held().__aenter__()
    os.close(reading)
    os.close(writing)
