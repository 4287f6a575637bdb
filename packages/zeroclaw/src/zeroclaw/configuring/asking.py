"""Asks before something is changed that is not easily undone."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from zeroclaw.errors import WrongUsage
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say

__all__ = ["agreed"]


def agreed(question: str, *, is_agreed: bool) -> bool:
    """Whether the user wants it; raises `WrongUsage` when nobody can be asked.

    With `is_agreed` nobody is asked.
    """
    if is_agreed:
        return True
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stderr)):
        raise WrongUsage(problem=say("config_unasked"))
    try:
        return click.confirm(visible(question), err=True)
    except click.Abort:
        # Ctrl+D, which leaves the cursor behind the question.
        click.echo(err=True)
        return False


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
