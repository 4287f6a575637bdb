"""Writes what a command found to standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Final

import click

from zeroclaw.terminal.errors import OutputClosed, OutputFailed
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_api.json import Json

__all__ = ["is_terminal", "show", "show_json", "show_lines"]

STDOUT: Final = 1


def show(text: str, *, is_harmless: bool = False) -> None:
    """One text with a line's end; on a terminal it cannot be obeyed, unless it is harmless.

    Raises `OutputClosed`, `OutputFailed`.
    """
    try:
        is_obeyed = is_terminal() and not is_harmless
        # Whether there are colours in it was decided before.
        click.echo(visible(text) if is_obeyed else text, color=True)
    except OSError as error:
        _drop_the_rest()
        if isinstance(error, BrokenPipeError):
            raise OutputClosed(output=say("stream_output")) from error
        problem = error.strerror or say("config_refused")
        raise OutputFailed(output=say("stream_output"), problem=problem.lower()) from error


def show_lines(lines: Iterable[str]) -> None:
    """All of them at once; nothing when there are none."""
    text = "\n".join(lines)
    if text:
        show(text)


def show_json(value: Json) -> None:
    """One JSON document."""
    show(json.dumps(value, ensure_ascii=False, indent=2))


def is_terminal() -> bool:
    """Whether somebody looks at it."""
    return sys.stdout is not None and sys.stdout.isatty()


def _drop_the_rest() -> None:
    """What could not be written would be tried once more at the end of the program."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  a name that is no path everywhere
        os.dup2(nowhere.fileno(), STDOUT)
