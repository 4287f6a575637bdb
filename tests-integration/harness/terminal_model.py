"""Runs the command on a terminal that knows what it shows, row by row, scrollback included."""

from __future__ import annotations

import fcntl
import os
import re
import struct
import termios
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

import pyte
import trio
from attrs import define, field
from command_line import COMMAND, CommandLine, Running
from marked_processes import moment
from planted_secrets import current_watch
from wcwidth import wcwidth

__all__ = ["Emulator", "TerminalModel", "private_modes", "started_on_terminal", "unwanted_bytes"]

READ_SIZE: Final = 65_536
WRITE_SIZE: Final = 4_096
SCROLLBACK_ROWS: Final = 20_000
PATIENCE: Final = 30.0
JOINER: Final = "\u200d"

_OURS: Final = re.compile(rb"\x1b\[(?:\d*[ACHJK]|[\d;]*m|\?(?:7|25|2004|2026)[hl])")
"""What the chat may tell a terminal: move, erase, colour, wrap, cursor, paste, hold back."""

_ORDERS: Final = re.compile(
    rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
)
"""Control characters of both kinds, besides the ends of lines, with those that turn text round."""

Modes: TypeAlias = list[int | list[bytes | int]]


class Emulator(pyte.HistoryScreen):
    """A screen on which characters that have no width of their own join the one before."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows, history=SCROLLBACK_ROWS)
        self._scrolled_away: list[str] = []

    def draw(self, data: str) -> None:
        """Show text at the cursor."""
        for char in data:
            if not self._join(char):
                super().draw(char)

    def _join(self, char: str) -> bool:
        # A wide character leaves an empty cell behind it.
        line = self.buffer[self.cursor.y]
        at = self.cursor.x - 1
        if at > 0 and line[at].data == "":
            at -= 1
        before = line[at].data if at >= 0 else ""
        if not before or (wcwidth(char) > 0 and not before.endswith(JOINER)):
            return False
        line[at] = line[at]._replace(data=before + char)
        return True

    @property
    def end_of_cursor_row(self) -> int:
        """The column after the last cell in the row of the cursor that something is in."""
        line = self.buffer[self.cursor.y]
        return 1 + max((x for x in range(self.columns) if line[x].data != " "), default=-1)

    @property
    def scrolled_away(self) -> list[str]:
        """The rows above the screen; those do not change any more."""
        kept = self._scrolled_away
        if len(kept) > len(self.history.top):
            kept.clear()
        new = islice(self.history.top, len(kept), None)
        kept += (_text_of_row(line, max(line, default=0) + 1) for line in new)
        return kept

    @property
    def shown(self) -> list[str]:
        """The rows of the screen."""
        return [_text_of_row(self.buffer[y], self.columns) for y in range(self.lines)]


@define(eq=False)
class TerminalModel:
    """A command under way on a terminal; `raw` is every byte it has sent to it.

    `modes_before` is what the terminal did with keys when the command was started.
    """

    running: Running
    screen: Emulator
    _fd: int
    _name: str
    modes_before: Modes
    raw: bytearray = field(factory=lambda: current_watch().record("a terminal"))
    is_over: bool = False
    _halt_at: bytes | None = field(default=None, init=False)
    _stream: pyte.ByteStream = field(init=False)
    _changed: trio.Event = field(factory=trio.Event, init=False)

    def __attrs_post_init__(self) -> None:
        self._stream = pyte.ByteStream(self.screen)

    @property
    def modes(self) -> Modes:
        """What the terminal does with keys, as the kernel keeps it."""
        return termios.tcgetattr(self._fd)

    @property
    def rows(self) -> list[str]:
        """Every row, scrollback first."""
        return [*self.screen.scrolled_away, *self.screen.shown]

    @property
    def text(self) -> str:
        """All rows, scrollback first, as lines."""
        return "\n".join(self.rows)

    @property
    def screen_text(self) -> str:
        """The rows on the screen as lines."""
        return "\n".join(self.screen.shown)

    @property
    def cursor_row(self) -> str:
        """The row the cursor stands in."""
        return self.screen.shown[self.screen.cursor.y]

    def times(self, words: str) -> int:
        """How often the words stand in scrollback with screen."""
        return self.text.count(words)

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until what is shown is so, at most `PATIENCE` seconds."""
        with trio.move_on_after(PATIENCE):
            while not holds() and not self.is_over:
                await self._changed.wait()
        assert holds(), f"it is over: {self.is_over}, it shows:\n{self.text}"

    async def wait_for(self, *words: str) -> None:
        """Wait until all of these are somewhere on the screen or above it."""
        await self.wait_until(lambda: all(word in self.text for word in words))

    async def wait_at(self, row: str) -> None:
        """Wait until the cursor stands in this very row."""
        await self.wait_until(lambda: self.cursor_row == row)

    async def type(self, keys: str | bytes) -> None:
        """Press keys; returns when the terminal has taken all of them."""
        rest = keys.encode() if isinstance(keys, str) else keys
        while rest:
            await trio.lowlevel.wait_writable(self._fd)
            with suppress(BlockingIOError):
                rest = rest[os.write(self._fd, rest[:WRITE_SIZE]) :]

    async def enter(self, text: str) -> None:
        """Write a line, then press Enter."""
        await self.type(f"{text}\r")

    async def paste(self, text: str) -> None:
        """What a terminal sends when the clipboard is inserted."""
        line_ends = text.replace("\n", "\r")
        await self.type(f"\x1b[200~{line_ends}\x1b[201~")

    def halt_at(self, words: bytes | None) -> None:
        """Take nothing more from the command once it has sent these words; None goes on."""
        self._halt_at = words
        self._tell()

    @property
    def is_halted(self) -> bool:
        """Whether the words have come that nothing is taken after."""
        return self._halt_at is not None and self._halt_at in self.raw

    async def keys_are_read(self) -> None:
        """Wait until the command has read every key that was pressed."""
        theirs = os.open(self._name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            while any(fcntl.ioctl(theirs, termios.FIONREAD, bytes(4))):
                await moment(0.005)
        finally:
            os.close(theirs)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the kernel tells the programs in the foreground."""
        self.screen.resize(rows, columns)
        self.screen.ensure_hbounds()
        _set_size(self._fd, columns, rows)

    def hang_up(self) -> None:
        """Take the terminal away, as closing its window does."""
        trio.lowlevel.notify_closing(self._fd)
        os.close(self._fd)
        self._fd = -1

    async def finish(self) -> int:
        """Wait for the end of the command; its exit code. All it has shown was read."""
        while not self.is_over:
            await self._changed.wait()
        return await self.running.process.wait()

    async def follow(self) -> None:
        """Show what comes until the terminal is closed by everybody who had it open."""
        while data := await self._read():
            self.raw += data
            self._stream.feed(data)
            self._tell()
            while self.is_halted:
                await self._changed.wait()
        self.is_over = True
        self._tell()

    def close(self) -> None:
        """Give the terminal back, unless it was taken away."""
        if self._fd >= 0:
            os.close(self._fd)

    def _tell(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _read(self) -> bytes:
        # The end of a terminal is told as an error, EIO; taking it away is another one.
        with suppress(OSError, trio.ClosedResourceError):
            while True:
                await trio.lowlevel.wait_readable(self._fd)
                with suppress(BlockingIOError):
                    return os.read(self._fd, READ_SIZE)
        return b""


@asynccontextmanager
async def started_on_terminal(
    command: CommandLine,
    *arguments: str,
    columns: int = 80,
    rows: int = 24,
    stdout: int | None = None,
) -> AsyncIterator[TerminalModel]:
    """Start it as the leader of a session that owns a new terminal; it is killed at the end.

    `TERM` is what a usual terminal sets, unless the command's environment has it. With `stdout`,
    standard output goes to that descriptor.
    """
    watch, run = command.watched(*arguments)
    ours, theirs = os.openpty()
    try:
        os.set_blocking(ours, False)
        _set_size(ours, columns, rows)
        before, name = termios.tcgetattr(ours), os.ttyname(theirs)
        process = await trio.lowlevel.open_process(
            [*command.through, COMMAND, *arguments],
            env={"TERM": "xterm-256color", **command.variables()},
            cwd=command.home,
            preexec_fn=partial(_log_in, theirs, stdout),
            pass_fds=() if stdout is None else (stdout,),
        )
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    screen = Emulator(columns, rows)
    terminal = TerminalModel(Running(process), screen, ours, name, before)
    opening = trio.open_nursery()
    nursery = await opening.__aenter__()
    nursery.start_soon(terminal.follow)
    try:
        yield terminal
    finally:
        if process.returncode is None:
            process.kill()
        with trio.move_on_after(10, shield=True):
            await process.wait()
        # Left by hand, so that what a test raises stays bare.
        nursery.cancel_scope.cancel()
        await opening.__aexit__(None, None, None)
        terminal.close()
        # On the screen a long line goes on in the next row, with orders between in what was sent.
        watch.record(f"the screen of {run}").extend("".join(terminal.rows).encode())


def private_modes(screen: Emulator) -> set[int]:
    """The numbers of the DEC private modes that are set."""
    return {mode >> 5 for mode in screen.mode if mode >> 5}


def unwanted_bytes(raw: bytes) -> Counter[bytes]:
    """What a terminal would obey besides what the chat itself has to tell it."""
    return Counter(_ORDERS.findall(_OURS.sub(b"", raw)))


def _text_of_row(line: Mapping[int, pyte.screens.Char], columns: int) -> str:
    return "".join(line[x].data for x in range(columns)).rstrip()


def _log_in(theirs: int, stdout: int | None) -> None:
    os.login_tty(theirs)
    if stdout is not None:
        os.dup2(stdout, 1)


def _set_size(fd: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
