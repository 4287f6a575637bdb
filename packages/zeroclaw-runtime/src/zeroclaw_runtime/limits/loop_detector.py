"""Notices a turn that goes round in circles: same tool, same arguments, same result."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import Final

from attrs import define, field

__all__ = ["LoopDetector", "LoopVerdict"]

WINDOW: Final = 20
"""Calls looked back at."""

WARN_AT: Final = 3
STOP_AT: Final = 5
"""How often one exchange may occur in the window before a warning, before the end."""


class LoopVerdict(Enum):
    """What the last exchange means."""

    FINE = "fine"
    WARN = "warn"
    STOP = "stop"


@define(eq=False, repr=False)
class LoopDetector:
    """Remembers the last exchanges of a turn.

    The result is part of the comparison, so that polling something that changes never counts;
    failures count as any other result. Calls that alternate are caught by the same rule, since
    each of them repeats.
    """

    _exchanges: deque[tuple[str, str, str]] = field(factory=lambda: deque(maxlen=WINDOW))

    def see(self, tool: str, args: str, result: str) -> LoopVerdict:
        """Take note of one exchange; arguments canonical, the result as text or digest."""
        exchange = (tool, args, result)
        self._exchanges.append(exchange)
        match self._exchanges.count(exchange):
            case times if times >= STOP_AT:
                return LoopVerdict.STOP
            case times if times >= WARN_AT:
                return LoopVerdict.WARN
            case _:
                return LoopVerdict.FINE
