"""Runs the command on a terminal of its own, where somebody types."""

from __future__ import annotations

import os
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import trio
from attrs import field, frozen
from command_line import COMMAND, CommandLine, Running
from planted_secrets import current_watch

__all__ = ["AtTerminal", "started_at_terminal"]

READ_SIZE = 4096


@frozen(eq=False)
class AtTerminal:
    """A command under way, with the other end of its terminal; `shown` is all it has shown."""

    running: Running
    _fd: int
    shown: bytearray = field(factory=lambda: current_watch().record("a terminal"))
    _types_secrets: bool = False

    @property
    def local_flags(self) -> int:
        """Whether the terminal echoes, edits lines, turns keys into signals."""
        return int(termios.tcgetattr(self._fd)[3])

    async def wait_for(self, *words: bytes) -> None:
        """Read on until it has shown one of these words."""
        while not any(each in self.shown for each in words):
            assert await self._read(), f"it ended before it showed {words!r}: {self.shown!r}"

    async def type(self, keys: bytes) -> None:
        """Press keys."""
        if self._types_secrets:
            current_watch().plant(keys, "what was typed into `secrets set`")
        await trio.lowlevel.wait_writable(self._fd)
        os.write(self._fd, keys)

    async def finish(self) -> int:
        """Read to the end of the command; its exit code."""
        while await self._read():
            continue
        return await self.running.process.wait()

    async def _read(self) -> bool:
        await trio.lowlevel.wait_readable(self._fd)
        # The end of a terminal is told as an error, EIO.
        with suppress(OSError):
            data = os.read(self._fd, READ_SIZE)
            self.shown.extend(data)
            return bool(data)
        return False


@asynccontextmanager
async def started_at_terminal(command: CommandLine, *arguments: str) -> AsyncIterator[AtTerminal]:
    """Start it as the leader of a session that owns a new terminal; it is killed at the end."""
    command.watched(*arguments)
    ours, theirs = os.openpty()
    try:
        process = await trio.lowlevel.open_process(
            [COMMAND, *arguments],
            env={**command.variables(), "TERM": "xterm"},
            cwd=command.home,
            preexec_fn=partial(os.login_tty, theirs),
        )
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    try:
        is_secret = arguments[:2] == ("secrets", "set")
        yield AtTerminal(Running(process), ours, types_secrets=is_secret)
    finally:
        if process.returncode is None:
            process.kill()
        with trio.move_on_after(10, shield=True):
            await process.wait()
        os.close(ours)
