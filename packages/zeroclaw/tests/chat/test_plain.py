"""A chat line by line only ever writes on, whatever is entered."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.lowlevel import checkpoint

from zeroclaw.chat.plain import PlainChat
from zeroclaw.chat.talk import ChangeAgent, Leave, NewSession, Next, Talk
from zeroclaw.interrupts import listen_to_signals
from zeroclaw.request import Chosen
from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.words import current_words
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.messages import Role
from zeroclaw_providers import CustomSettings
from zeroclaw_runtime import ModelRoute, SessionActor, assemble, open_session
from zeroclaw_testing import (
    FakeTool,
    ModelStore,
    Reached,
    Round,
    ScriptedProvider,
    Stall,
    tool_spec,
)
from zeroclaw_testing import say as saying

SECONDS = 30
SESSION = SessionId("main/s")
SMALL = CustomSettings(uri="http://127.0.0.1:1/v1", model="small")
LARGE = CustomSettings(uri="http://127.0.0.1:1/v1", model="large")
CHOSEN = Chosen(
    AgentChoice("main", "custom.small", SMALL), {"custom.small": SMALL, "custom.large": LARGE}
)
CTRL_D = "\x04"


@define(eq=False)
class Person:
    """Who sits at the terminal; `seen` is all it has shown."""

    session: SessionActor
    master: int
    slave: int
    seen: str = ""
    ended: trio.Event = field(factory=trio.Event)
    next: Next | None = None

    async def sit(self, talk: Talk) -> None:
        """Talk until it is over."""
        try:
            front = PlainChat(current_words(), {"NO_COLOR": "1"}, Path(os.ttyname(self.slave)))
            self.next = await front.talk(talk)
        finally:
            self.ended.set()

    async def sees(self, text: str) -> None:
        """Wait until it is shown; what stood before it is forgotten."""
        while text not in self.seen:
            await trio.lowlevel.wait_readable(self.master)
            self.seen += os.read(self.master, 65_536).decode().replace("\r\n", "\n")
        self.seen = self.seen.partition(text)[2]

    async def enters(self, text: str) -> None:
        """Type at the prompt, however many lines."""
        await self.sees("> ")
        os.write(self.master, text.encode())

    @property
    def said(self) -> list[str]:
        return [m.text for m in self.session.conversation if m.role is Role.USER]


@asynccontextmanager
async def sitting(
    *rounds: Round, store: ModelStore | None = None, is_resumed: bool = False
) -> AsyncIterator[Person]:
    """A person whose talk began; a signal ends it as it ends the command."""
    store = ModelStore() if store is None else store
    provider = ScriptedProvider(rounds)
    agent = assemble("main", [ModelRoute(provider, "model")], tools=[FakeTool(tool_spec("look"))])
    master, slave = os.openpty()
    try:
        with trio.fail_after(SECONDS):
            async with (
                listen_to_signals() as interrupts,
                open_session(agent, SESSION, store=store) as session,
                trio.open_nursery() as nursery,
            ):
                opened = OpenedAgent(agent, store, checkpoint)
                talk = Talk(opened, session, CHOSEN, interrupts, "s", is_resumed)
                person = Person(session, master, slave)
                nursery.start_soon(person.sit, talk)
                yield person
                nursery.cancel_scope.cancel()
    finally:
        os.close(slave)
        os.close(master)


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


async def test_a_line_is_answered_on_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    async with sitting(saying("Hi **there**.")) as person:
        await person.sees("main · custom.small · small · session s · /help tells more\n")
        await person.enters("Hello.\n")
        await person.enters(CTRL_D)
        await person.ended.wait()
        assert person.next == Leave(0)
        assert person.said == ["Hello."]
    assert "Hi **there**." in capfd.readouterr().out


async def test_lines_that_were_pasted_are_one_message() -> None:
    async with sitting(saying("Yes.")) as person:
        await person.enters("one\n\n  two\n")
        await person.enters(CTRL_D)
        await person.ended.wait()
        assert person.said == ["one\n\n  two"]


async def test_an_empty_line_says_nothing() -> None:
    async with sitting() as person:
        await person.enters("\n")
        await person.enters("   \n")
        await person.enters(CTRL_D)
        await person.ended.wait()
        assert person.said == []


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("/help", "cancel the running turn; so does Ctrl+C"),
        ("/tools", "look  runs by itself · The tool look of a test."),
        ("/cost", "0 model requests"),
        ("/model", "*  custom.small"),
        ("/stop", "No turn is running."),
        ("/halp", "There is no command /halp; did you mean /help?"),
        ("/zzzzz", "did you mean /help?"),
        ("/model custom.huge", "There is no model custom.huge"),
    ],
)
async def test_a_command_tells_something_and_asks_for_more(command: str, shown: str) -> None:
    async with sitting() as person:
        await person.enters(f"{command}\n")
        await person.sees(shown)
        await person.enters("/quit\n")
        await person.ended.wait()
        assert person.next == Leave(0)
        assert person.said == []


async def test_other_sessions_with_other_models_come_next() -> None:
    async with sitting() as person:
        await person.enters("/new\n")
        await person.ended.wait()
        assert person.next == NewSession()
    async with sitting() as person:
        await person.enters("/model custom.large\n")
        await person.ended.wait()
        assert isinstance(person.next, ChangeAgent)
        assert person.next.chosen.agent.settings == LARGE


async def test_one_ctrl_c_at_the_prompt_is_forgiven() -> None:
    async with sitting(saying("Hi."), saying("Hi.")) as person:
        for number in range(2):
            await person.sees("> ")
            press_ctrl_c()
            await person.sees("Ctrl+C again leaves.")
            await person.enters(f"Hello {number}.\n")
        await person.enters(CTRL_D)
        await person.ended.wait()
        assert person.said == ["Hello 0.", "Hello 1."]


async def test_a_second_ctrl_c_at_the_prompt_leaves() -> None:
    async with sitting() as person:
        await person.sees("> ")
        press_ctrl_c()
        await person.sees("Ctrl+C again leaves.")
        await person.sees("> ")
        press_ctrl_c()
        await trio.Event().wait()
    assert person.ended.is_set()
    assert person.next is None


async def test_ctrl_c_cancels_a_turn_without_counting_later() -> None:
    is_running = trio.Event()
    async with sitting((Reached(is_running), Stall()), saying("Hi.")) as person:
        await person.enters("Hello.\n")
        await is_running.wait()
        press_ctrl_c()
        await person.sees("> ")
        press_ctrl_c()
        await person.sees("Ctrl+C again leaves.")
        await person.enters("Once more.\n")
        await person.enters(CTRL_D)
        await person.ended.wait()
        assert person.next == Leave(0)
        assert person.said == ["Hello.", "Once more."]


async def test_a_second_ctrl_c_leaves_a_turn_that_goes_on() -> None:
    is_running = trio.Event()
    async with sitting((Reached(is_running), Stall())) as person:
        await person.enters("Hello.\n")
        await is_running.wait()
        # Two of one kind could be heard as one.
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)
        await trio.Event().wait()
    assert person.next is None


async def test_the_reason_of_a_failure_is_told() -> None:
    async with sitting((ValueError("it broke"),)) as person:
        await person.enters("Hello.\n")
        await person.sees("it broke")
        await person.enters(CTRL_D)
        await person.ended.wait()


async def test_the_last_answer_of_a_resumed_session_is_shown_again() -> None:
    store = ModelStore()
    rounds = [saying("First."), saying("Last\x1b[2J\nanswer.")]
    agent = assemble("main", [ModelRoute(ScriptedProvider(rounds), "model")])
    async with open_session(agent, SESSION, store=store) as session:
        await session.ask("One?")
        await session.ask("Two?")
    async with sitting(store=store, is_resumed=True) as person:
        await person.sees("/help tells more\nLast\\x1b[2J\nanswer.\n> ")


async def test_a_resumed_session_without_an_answer_begins_at_the_prompt() -> None:
    async with sitting(is_resumed=True) as person:
        await person.sees("/help tells more\n> ")


async def test_a_terminal_that_goes_away_is_told(tmp_path: Path) -> None:
    store = ModelStore()
    agent = assemble("main", [ModelRoute(ScriptedProvider(), "model")])
    with trio.fail_after(SECONDS):
        async with (
            listen_to_signals() as interrupts,
            open_session(agent, SESSION, store=store) as session,
        ):
            opened = OpenedAgent(agent, store, checkpoint)
            talk = Talk(opened, session, CHOSEN, interrupts, "s", is_resumed=False)
            with pytest.raises(TerminalUnavailable):
                await PlainChat(current_words(), {}, tmp_path / "gone").talk(talk)
