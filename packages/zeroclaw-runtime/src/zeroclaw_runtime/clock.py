"""The clock of the machine."""

from __future__ import annotations

from datetime import UTC, datetime

from attrs import frozen

__all__ = ["SystemClock"]


@frozen
class SystemClock:
    """The time of day as the machine has it."""

    def now(self) -> datetime:
        """The current time in UTC."""
        return datetime.now(UTC)  # noqa: TID251  this is the Clock
