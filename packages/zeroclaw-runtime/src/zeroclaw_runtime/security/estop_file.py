"""Watches the file that holds the emergency stop of an installation."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

import trio

from zeroclaw_api.estop import EstopState
from zeroclaw_runtime.security.estop import parse_estop, stopped_by

__all__ = ["EstopFile"]

LOOK_SECONDS: Final = 0.25
"""Between two looks at the file, while something waits for a change."""

MOST_BYTES: Final = 1024 * 1024

_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class EstopFile:
    """A `zeroclaw_api.Estop` over a file; while there is none, nothing is stopped.

    It is read each time: times and inodes of two versions can be equal, their bytes say which it
    is. Only what has changed is parsed.
    """

    def __init__(self, path: Path) -> None:
        """Nothing is read yet."""
        self._path = path
        self._data: bytes | None = None
        self._state = EstopState()

    def current(self) -> EstopState:
        """See `Estop.current`."""
        try:
            data = _read(self._path)
        except OSError as error:
            return stopped_by(error.strerror or str(error))
        if data != self._data:
            self._state = EstopState() if data is None else parse_estop(data)
            self._data = data
        return self._state

    async def changed(self, seen: EstopState) -> EstopState:
        """See `Estop.changed`."""
        while (state := self.current()) == seen:  # noqa: ASYNC110  no event comes from elsewhere
            await trio.sleep(LOOK_SECONDS)
        return state


def _read(path: Path) -> bytes | None:
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no regular file")
        data = os.read(descriptor, MOST_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MOST_BYTES:
        raise OSError("it is too long")
    return data
