"""Takes a one-time code from its user."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, TextIO, TypeAlias

import click

from zeroclaw.errors import WrongUsage
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say

__all__ = ["Enter", "enter_code"]

DIGITS: Final = 6
LONGEST_LINE: Final = 100

Enter: TypeAlias = Callable[[str], str | None]
"""Asks for a code in these words; None when the person left instead."""


def enter_code(prompt: str) -> str | None:
    """The code: asked for on a terminal, else the next line of standard input.

    Spaces as apps show them in it do not count. None when the person left instead. Raises
    `WrongUsage` for what is no code; it counts as no try.
    """
    line = _asked(prompt) if _is_terminal(sys.stdin) else _piped()
    if line is None:
        return None
    code = "".join(line.split())
    if len(code) != DIGITS or not (code.isascii() and code.isdigit()):
        raise WrongUsage(problem=say("otp_no_code"))
    return code


def _asked(prompt: str) -> str | None:
    try:
        text: str = click.prompt(visible(prompt), prompt_suffix=" ", err=True)
    except click.Abort:
        # Ctrl+C or Ctrl+D, which leave the cursor behind the question.
        click.echo(err=True)
        return None
    return text


def _piped() -> str:
    # A standard input that was closed has nothing.
    return "" if sys.stdin is None else sys.stdin.readline(LONGEST_LINE)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
