"""Takes a terminal out of its line editing for a while."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from zeroclaw.terminal.errors import TerminalUnavailable
from zeroclaw.words import say

__all__ = ["ENTER_SEQUENCES", "LEAVE_SEQUENCES", "raw_mode"]

ENTER_SEQUENCES: Final = "\x1b[?2004h"
"""What is pasted comes marked as such."""

LEAVE_SEQUENCES: Final = "\x1b[?2026l\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[m"
"""Ends whatever a painting that was cut off began: held back output, no wrapping, no cursor."""

_INPUT, _LOCAL, _CHARACTERS = 0, 3, 6
_NOT_IN_INPUT: Final = (
    termios.IGNBRK
    | termios.BRKINT
    | termios.PARMRK
    | termios.ISTRIP
    | termios.INLCR
    | termios.IGNCR
    | termios.ICRNL
    | termios.IXON
)
_NOT_LOCAL: Final = termios.ICANON | termios.ECHO | termios.ECHONL | termios.ISIG | termios.IEXTEN


@contextmanager
def raw_mode(fd: int) -> Iterator[None]:
    """Every key arrives at once as it is, without echo, Ctrl+C included, as long as the block.

    Output is still processed, so that a line feed of anybody else starts a new line. Nothing
    waits for the terminal to take its output; one that is gone at the end is let go.
    Raises `TerminalUnavailable` when the descriptor is no terminal.
    """
    try:
        before = termios.tcgetattr(fd)
        termios.tcsetattr(fd, termios.TCSANOW, _raw(before))
    except (OSError, termios.error) as error:
        raise TerminalUnavailable(path=_name_of(fd), problem=str(error.args[-1])) from error
    try:
        yield
    finally:
        with suppress(OSError, termios.error):
            termios.tcsetattr(fd, termios.TCSANOW, before)


def _raw(mode: list[int | list[bytes | int]]) -> list[int | list[bytes | int]]:
    raw = list(mode)
    flags, local, characters = raw[_INPUT], raw[_LOCAL], raw[_CHARACTERS]
    assert isinstance(flags, int)
    assert isinstance(local, int)
    assert isinstance(characters, list)
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    raw[_INPUT], raw[_LOCAL], raw[_CHARACTERS] = (
        flags & ~_NOT_IN_INPUT,
        local & ~_NOT_LOCAL,
        characters,
    )
    return raw


def _name_of(fd: int) -> str:
    try:
        return os.ttyname(fd)
    except OSError:
        return say("stream_number", number=fd)
