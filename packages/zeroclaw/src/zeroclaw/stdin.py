"""Text from standard input, to be attached to a message."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from stat import S_ISCHR
from typing import Final

from zeroclaw.errors import StdinRefused
from zeroclaw.words import say

__all__ = ["attach", "read_attachment"]

MOST_BYTES: Final = 1024 * 1024
"""Some 250,000 tokens: more than most models take."""

PATIENCE_SECONDS: Final = 2.0
"""After so long without anything the user is told what is being waited for."""


def read_attachment(descriptor: int, tell: Callable[[str], None]) -> str:
    """What comes on a descriptor until its end; nothing from a terminal or a closed one.

    Blocks: who pipes something in wants it attached whole. Raises `StdinRefused`.
    """
    try:
        if os.isatty(descriptor) or _is_device(descriptor):
            return ""
        data = _read_all(descriptor, tell)
    except OSError:
        return ""
    if b"\0" in data:
        raise StdinRefused(problem=say("stdin_binary"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StdinRefused(problem=say("stdin_not_text", byte=error.start)) from error


def attach(message: str, text: str) -> str:
    """The message with a text that came along; either may be empty."""
    if not text.strip():
        return message
    return f"{message}\n\n<stdin>\n{text}\n</stdin>" if message else text


def _is_device(descriptor: int) -> bool:
    return S_ISCHR(os.fstat(descriptor).st_mode)


def _read_all(descriptor: int, tell: Callable[[str], None]) -> bytes:
    found = bytearray()
    if not select.select([descriptor], [], [], PATIENCE_SECONDS)[0]:
        tell("stdin_waiting")
    while chunk := os.read(descriptor, 65_536):
        found += chunk
        if len(found) > MOST_BYTES:
            raise StdinRefused(problem=say("stdin_too_long", limit=MOST_BYTES // 1024))
    return bytes(found)
