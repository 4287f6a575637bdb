"""What signals do to a command: the first cancels its turn, the second leaves, the third quits."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Final, NoReturn

import trio
from attrs import define, field

__all__ = ["CANCELLED", "LEAVE_SECONDS", "Interrupts", "listen_to_signals"]

CANCELLED: Final = 130
"""The exit code of what a signal ended, as shells have it for Ctrl+C."""

LEAVE_SECONDS: Final = 5.0
"""How long a command may take to end after a signal: a locked database would hold it for longer."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@define(eq=False)
class Interrupts:
    """Who is told of a signal: the turn, when there is one, else everything."""

    _scope: trio.CancelScope
    _leave_within: float | None = None
    _cancel_turn: Callable[[], bool] | None = None
    _is_for_all: bool = field(default=True, init=False)
    _count: int = field(default=0, init=False)

    @property
    def happened(self) -> bool:
        """Whether a signal came."""
        return self._count > 0

    def lead_to(self, cancel_turn: Callable[[], bool], *, is_for_all: bool = True) -> None:
        """Call this at the first signal; when it returns False, everything is cancelled.

        Unless it `is_for_all`, only Ctrl+C leads to it.
        """
        self._cancel_turn = cancel_turn
        self._is_for_all = is_for_all

    def forgive(self) -> None:
        """The person went on: the next signal is a first one again."""
        self._count = 0

    def signalled(self, number: int = signal.SIGINT) -> None:
        """A signal came."""
        self._count += 1
        if self._leave_within is not None:
            _leave_after(self._leave_within)
            self._leave_within = None
        leads = self._is_for_all or number == signal.SIGINT
        if leads and self._count == 1 and self._cancel_turn is not None and self._cancel_turn():
            return
        if self._count <= 2:
            self._scope.cancel()
        else:
            # Its commands die with us: their reapers see to that, however we end.
            os._exit(CANCELLED)


@asynccontextmanager
async def listen_to_signals(leave_within: float | None = None) -> AsyncIterator[Interrupts]:
    """Run the block so that signals cancel it; it is left quietly when they do.

    With `leave_within` the process ends at most so many seconds after the first signal, wherever
    it waits then, inside of the block or after it. What it had no time to write is repaired when
    its session is opened again, as after a crash.
    """
    with trio.open_signal_receiver(*SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            with trio.CancelScope() as scope:
                interrupts = Interrupts(scope, leave_within)
                nursery.start_soon(_watch, signals, interrupts)
                yield interrupts
            nursery.cancel_scope.cancel()


async def _watch(signals: AsyncIterator[int], interrupts: Interrupts) -> None:
    async for number in signals:
        interrupts.signalled(number)


def _leave_after(seconds: float) -> None:
    signal.signal(signal.SIGALRM, _leave)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(CANCELLED)
