"""A talk on the standard streams is drawn there, coloured as the environment says."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import trio
from trio.lowlevel import checkpoint

from zeroclaw.chat.history import History
from zeroclaw.chat.talk import Leave, Next, Talk
from zeroclaw.chat.terminal_front import STDIN, STDOUT, TerminalChat
from zeroclaw.interrupts import Interrupts
from zeroclaw.request import Chosen
from zeroclaw.wiring.agent import OpenedAgent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.words import current_words
from zeroclaw_api.identifiers import SessionId
from zeroclaw_providers import CustomSettings
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import ModelStore, ScriptedProvider
from zeroclaw_testing import say as saying

SECONDS = 30
SETTINGS = CustomSettings(uri="http://127.0.0.1:1/v1", model="small")
CHOSEN = Chosen(AgentChoice("main", "custom.small", SETTINGS), {})
DIM = b"\x1b[2m"


@contextmanager
def terminal() -> Iterator[int]:
    """The other end of a terminal that standard input and output lead to."""
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    kept = [os.dup(fd) for fd in (STDIN, STDOUT)]
    for fd in (STDIN, STDOUT):
        os.dup2(slave, fd)
    try:
        yield master
    finally:
        for fd, old in zip((STDIN, STDOUT), kept, strict=True):
            os.dup2(old, fd)
            os.close(old)
        os.close(slave)
        os.close(master)


async def talked(history: Path, environment: Mapping[str, str]) -> tuple[Next, bytes]:
    """Say something, see it answered, leave; what came next, with all that was shown."""
    shown = bytearray()

    async def person(master: int) -> None:
        async def sees(text: bytes) -> None:
            while text not in shown:
                await trio.lowlevel.wait_readable(master)
                shown.extend(os.read(master, 65_536))

        await sees(b"/help tells more")
        os.write(master, b"Hello.\r")
        await sees(b"Hi there.")
        await sees(b"0.0")
        os.write(master, b"\x04")
        await sees(b"goes on here.")

    agent = assemble("main", [ModelRoute(ScriptedProvider([saying("Hi there.")]), "model")])
    store = ModelStore()
    with terminal() as master, trio.fail_after(SECONDS):
        async with (
            open_session(agent, SessionId("main/s"), store=store) as session,
            trio.open_nursery() as nursery,
        ):
            opened = OpenedAgent(agent, store, checkpoint)
            interrupts = Interrupts(trio.CancelScope())
            talk = Talk(opened, session, CHOSEN, interrupts, "s", is_resumed=False)
            nursery.start_soon(person, master)
            front = TerminalChat(current_words(), History.load(history), environment)
            following = await front.talk(talk)
    return following, bytes(shown)


async def test_a_talk_is_drawn_on_the_standard_streams(tmp_path: Path) -> None:
    following, shown = await talked(tmp_path / "history.jsonl", {"TERM": "xterm"})
    assert following == Leave(0)
    assert DIM in shown


async def test_colours_are_left_out_on_demand(tmp_path: Path) -> None:
    environment = {"TERM": "xterm", "NO_COLOR": "1"}
    _, shown = await talked(tmp_path / "history.jsonl", environment)
    assert DIM not in shown


async def test_what_was_entered_is_in_the_history_next_time(tmp_path: Path) -> None:
    await talked(tmp_path / "history.jsonl", {})
    assert History.load(tmp_path / "history.jsonl").older("") == "Hello."
