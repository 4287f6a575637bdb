"""Runs an installer, whose output is shown as it comes."""

from __future__ import annotations

import codecs
import os
import termios
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import define, field, frozen

from zeroclaw.terminal.errors import OutputError
from zeroclaw.terminal.output import Output
from zeroclaw_api.processes import Command, Processes

__all__ = ["Installed", "run_installer"]

KEPT_CHARACTERS: Final = 64 * 1024
"""Of the end of the output, where the reason of a failure is."""
READ_BYTES: Final = 65_536
LINES: Final = 24

_ON_TERMINAL: Final = ("/bin/sh", "-c", 'exec "$@" >"$0" 2>&1')


@frozen
class Installed:
    """How an installer ended, 0 if well, None if it was killed, with the end of its output."""

    exit_code: int | None
    output: str


@define(eq=False)
class _Shown:
    """Where output goes: to a stream of ours, until nobody reads that, with the end kept."""

    _out: Output
    text: str = ""
    _is_gone: bool = False
    _decoder: codecs.IncrementalDecoder = field(
        factory=lambda: codecs.getincrementaldecoder("utf-8")("replace")
    )

    async def add(self, data: bytes) -> None:
        text = self._decoder.decode(data)
        self.text = (self.text + text)[-KEPT_CHARACTERS:]
        if not self._is_gone:
            try:
                await self._out.write(text)
            except OutputError:
                self._is_gone = True


async def run_installer(
    processes: Processes,
    argv: tuple[str, ...],
    folder: Path,
    environment: Mapping[str, str],
    out: Output,
) -> Installed:
    """Run it in a folder that is its own, for its temporary files as well.

    On a terminal it gets a terminal, so that it draws its progress. It is dead when this
    returns, however that is. Raises what the process room raises.
    """
    command = Command(argv, str(folder), {**environment, "TMPDIR": str(folder)})
    shown = _Shown(out)
    if not out.is_terminal:
        return Installed(await _run(processes, command, shown), shown.text)
    with _terminal(out.columns) as terminal:
        command = Command((*_ON_TERMINAL, terminal.path, *argv), command.cwd, command.env)
        async with _followed(terminal, shown):
            code = await _run(processes, command, shown)
    return Installed(code, shown.text)


async def _run(processes: Processes, command: Command, shown: _Shown) -> int | None:
    async with processes.start(command) as process, trio.open_nursery() as nursery:
        await process.close_stdin()
        nursery.start_soon(_follow, process.receive_stdout, shown)
        nursery.start_soon(_follow, process.receive_stderr, shown)
        ended = await process.wait()
    return ended.exit_code


async def _follow(receive: Callable[[], Awaitable[bytes]], shown: _Shown) -> None:
    while data := await receive():
        await shown.add(data)


@define(eq=False)
class _Terminal:
    """Both ends of a terminal that nobody sits at; the far one is opened by its `path`."""

    path: str
    _ours: int
    _theirs: int
    _is_ended: bool = False

    async def receive(self) -> bytes:
        """What was shown on it; nothing once it has ended."""
        await trio.lowlevel.wait_readable(self._ours)
        try:
            return os.read(self._ours, READ_BYTES)
        except OSError:
            # So the end is told, when no process has the far end open.
            return b""

    def end(self) -> None:
        """Let go of the far end, which was kept open until a program had opened it."""
        if not self._is_ended:
            self._is_ended = True
            os.close(self._theirs)

    def close(self) -> None:
        """Close both ends."""
        self.end()
        os.close(self._ours)


@contextmanager
def _terminal(columns: int) -> Iterator[_Terminal]:
    ours, theirs = os.openpty()
    terminal = _Terminal(os.ttyname(theirs), ours, theirs)
    try:
        if columns:
            termios.tcsetwinsize(theirs, (LINES, columns))
        yield terminal
    finally:
        terminal.close()


@asynccontextmanager
async def _followed(terminal: _Terminal, shown: _Shown) -> AsyncIterator[None]:
    """Show what comes on a terminal during the block, to its end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow, terminal.receive, shown)
        yield
        terminal.end()
