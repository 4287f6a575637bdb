"""The deadline of a turn, whose clock stands still while a question is open."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import trio
from attrs import define, field

__all__ = ["Deadline"]


@define(eq=False)
class Deadline:
    """A cancel scope with so many seconds of work and, besides, of open questions."""

    seconds: float
    question_seconds_left: float
    scope: trio.CancelScope = field(factory=trio.CancelScope)

    def start(self) -> None:
        """Let the time run."""
        self.scope.deadline = trio.current_time() + self.seconds

    @property
    def remaining(self) -> float:
        """Seconds of work left."""
        return max(0.0, self.scope.deadline - trio.current_time())

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock of work; that of questions runs instead."""
        began = trio.current_time()
        left = self.scope.deadline - began
        self.scope.deadline = math.inf
        try:
            yield
        finally:
            now = trio.current_time()
            self.question_seconds_left -= now - began
            self.scope.deadline = now + left
