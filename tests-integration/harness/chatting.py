"""Opens a chat with a scripted model on a terminal model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import frozen
from command_line import CommandLine
from homes import SECRET, write_config
from terminal_model import TerminalModel, started_on_terminal
from tool_turns import messages_of, text_of

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import Completion, ModelServer, Silence, serve_model

__all__ = [
    "PROMPT",
    "RUNNING",
    "SECONDS",
    "ChatSetting",
    "chat_setting",
    "halting",
    "last_said",
    "told_of_calls",
    "turn_ended",
]

PROMPT: Final = "›"
RUNNING: Final = "Ctrl+C stops"
"""What is shown as long as a turn runs."""

SECONDS: Final = 60
"""The longest a test may take."""


@frozen(eq=False)
class ChatSetting:
    """A home with a config whose model is scripted."""

    home: Path
    server: ModelServer

    @asynccontextmanager
    async def chat(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> AsyncIterator[TerminalModel]:
        """The chat, ready to be written to."""
        async with started_on_terminal(
            self.command(environment), "agent", *arguments, columns=columns, rows=rows
        ) as terminal:
            await terminal.wait_at(PROMPT)
            yield terminal

    def command(self, environment: Mapping[str, str] | None = None) -> CommandLine:
        """The command in this home."""
        return CommandLine(self.home, {"SOME_KEY": SECRET, **(environment or {})})


@asynccontextmanager
async def chat_setting(home: Path, level: str = "supervised") -> AsyncIterator[ChatSetting]:
    """A server that has no answer yet, with a home that names it; all of it takes `SECONDS`."""
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            write_config(home, server.url, level=level)
            yield ChatSetting(home, server)


def halting(before: str, until: trio.Event, after: str) -> Completion:
    """An answer that stops in the middle until something has happened."""
    parts = (TextDelta(before), Silence(until), TextDelta(after), Finish(FinishReason.STOP))
    return Completion(parts)


async def turn_ended(chat: TerminalModel) -> None:
    """Wait until no turn is shown to run."""
    await chat.wait_until(lambda: RUNNING not in chat.screen_text)


def last_said(server: ModelServer) -> str:
    """What the user said last, as the model server got it, without the date before it."""
    messages = messages_of(server.requests[-1])
    texts = [text_of(message) for message in messages if message["role"] == "user"]
    before, _, said = texts[-1].partition("\n\n")
    assert before.startswith("[Date] ")
    return said.lstrip("\n")


def told_of_calls(server: ModelServer) -> list[str]:
    """The results of all calls that the last request tells the model."""
    messages = messages_of(server.requests[-1])
    return [text_of(message) for message in messages if message["role"] == "tool"]
