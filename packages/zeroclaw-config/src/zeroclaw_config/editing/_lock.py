"""Let one process at a time write a file."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.editing._disk import cause_of
from zeroclaw_config.errors import ConfigLocked, ConfigNotWritten

__all__ = ["locked"]

PAUSE_SECONDS = 0.005
"""Between two tries; a write takes about as long."""

LONGEST_HOLDER = 32
"""Bytes of a lock file that are read: a process id fits in."""

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


@contextmanager
def locked(file: Path, shown: str, timeout: float) -> Iterator[None]:
    """Hold the lock of a file, which is another one beside it that stays there.

    Waits at most `timeout` seconds, then raises ConfigLocked; ConfigNotWritten when the lock
    cannot be had at all. The system frees the lock of a process that ends in any way.
    """
    lock = file.with_name(file.name + ".lock")
    deadline = time.monotonic() + timeout
    while (descriptor := _try(lock, shown)) is None:
        if time.monotonic() >= deadline:
            raise ConfigLocked(path=shown, holder=_holder(lock), seconds=timeout)
        time.sleep(PAUSE_SECONDS)
    try:
        yield
    finally:
        os.close(descriptor)


def _try(lock: Path, shown: str) -> int | None:
    """The descriptor that holds the lock; None while another one does."""
    try:
        descriptor = os.open(lock, _FLAGS, 0o600)
    except OSError as error:
        raise ConfigNotWritten(
            path=shown, problem=cause_of(error, Phrase("its_lock", "its lock {lock}", lock=lock))
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_there(lock, descriptor):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            return descriptor
    except OSError as error:
        os.close(descriptor)
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return None
        raise ConfigNotWritten(
            path=shown, problem=cause_of(error, Phrase("its_lock", "its lock {lock}", lock=lock))
        ) from error
    # Somebody removed the file between opening and locking: the next one would not see our lock.
    os.close(descriptor)
    return None


def _is_there(lock: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(lock.stat(follow_symlinks=False), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _holder(lock: Path) -> str:
    try:
        with lock.open("rb") as stream:
            number = stream.read(LONGEST_HOLDER).strip()
    except OSError:
        number = b""
    if number.isdigit():
        return Phrase("process", "process {number}", number=int(number))
    return Phrase("another_process", "another process")
