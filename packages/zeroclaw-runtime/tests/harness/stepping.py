"""A trio run that stands still between two stimuli of a synchronous test.

trio's guest mode hands the run's ticks to us; we play them until every task is blocked, then
stop. So neither time nor any task moves while hypothesis decides what comes next. One task is
always runnable, so that trio never goes to a thread to wait for the outside.
"""

from __future__ import annotations

import faulthandler
import math
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, TypeVarTuple, Unpack

import trio
from outcome import Outcome
from trio._core._run import GLOBAL_RUN_CONTEXT
from trio.testing import MockClock, wait_all_tasks_blocked

__all__ = ["SteppedRun", "Stuck", "stop_watching"]

Ts = TypeVarTuple("Ts")

MOST_TICKS: Final = 20_000
"""Ticks of one stimulus: hundreds are usual; tasks that wake each other for ever take more."""

HANG_SECONDS: Final = 120
"""Real seconds one run may take; then the process is ended, with all its stacks."""


class Stuck(AssertionError):
    """The run did not come to rest: its tasks wake each other for ever."""


def _watch_for_hangs() -> None:
    """End the process when no run begins for long; rearming costs as much as many stimuli."""
    now = monotonic()
    if now > _Watch.armed_at + HANG_SECONDS / 2:
        _Watch.armed_at = now
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)


def stop_watching() -> None:
    """No run is to begin soon, and that is no hang."""
    faulthandler.cancel_dump_traceback_later()
    _Watch.armed_at = -math.inf


class _Watch:
    armed_at = -math.inf


class SteppedRun:
    """One trio run with a virtual clock, moved on by `do` and `pass_time` only."""

    def __init__(self) -> None:
        self.clock = MockClock()
        self._ticks: deque[Callable[[], object]] = deque()
        self._stimulus: Callable[[], object] | None = None
        self._nursery: trio.Nursery | None = None
        self._failure: Exception | None = None
        self._outcome: Outcome[None] | None = None
        self._is_closing = False
        self.seconds_to_next_deadline = math.inf
        """How long until something is due, at rest."""
        _watch_for_hangs()
        trio.lowlevel.start_guest_run(
            self._main,
            run_sync_soon_threadsafe=self._ticks.append,
            done_callback=self._note_end,
            clock=self.clock,
        )

    def do(self, stimulus: Callable[[], object]) -> None:
        """Apply a stimulus inside the run, then let everything run until all is blocked.

        Raises what the stimulus raised, or a task that was started before.
        """
        self._stimulus = stimulus
        self._play(lambda: self._stimulus is None)
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def start(self, function: Callable[[Unpack[Ts]], Awaitable[object]], *args: *Ts) -> None:
        """Start a task, then let everything run until all is blocked."""
        self.do(lambda: self._start(function, *args))

    def pass_time(self, seconds: float) -> None:
        """Move the clock, then let everything that was due run until all is blocked."""
        self.do(lambda: self.clock.jump(seconds))

    def close(self) -> None:
        """Cancel what still runs, end the run."""
        self._is_closing = True
        try:
            self._play(lambda: self._outcome is not None)
        except Stuck:
            # A run that cannot end would keep this thread from ever beginning another.
            del GLOBAL_RUN_CONTEXT.runner
            raise
        if self._outcome is not None:
            self._outcome.unwrap()

    def _play(self, is_reached: Callable[[], bool]) -> None:
        for _ in range(MOST_TICKS):
            if is_reached():
                return
            if not self._ticks:
                raise Stuck("trio waits for the outside, and there is none")
            self._ticks.popleft()()
        raise Stuck(f"the run did not come to rest within {MOST_TICKS} ticks")

    def _note_end(self, outcome: Outcome[None]) -> None:
        self._outcome = outcome

    def _start(self, function: Callable[[Unpack[Ts]], Awaitable[object]], *args: *Ts) -> None:
        assert self._nursery is not None
        self._nursery.start_soon(self._watch, function, *args)

    async def _watch(self, function: Callable[[Unpack[Ts]], Awaitable[object]], *args: *Ts) -> None:
        try:
            await function(*args)
        except Exception as error:  # noqa: BLE001  it fails the test, not the loop that runs it
            self._failure = error

    async def _main(self) -> None:
        async with trio.open_nursery() as self._nursery:
            while not self._is_closing:
                if self._stimulus is None:
                    await trio.lowlevel.checkpoint()
                    continue
                try:
                    self._stimulus()
                except Exception as error:  # noqa: BLE001  the caller of `do` gets it
                    self._failure = error
                await wait_all_tasks_blocked()
                statistics = trio.lowlevel.current_statistics()
                self.seconds_to_next_deadline = statistics.seconds_to_next_deadline
                self._stimulus = None
            self._nursery.cancel_scope.cancel()
            while self._nursery.child_tasks:
                self.clock.jump(1000.0)
                await trio.lowlevel.cancel_shielded_checkpoint()
