"""A time of day that moves only when a test moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["ManualClock"]


class ManualClock:
    """A clock that stands still until `advance`."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move on; a time of day may also go back."""
        self._now += by
