"""The deadline of a turn, whose clock stands still while a question is open."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import trio
from attrs import define, field

__all__ = ["Deadline"]


@define(eq=False, repr=False)
class Deadline:
    """A cancel scope with so many seconds of work and, besides, of open questions."""

    seconds: float
    question_seconds_left: float
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    _open_questions: int = 0
    _stopped_at: float = 0.0
    _work_left: float = 0.0

    def start(self) -> None:
        """Let the time run."""
        self.scope.deadline = trio.current_time() + self.seconds

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock of work until the last open question is closed; theirs runs instead."""
        if self._open_questions == 0:
            self._stopped_at = trio.current_time()
            self._work_left = self.scope.deadline - self._stopped_at
            self.scope.deadline = math.inf
        self._open_questions += 1
        try:
            yield
        finally:
            self._open_questions -= 1
            if self._open_questions == 0:
                now = trio.current_time()
                used = now - self._stopped_at
                self.question_seconds_left = max(0.0, self.question_seconds_left - used)
                self.scope.deadline = now + self._work_left
