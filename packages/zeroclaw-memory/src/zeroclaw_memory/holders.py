"""Which stores are alive, told by locks that the operating system drops with their process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from uuid import uuid4

from attrs import define, field

__all__ = ["Holders"]


@define(eq=False)
class Holders:
    """A folder with one locked file for each store that is open.

    A process number alone would not do: it is used again, and means nothing in a container.
    A lock of this kind ends with the last process that has the file open; programs that are
    started do not inherit it. Every method works on files, and raises `OSError`.
    """

    folder: Path
    _mine: dict[str, int] = field(factory=dict)

    def join(self) -> str:
        """A new name, alive until it leaves or the process ends."""
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self._sweep()
        while True:
            name = uuid4().hex
            path = self.folder / name
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            # Somebody who sweeps may have taken it for a dead one's before it was locked.
            if _lock(descriptor) and path.exists():
                self._mine[name] = descriptor
                return name
            os.close(descriptor)

    def leave(self, name: str) -> None:
        """End a name that has joined here."""
        (self.folder / name).unlink(missing_ok=True)
        os.close(self._mine.pop(name))

    def is_alive(self, name: str) -> bool:
        """Whether the store of that name is open, in this process or another."""
        try:
            descriptor = os.open(self.folder / name, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            return not _lock(descriptor)
        finally:
            os.close(descriptor)

    def _sweep(self) -> None:
        """Remove the files of the dead."""
        for path in self.folder.iterdir():
            if not self.is_alive(path.name):
                path.unlink(missing_ok=True)


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
