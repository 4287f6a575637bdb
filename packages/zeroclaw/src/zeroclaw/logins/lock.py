"""Lets one task of all processes at a time change the logins."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio

from zeroclaw.logins.errors import LoginsLocked, LoginsUnusable

__all__ = ["LOCK_SECONDS", "locked"]

LOCK_SECONDS: Final = 30.0
"""Longer than a renewal takes by another process, even when its service is slow."""

PAUSE_SECONDS: Final = 0.05
"""Between two tries."""

_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


@asynccontextmanager
async def locked(file: Path, seconds: float = LOCK_SECONDS) -> AsyncIterator[None]:
    """Hold the lock of a file, which is another one beside it that stays there.

    Raises `LoginsLocked` after `seconds`, `LoginsUnusable` when it cannot be had at all. The
    system frees the lock of a process that ends in any way.
    """
    descriptor = _opened(file)
    try:
        with trio.move_on_after(seconds) as waiting:
            while not _taken(file, descriptor):  # noqa: ASYNC110  no event comes from elsewhere
                await trio.sleep(PAUSE_SECONDS)
        if waiting.cancelled_caught:
            raise LoginsLocked(path=str(file), seconds=seconds)
        yield
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(file.with_name(f"{file.name}.lock"), _FLAGS, 0o600)
    except OSError as error:
        raise LoginsUnusable(path=str(file), problem=error.strerror or str(error)) from error


def _taken(file: Path, descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise LoginsUnusable(path=str(file), problem=error.strerror or str(error)) from error
    return True
