"""What signals do to a command: the first cancels its turn, the second leaves, the third quits."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio
from attrs import define, field

__all__ = ["CANCELLED", "Interrupts", "listen_to_signals"]

CANCELLED: Final = 130
"""The exit code of what a signal ended, as shells have it for Ctrl+C."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@define(eq=False)
class Interrupts:
    """Who is told of a signal: the turn, when there is one, else everything."""

    _scope: trio.CancelScope
    _cancel_turn: Callable[[], bool] | None = None
    _count: int = field(default=0, init=False)

    @property
    def happened(self) -> bool:
        """Whether a signal came."""
        return self._count > 0

    def lead_to(self, cancel_turn: Callable[[], bool]) -> None:
        """Call this at the first signal; when it returns False, everything is cancelled."""
        self._cancel_turn = cancel_turn

    def signalled(self) -> None:
        """A signal came."""
        self._count += 1
        if self._count == 1 and self._cancel_turn is not None and self._cancel_turn():
            return
        if self._count <= 2:
            self._scope.cancel()
        else:
            # Its commands die with us: their reapers see to that, however we end.
            os._exit(CANCELLED)


@asynccontextmanager
async def listen_to_signals() -> AsyncIterator[Interrupts]:
    """Run the block so that signals cancel it; it is left quietly when they do."""
    with trio.open_signal_receiver(*SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            with trio.CancelScope() as scope:
                interrupts = Interrupts(scope)
                nursery.start_soon(_watch, signals, interrupts)
                yield interrupts
            nursery.cancel_scope.cancel()


async def _watch(signals: AsyncIterator[int], interrupts: Interrupts) -> None:
    async for _number in signals:
        interrupts.signalled()
