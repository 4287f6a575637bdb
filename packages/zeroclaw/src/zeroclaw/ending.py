"""Ends a command: an exit code, with one sentence on standard error when it failed."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Final

import click

from zeroclaw.errors import WrongUsage
from zeroclaw.failures import first_cause, sentence
from zeroclaw.interrupts import CANCELLED
from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.sanitise import visible
from zeroclaw_config import UnknownAgent

__all__ = ["FAILED", "SUCCEEDED", "WRONG_USAGE", "ended", "tell"]

SUCCEEDED: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2


def ended(work: Callable[[], int], *, debug: bool) -> int:
    """Do the work, which returns an exit code; whatever it raises becomes one as well."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  whatever it is, the user gets one sentence
        cause = first_cause(error)
        if isinstance(cause, OutputClosed):
            return CANCELLED
        if debug:
            traceback.print_exception(error)
        tell(sentence(cause))
        return WRONG_USAGE if isinstance(cause, WrongUsage | UnknownAgent) else FAILED


def tell(text: str) -> None:
    """Say something on standard error, if anybody listens there."""
    try:
        click.echo(f"zeroclaw: {visible(text)}", err=True)
    except (OSError, ValueError):
        return
