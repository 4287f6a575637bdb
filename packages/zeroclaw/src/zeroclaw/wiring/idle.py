"""Tells when the event loop has nothing to do but wait."""

from __future__ import annotations

import trio
from attrs import define, field

__all__ = ["wait_until_idle"]


@define(eq=False)
class _IdleWatch(trio.abc.Instrument):
    _token: trio.lowlevel.TrioToken = field(factory=trio.lowlevel.current_trio_token)
    is_idle: trio.Event = field(factory=trio.Event)

    def before_io_wait(self, timeout: float) -> None:
        """Trio is about to wait for the outside; setting an event here would come too late."""
        if timeout > 0:
            self._token.run_sync_soon(self.is_idle.set, idempotent=True)


async def wait_until_idle() -> None:
    """Return once no task can go on: what follows may then take the processor."""
    watch = _IdleWatch()
    trio.lowlevel.add_instrument(watch)
    try:
        await watch.is_idle.wait()
    finally:
        trio.lowlevel.remove_instrument(watch)
