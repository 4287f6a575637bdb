"""Remembers which models failed a moment ago, so that others are asked first."""

from __future__ import annotations

from typing import Final

from attrs import define, field

__all__ = ["Resting"]

LONGEST: Final = 3600.0
"""A moment farther ahead is of another clock: each run of trio begins somewhere else."""


@define(eq=False, repr=False)
class Resting:
    """Until when each of them rests. Moments are of one clock, in seconds."""

    _until: dict[str, float] = field(factory=dict)

    def begin(self, name: str, until: float) -> None:
        """Let one rest, for no less than it already does."""
        self._until[name] = max(until, self._until.get(name, until))

    def end(self, name: str) -> None:
        """It has answered."""
        self._until.pop(name, None)

    def names(self, now: float) -> frozenset[str]:
        """Who rests."""
        return frozenset(name for name, until in self._until.items() if now < until < now + LONGEST)
