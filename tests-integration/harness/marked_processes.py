"""Finds what is left of a command, by a mark in command lines plus by its session of processes."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import trio

__all__ = ["Mark", "has_open", "left_of_session", "moment", "seconds_until_gone"]

PROC: Final = Path("/proc")

POLL_SECONDS: Final = 0.002

_numbers = count(1)


class Mark:
    """A number to sleep for that no other process has in its command line."""

    def __init__(self) -> None:
        self.stem = f"{os.getpid()}{next(_numbers):05d}"

    def nap(self, seconds: int) -> str:
        """A `sleep` of so many seconds that carries the mark."""
        return f"sleep {seconds}.{self.stem}"

    def living(self) -> list[int]:
        """Every process whose command line holds the mark."""
        words = f".{self.stem}".encode()
        return [pid for pid in _processes() if words in _read(pid, "cmdline")]

    def end(self) -> None:
        """Kill what is left, so that a failing test leaves nothing behind."""
        while late := self.living():
            for pid in late:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def has_open(pid: int, path: Path) -> bool:
    """Whether a process has this file open."""
    with contextlib.suppress(OSError):
        for descriptor in (PROC / str(pid) / "fd").iterdir():
            with contextlib.suppress(OSError):
                if descriptor.readlink() == path:
                    return True
    return False


def left_of_session(leader: int) -> list[int]:
    """Processes in the session that this process led; zombies are nobody's."""
    found = []
    for pid in _processes():
        # The name, in brackets, may hold anything; what follows it are state, ppid, pgrp, session.
        after = _read(pid, "stat").rpartition(b")")[2].split()
        if len(after) > 3 and after[0] != b"Z" and int(after[3]) == leader and pid != leader:
            found.append(pid)
    return found


async def seconds_until_gone(living: Callable[[], list[int]], at_most: float) -> float:
    """How long it takes until nothing lives any more; infinite when it takes longer."""
    began = trio.current_time()
    while living():
        if trio.current_time() - began > at_most:
            return float("inf")
        await moment(POLL_SECONDS)
    return trio.current_time() - began


async def moment(seconds: float) -> None:
    """Let a moment pass: the moment is what is being tested."""
    with trio.move_on_after(seconds):
        await trio.sleep_forever()


def _processes() -> list[int]:
    return [int(folder.name) for folder in PROC.iterdir() if folder.name.isdigit()]


def _read(pid: int, name: str) -> bytes:
    with contextlib.suppress(OSError):
        return (PROC / str(pid) / name).read_bytes()
    return b""
