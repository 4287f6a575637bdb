"""A chat works in a real terminal multiplexer, not in a model of a terminal alone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import frozen
from chatting import ChatSetting, chat_setting
from command_line import COMMAND
from marked_processes import moment

from zeroclaw_testing.model_server import saying

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@frozen
class Pane:
    """One pane of a server of its own."""

    socket: Path
    environment: dict[str, str]

    async def tmux(self, *arguments: str) -> str:
        """Run one command of tmux; what it prints."""
        done = await trio.run_process(
            ["tmux", "-u", "-f", "/dev/null", "-S", str(self.socket), *arguments],
            env=self.environment,
            capture_stdout=True,
        )
        return done.stdout.decode()

    async def wait_until(self, holds: Callable[[str], bool]) -> str:
        """Wait until what the pane shows, scrollback included, is so."""
        while not holds(shown := await self.tmux("capture-pane", "-p", "-S", "-")):
            await moment(0.05)
        return shown


@asynccontextmanager
async def pane_of(setting: ChatSetting, *arguments: str) -> AsyncIterator[Pane]:
    """A chat in a pane; the server ends with the block."""
    # The path of a socket has to be short.
    with tempfile.TemporaryDirectory() as folder:
        pane = Pane(Path(folder, "s"), {"TERM": "xterm-256color", **setting.command().variables()})
        await pane.tmux("new-session", "-d", "-x", "80", "-y", "24", str(COMMAND), *arguments)
        try:
            yield pane
        finally:
            with trio.move_on_after(5, shield=True):
                await pane.tmux("kill-server")


async def test_answer_with_resized_pane_shows_in_tmux(tmp_path: Path) -> None:
    async with chat_setting(tmp_path) as setting, pane_of(setting, "agent") as pane:
        setting.server.answer(saying("Hello **from the pane** 日本語."), saying("Narrow."))
        await pane.wait_until(lambda shown: "\n›" in shown)
        await pane.tmux("send-keys", "Say hello", "Enter")
        shown = await pane.wait_until(lambda shown: "日本語." in shown and "answering" not in shown)
        assert shown.count("Hello from the pane 日本語.") == 1
        assert "› Say hello" in shown
        await pane.tmux("resize-window", "-x", "40", "-y", "12")
        await pane.tmux("send-keys", "Now narrow", "Enter")
        shown = await pane.wait_until(lambda shown: "Narrow." in shown and "answering" not in shown)
        assert shown.rstrip().endswith("›")
        assert max(map(len, shown.splitlines())) <= 40
