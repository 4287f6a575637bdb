"""An emergency stop that a test engages."""

from __future__ import annotations

import trio

from zeroclaw_api.estop import EstopState

__all__ = ["ManualEstop"]


class ManualEstop:
    """Stops what it is told to, at once."""

    def __init__(self, state: EstopState = EstopState()) -> None:
        self._state = state
        self._is_changed = trio.Event()

    def current(self) -> EstopState:
        """What it was told last."""
        return self._state

    def set(self, state: EstopState) -> None:
        """Stop this from now on, nothing else."""
        self._state = state
        self._is_changed.set()
        self._is_changed = trio.Event()

    async def changed(self, seen: EstopState) -> EstopState:
        """See `Estop.changed`; without the wait between two looks."""
        while self._state == seen:
            await self._is_changed.wait()
        return self._state
