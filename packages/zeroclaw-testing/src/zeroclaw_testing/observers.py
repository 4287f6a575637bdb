"""An observer that keeps what it sees."""

from __future__ import annotations

from zeroclaw_api.observer import Observation

__all__ = ["RecordingObserver"]


class RecordingObserver:
    """Keeps every observation; with `fails` it raises that on the next one."""

    def __init__(self, *, fails: Exception | None = None) -> None:
        self.observations: list[Observation] = []
        self.fails = fails

    def observe(self, observation: Observation) -> None:
        """Take note."""
        self.observations.append(observation)
        if self.fails is not None:
            raise self.fails
