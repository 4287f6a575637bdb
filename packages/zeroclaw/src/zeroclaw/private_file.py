"""Reads or replaces small files that only their owner may read."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from zeroclaw.words import say

__all__ = ["locked_file", "read_private", "reason_of", "replace_private"]

MOST_BYTES: Final = 1024 * 1024
PAUSE_SECONDS: Final = 0.01
"""Between two tries to have a lock; a write takes about as long."""

_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK: Final = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


def read_private(path: Path) -> bytes | None:
    """What a regular file holds, None when there is none. Raises `OSError`."""
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, say("private_file_irregular"))
        return stream.read(MOST_BYTES)


def replace_private(path: Path, data: bytes) -> None:
    """Put these bytes there, for the owner alone; a crash leaves the old ones or these.

    The folder is made when it is missing. Raises `OSError`; the file is as it was then.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, _CREATE, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            # What the umask has taken away is given back.
            os.fchmod(stream.fileno(), 0o600)
            _give_to_owner(stream.fileno(), path.parent)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    # It is in its place; a disk that cannot confirm it will not undo it either.
    with suppress(OSError):
        _sync_folder(path.parent)


@contextmanager
def locked_file(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of a file, which is another one beside it that stays there.

    Raises `TimeoutError` after so many seconds, `OSError` when it cannot be had at all. The system
    frees the lock of a process that ends in any way.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path.with_name(f"{path.name}.lock"), _LOCK, 0o600)
    try:
        _give_to_owner(descriptor, path.parent)
        deadline = time.monotonic() + seconds
        while not _taken(descriptor):
            if time.monotonic() >= deadline:
                raise TimeoutError(errno.ETIMEDOUT, say("private_file_locked"))
            time.sleep(PAUSE_SECONDS)
        yield
    finally:
        os.close(descriptor)


def reason_of(error: OSError) -> str:
    """A clause that says what is wrong with a file."""
    if error.errno == errno.ELOOP:
        return say("private_file_link")
    return error.strerror or str(error)


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _give_to_owner(descriptor: int, folder: Path) -> None:
    """What root writes for somebody is theirs, so that their processes can read it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
