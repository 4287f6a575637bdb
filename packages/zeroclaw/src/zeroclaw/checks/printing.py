"""Prints what a command has to say, as other programs may read it."""

from __future__ import annotations

import sys
from typing import Final

import trio

from zeroclaw.terminal.output import Output

__all__ = ["print_text"]

STDOUT: Final = 1


def print_text(text: str) -> None:
    """Write to standard output. Raises `OutputClosed`, `OutputFailed`."""
    trio.run(_write, text)


async def _write(text: str) -> None:
    encoding = "utf-8" if sys.stdout is None else sys.stdout.encoding
    with Output(STDOUT, encoding) as out:
        await out.write(text)
