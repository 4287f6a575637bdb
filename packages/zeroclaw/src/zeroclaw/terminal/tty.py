"""Reads lines from the terminal that the program was started on."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import trio
from attrs import define

from zeroclaw.terminal.errors import OutputError, TerminalUnavailable
from zeroclaw.terminal.output import Output
from zeroclaw.words import error_text, say

__all__ = ["CONTROLLING_TERMINAL", "Tty"]

CONTROLLING_TERMINAL: Final = Path("/dev/tty")

PASTE_SECONDS: Final = 0.05
"""Nobody types the next line so soon after the last."""

_FLAGS: Final = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_READ_BYTES: Final = 4096
_MOST_BYTES: Final = 1024 * 1024
"""The longest line, the longest paste: a terminal without line editing could go on for ever."""


@define(eq=False)
class Tty:
    """One opened terminal, read a line at a time, whatever standard input is.

    The terminal does the editing of a line, and turns Ctrl+C into a signal.
    """

    _path: Path
    _fd: int
    _output: Output
    _typed: bytes = b""

    @classmethod
    @contextmanager
    def opened(cls, path: Path, encoding: str = "utf-8") -> Iterator[Self]:
        """Open it for as long as the block. Raises `TerminalUnavailable`."""
        try:
            fd = os.open(path, _FLAGS)
        except OSError as error:
            raise TerminalUnavailable(path=str(path), problem=_reason(error)) from error
        try:
            if not os.isatty(fd):
                raise TerminalUnavailable(path=str(path), problem=say("terminal_is_none"))
            yield cls(path, fd, Output(fd, encoding, str(path)))
        finally:
            os.close(fd)

    @property
    def columns(self) -> int:
        """How wide it is now; 0 when that is unknown."""
        return self._output.columns

    async def write(self, text: str) -> None:
        """Show text. Raises `TerminalUnavailable` when the terminal is gone."""
        try:
            await self._output.write(text)
        except OutputError as error:
            problem = error_text(error)
            raise TerminalUnavailable(path=str(self._path), problem=problem) from error

    def forget_typed(self) -> None:
        """Drop what was typed so far: it was not meant for what is asked next."""
        self._typed = b""
        try:
            termios.tcflush(self._fd, termios.TCIFLUSH)
        except (OSError, termios.error) as error:
            raise TerminalUnavailable(path=str(self._path), problem=str(error)) from error

    async def read_line(self) -> str | None:
        """The next line without its end; None at the end of input (Ctrl+D).

        Cancelling loses nothing. Raises `TerminalUnavailable`.
        """
        while not (line := self._take_line()):
            try:
                await trio.lowlevel.wait_readable(self._fd)
                data = os.read(self._fd, _READ_BYTES)
            except BlockingIOError:
                continue
            except OSError as error:
                raise TerminalUnavailable(path=str(self._path), problem=_reason(error)) from error
            if not data:
                return None
            self._typed += data
        return line.decode("utf-8", "replace").rstrip("\r\n")

    async def read_lines(self) -> str | None:
        """The next line, with those that were pasted together with it; None at the end of input.

        Raises `TerminalUnavailable`.
        """
        first = await self.read_line()
        if first is None:
            return None
        lines, size = [first], len(first)
        while size < _MOST_BYTES:
            line = None
            with trio.move_on_after(PASTE_SECONDS):
                line = await self.read_line()
            if line is None:
                break
            lines.append(line)
            size += len(line) + 1
        return "\n".join(lines)

    def _take_line(self) -> bytes:
        """The first whole line with its end; empty when there is none yet."""
        ends = [end for end in map(self._typed.find, (b"\n", b"\r")) if end >= 0]
        if not ends and len(self._typed) < _MOST_BYTES:
            return b""
        length = min(ends) + 1 if ends else len(self._typed)
        line, self._typed = self._typed[:length], self._typed[length:]
        return line


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
