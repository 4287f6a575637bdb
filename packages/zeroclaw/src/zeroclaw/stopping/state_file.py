"""Changes the file that holds the emergency stop of an installation."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw.home import Home
from zeroclaw.private_file import locked_file, reason_of, replace_private
from zeroclaw.stopping.errors import EstopNotEngaged, EstopNotResumed
from zeroclaw.stopping.levels import Levels, engaged, resumed
from zeroclaw_api.estop import EstopState
from zeroclaw_runtime.security.estop import serialise_estop
from zeroclaw_runtime.security.estop_file import EstopFile

__all__ = ["StateFile"]

LOCK_SECONDS: Final = 0.5
"""Many times what a change takes; a stop cannot wait for longer."""

_TRUNCATE: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


@frozen
class StateFile:
    """The file of the emergency stop; both its methods that change it block for a moment.

    What all processes are to see is read again from it, so that what they return is what holds.
    """

    path: Path

    @classmethod
    def of(cls, home: Home) -> StateFile:
        """The one of an installation."""
        return cls(home.estop)

    def read(self) -> EstopState:
        """What is stopped now."""
        return EstopFile(self.path).current()

    def engage(self, levels: Levels, now: datetime) -> EstopState:
        """Stop this as well. Raises `EstopNotEngaged` when nothing could be stopped.

        Where the state cannot be written, an empty file is left in its place, which stops all.
        """
        try:
            self._engage(levels, now)
        except OSError as error:
            self._empty()
            if not self.read().kill_all:
                raise EstopNotEngaged(path=str(self.path), problem=reason_of(error)) from error
        return self.read()

    def resume(self, levels: Levels, now: datetime) -> EstopState:
        """Let this go on. Raises `EstopNotResumed`; everything is as it was then."""
        try:
            with locked_file(self.path, LOCK_SECONDS):
                replace_private(self.path, serialise_estop(resumed(self.read(), levels, now)))
        except OSError as error:
            raise EstopNotResumed(path=str(self.path), problem=reason_of(error)) from error
        return self.read()

    def _engage(self, levels: Levels, now: datetime) -> None:
        try:
            with locked_file(self.path, LOCK_SECONDS):
                self._add(levels, now)
        except OSError:
            # Whoever holds the lock may be what has to be stopped, and a lock needs room as well.
            self._add(levels, now)

    def _add(self, levels: Levels, now: datetime) -> None:
        replace_private(self.path, serialise_estop(engaged(self.read(), levels, now)))

    def _empty(self) -> None:
        try:
            os.close(os.open(self.path, _TRUNCATE, 0o600))
        except OSError:
            # Whether it stops all without that is seen by reading it.
            return
