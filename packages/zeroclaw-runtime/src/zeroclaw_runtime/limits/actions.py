"""How many acting calls may run within an hour."""

from __future__ import annotations

from collections import deque
from typing import Final

from attrs import define, field

__all__ = ["ActionWindow"]

HOUR: Final = 3600.0


@define(eq=False, repr=False)
class ActionWindow:
    """A sliding window of calls that changed something; None as limit means any number.

    One window is shared by all sessions that spend from it. Times are monotonic seconds.
    """

    limit: int | None
    _times: deque[float] = field(factory=deque)

    def reserve(self, now: float) -> bool:
        """Take one place, if there is one."""
        while self._times and self._times[0] <= now - HOUR:
            self._times.popleft()
        if self.limit is not None and len(self._times) >= self.limit:
            return False
        if self.limit is not None:
            self._times.append(now)
        return True

    def give_back(self, reserved_at: float) -> None:
        """Return a place whose call never ran."""
        if reserved_at in self._times:
            self._times.remove(reserved_at)
