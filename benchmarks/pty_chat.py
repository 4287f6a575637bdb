"""Starts the chat on a terminal of its own, for how long it takes to be of use."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import termios
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen

__all__ = ["ChatTimes", "chat_times"]

KEYS: Final = 20
LIMIT_SECONDS: Final = 30
PROMPT: Final = "› ".encode()


@frozen
class ChatTimes:
    """Seconds from the start to the prompt, from a key to its echo."""

    to_prompt: float
    to_echo: float


def chat_times(command: str, home: Path, environment: Mapping[str, str]) -> ChatTimes:
    """Start it, press some keys, one after another; it is killed then."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    began = time.monotonic()
    process = subprocess.Popen(
        [command, "agent"],
        env={**environment, "TERM": "xterm-256color"},
        cwd=home,
        preexec_fn=partial(os.login_tty, theirs),
    )
    os.close(theirs)
    try:
        _read_to(ours, PROMPT)
        to_prompt = time.monotonic() - began
        return ChatTimes(to_prompt, median(_echo(ours, number) for number in range(KEYS)))
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(ours)


def _echo(terminal: int, number: int) -> float:
    key = chr(ord("a") + number).encode()
    began = time.monotonic()
    os.write(terminal, key)
    _read_to(terminal, key)
    echoed = time.monotonic() - began
    # Nobody types while a painting is under way.
    while select.select([terminal], [], [], 0.1)[0]:
        os.read(terminal, 65_536)
    return echoed


def _read_to(terminal: int, words: bytes) -> None:
    seen = b""
    while words not in seen:
        if not select.select([terminal], [], [], LIMIT_SECONDS)[0]:
            raise SystemExit(f"the chat did not show {words!r} in {LIMIT_SECONDS} s: {seen!r}")
        seen += os.read(terminal, 65_536)
