"""Takes a secret from its user, so that it shows nowhere."""

from __future__ import annotations

import getpass
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

import click

from zeroclaw.errors import WrongUsage
from zeroclaw.words import say

__all__ = ["enter_secret"]

STDIN: Final = 0

MOST_BYTES: Final = 64 * 1024
"""More than any key, certificates included."""

LONGEST_LINE: Final = 4094
"""Bytes that a terminal takes in one line; it drops what follows without a word."""

_INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def enter_secret(sources: tuple[str, ...], descriptor: int = STDIN) -> str | None:
    """The secret: asked for twice on a terminal, else standard input without its last line's end.

    None when the person left instead. `sources` are the words after the key: none, or `-`. Raises
    `WrongUsage`.
    """
    if sources not in ((), ("-",)):
        # What stands there may be the secret, so it is not repeated.
        raise WrongUsage(problem=say("secret_as_argument"))
    text = _prompted() if os.isatty(descriptor) else _piped(descriptor)
    if text == "":
        raise WrongUsage(problem=say("secret_empty"))
    return text


def _prompted() -> str | None:
    first: str | None = None
    again = ""
    try:
        with _raising_interrupts():
            first = getpass.getpass(say("secret_prompt"))
            again = getpass.getpass(say("secret_prompt_again")) if first else ""
    except (EOFError, KeyboardInterrupt):
        click.echo("", err=True)
        return None
    except UnicodeDecodeError:
        # Its message would tell some of what was typed, so it must not be the context of ours.
        first = None
    if first is None:
        raise WrongUsage(problem=say("secret_not_text"))
    if first != again:
        raise WrongUsage(problem=say("secret_differs"))
    if len(first.encode("utf-8", "surrogatepass")) >= LONGEST_LINE:
        raise WrongUsage(problem=say("secret_cut_off"))
    return first


@contextmanager
def _raising_interrupts() -> Iterator[None]:
    """Let signals raise during the block: to just leave would leave the terminal without echo."""
    before = {number: signal.signal(number, _raise) for number in _INTERRUPTS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _piped(descriptor: int) -> str:
    data = bytearray()
    try:
        while chunk := os.read(descriptor, MOST_BYTES):
            data += chunk
            if len(data) > MOST_BYTES:
                raise WrongUsage(problem=say("secret_too_long"))
    except OSError:
        # A standard input that was closed has nothing.
        return ""
    text = _decoded(data)
    if text is None:
        raise WrongUsage(problem=say("secret_not_text"))
    return text.removesuffix("\n").removesuffix("\r")


def _decoded(data: bytearray) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
