"""A person at a real terminal, for tests of the chat that is drawn there."""

from __future__ import annotations

import os
import termios
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import pyte
import trio
from attrs import define, field
from trio.lowlevel import checkpoint

from zeroclaw.chat.commands import COMMAND_NAMES
from zeroclaw.chat.desk import Desk
from zeroclaw.chat.history import History
from zeroclaw.chat.markdown_stream import MarkdownStream
from zeroclaw.chat.prompt import Prompt
from zeroclaw.chat.raw_mode import LEAVE_SEQUENCES
from zeroclaw.chat.talk import Leave, Next, Talk
from zeroclaw.chat.turn_view import TurnView
from zeroclaw.interrupts import CANCELLED, Interrupts, listen_to_signals
from zeroclaw.request import Chosen
from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.output import Output
from zeroclaw.terminal.style import Style
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.words import current_words
from zeroclaw_api.identifiers import SessionId
from zeroclaw_providers import CustomSettings
from zeroclaw_runtime import Agent, ModelRoute, SessionActor, assemble, open_session
from zeroclaw_testing import FakeTool, ModelStore, Round, ScriptedProvider

__all__ = ["COLUMNS", "LARGE", "ROWS", "SECONDS", "SESSION", "Person", "sitting"]

SECONDS = 30
COLUMNS, ROWS = 80, 24
SESSION = SessionId("main/s")
WORDS, STYLE = current_words(), Style(colour=False)
SMALL = CustomSettings(uri="http://127.0.0.1:1/v1", model="small")
LARGE = CustomSettings(uri="http://127.0.0.1:1/v1", model="large")
CHOSEN = Chosen(
    AgentChoice("main", "custom.small", SMALL), {"custom.small": SMALL, "custom.large": LARGE}
)


@define(eq=False)
class Person:
    """Who sits at the other end of the terminal; `raw` is all that was sent to it."""

    session: SessionActor
    history: Path
    is_resumed: bool
    master: int = field(init=False)
    slave: int = field(init=False)
    raw: bytearray = field(factory=bytearray)
    ended: trio.Event = field(factory=trio.Event)
    next: Next | None = None
    is_gone: bool = False
    output: Output = field(init=False)
    prompt: Prompt = field(init=False)
    _screen: pyte.HistoryScreen = field(init=False)
    _stream: pyte.ByteStream = field(init=False)
    _scrolled: list[str] = field(factory=list)
    _changed: trio.Event = field(factory=trio.Event)
    _looks: trio.Event = field(factory=trio.Event)

    def __attrs_post_init__(self) -> None:
        self.master, self.slave = os.openpty()
        termios.tcsetwinsize(self.slave, (ROWS, COLUMNS))
        self._screen = pyte.HistoryScreen(COLUMNS, ROWS, history=100_000)
        self._stream = pyte.ByteStream(self._screen)
        self._looks.set()
        self.output = Output(self.slave)

    def close(self) -> None:
        """Let both ends of the terminal go."""
        with self.output:
            os.close(self.slave)
        if not self.is_gone:
            os.close(self.master)

    @property
    def text(self) -> str:
        """All that was ever shown, scrollback first."""
        new = islice(self._screen.history.top, len(self._scrolled), None)
        self._scrolled += ("".join(line[x].data for x in range(COLUMNS)).rstrip() for line in new)
        return "\n".join((*self._scrolled, self.screen))

    @property
    def screen(self) -> str:
        """What is shown now."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def paste(self, text: str) -> None:
        """Paste, as a terminal marks it."""
        self.type(f"\x1b[200~{text}\x1b[201~")

    def look_away(self) -> None:
        """The terminal takes no more than its buffer has room for."""
        self._looks = trio.Event()

    def look_again(self) -> None:
        """It takes everything again."""
        self._looks.set()

    async def sees(self, *texts: str) -> None:
        """Wait until all of it was shown."""
        await self.until(lambda: all(text in self.text for text in texts))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds of what is shown."""
        with trio.move_on_after(SECONDS):
            while not holds():
                await self._changed.wait()
        assert holds(), self.text

    async def says(self, text: str, answer: str) -> None:
        """Say something, see the answer to its end."""
        self.type(f"{text}\r")
        await self.sees(answer)
        await self.until(lambda: "Ctrl+C stops" not in self.screen)

    async def left_with(self) -> Next | None:
        """What comes after the talk."""
        await self.ended.wait()
        return self.next

    async def left_in_order(self) -> bool:
        """Wait for the end of the talk; whether the terminal edits lines as before."""
        await self.ended.wait()
        await self.until(lambda: self.raw.endswith(LEAVE_SEQUENCES.encode()))
        return bool(termios.tcgetattr(self.slave)[3] & termios.ICANON)

    def goes_away(self) -> None:
        """Close the window."""
        trio.lowlevel.notify_closing(self.master)
        os.close(self.master)
        self.is_gone = True

    async def look(self) -> None:
        """Look at the terminal until it is gone."""
        while True:
            await self._looks.wait()
            if self._has_gone():
                return
            try:
                await trio.lowlevel.wait_readable(self.master)
            except trio.ClosedResourceError:
                return
            if self._has_gone():
                return
            if not self._looks.is_set():
                continue
            data = os.read(self.master, 65_536)
            self.raw += data
            self._stream.feed(data)
            self._change()

    def _has_gone(self) -> bool:
        return self.is_gone

    def talk(self, agent: Agent, store: ModelStore, interrupts: Interrupts) -> Desk:
        """The desk for the talk, not yet run."""
        opened = OpenedAgent(agent, store, checkpoint)
        talk = Talk(opened, self.session, CHOSEN, interrupts, "s", self.is_resumed)
        self.prompt = Prompt(WORDS, History.load(self.history), COMMAND_NAMES)
        view = TurnView(WORDS, STYLE, partial(MarkdownStream, False), talk.text_of)
        return Desk(talk, self.output, self.slave, self.prompt, view, WORDS, STYLE)

    async def sit(self, agent: Agent, store: ModelStore) -> None:
        """Talk until it is over."""
        try:
            async with listen_to_signals() as interrupts:
                self.next = await self.talk(agent, store, interrupts).run()
        except* OutputClosed:
            # As the command itself has it.
            self.next = Leave(CANCELLED)
        finally:
            self.ended.set()
            self._change()

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


@asynccontextmanager
async def sitting(
    tmp_path: Path,
    *rounds: Round,
    tools: Sequence[FakeTool] = (),
    store: ModelStore | None = None,
    is_resumed: bool = False,
) -> AsyncIterator[Person]:
    """A person whose talk began, with the rounds for the model to play."""
    store = ModelStore() if store is None else store
    agent = assemble("main", [ModelRoute(ScriptedProvider(rounds), "model")], tools=tools)
    with trio.fail_after(3 * SECONDS):
        async with open_session(agent, SESSION, store=store) as session:
            person = Person(session, tmp_path / "history.jsonl", is_resumed)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(person.look)
                    nursery.start_soon(person.sit, agent, store)
                    await person.sees("/help tells more", "\n›")
                    yield person
                    nursery.cancel_scope.cancel()
            finally:
                person.close()
