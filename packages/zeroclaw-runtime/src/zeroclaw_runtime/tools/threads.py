"""Runs a plain `def` tool on a worker thread, which can be asked to stop but not be made to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import trio
from attrs import define, field

import zeroclaw_api as api
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject

if TYPE_CHECKING:
    from zeroclaw_api.tool import BlockingTool, ToolOutput

__all__ = ["ThreadCall", "tool_thread_limiter"]

TOOL_THREADS: Final = 8
"""Blocking tools of one agent at once; an abandoned one keeps its place until it returns."""

COOPERATION_SECONDS: Final = 0.4
"""How long a cancelled tool may take to notice, within the half second a cancel may take."""

PROGRESS_WAITING: Final = 64
"""Progress that may wait to be shown; a tool that says more in one go is not heard."""


def tool_thread_limiter() -> trio.CapacityLimiter:
    """A limiter for all blocking tools of one agent."""
    return trio.CapacityLimiter(TOOL_THREADS)


@define(eq=False, repr=False)
class ThreadCall:
    """One call on a worker thread; also the context that the tool gets.

    `was_abandoned` is true once the thread was left to itself: it may still do things. A call
    that is cancelled while it waits for a thread never begins.
    """

    call_id: CallId
    _tool: BlockingTool
    _args: JsonObject
    _show: Callable[[str], None]
    was_abandoned: bool = False
    _unshown: threading.Semaphore = field(factory=lambda: threading.Semaphore(PROGRESS_WAITING))
    _cancelled: threading.Event = field(factory=threading.Event)
    _token: trio.lowlevel.TrioToken = field(factory=trio.lowlevel.current_trio_token)

    def cancelled(self) -> bool:
        """Whether the call should end now."""
        return self._cancelled.is_set()

    def progress(self, text: str) -> None:
        """Show something; what an abandoned call says, or one that says too much, is dropped."""
        if not self._cancelled.is_set() and self._unshown.acquire(blocking=False):
            self._token.run_sync_soon(self._show_next, text)

    async def run(self, limiter: trio.CapacityLimiter) -> ToolOutput:
        """Run the tool. On cancel it is asked to stop, given 0.4 s, then abandoned.

        Waiting for a place among the threads is cancelled at once: nothing has begun. The place
        is given back by the thread itself, since an abandoned one still occupies it.
        """
        await limiter.acquire_on_behalf_of(self)
        done = trio.Event()
        results: list[ToolOutput] = []
        errors: list[Exception | SystemExit] = []

        async def on_thread() -> None:
            with patience:
                try:
                    results.append(
                        await trio.to_thread.run_sync(
                            self._work,
                            limiter,
                            abandon_on_cancel=True,
                            limiter=trio.CapacityLimiter(1),
                        )
                    )
                except (Exception, SystemExit) as error:  # noqa: BLE001  handed to the caller below
                    errors.append(error)
                done.set()

        patience = trio.CancelScope(shield=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(on_thread)
            try:
                await done.wait()
            finally:
                if not done.is_set():
                    self._cancelled.set()
                    with trio.move_on_after(COOPERATION_SECONDS, shield=True):
                        await done.wait()
                    self.was_abandoned = not done.is_set()
                    patience.cancel()
        if errors:
            raise errors[0]
        return results[0]

    def _show_next(self, text: str) -> None:
        self._unshown.release()
        self._show(text)

    def _work(self, limiter: trio.CapacityLimiter) -> ToolOutput:
        try:
            # A cancel that came before the thread did: the tool must not begin.
            if self.cancelled():
                return api.ToolOutput(())
            return self._tool.run_blocking(self, self._args)
        finally:
            # After the end of the run nobody counts places any more.
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(limiter.release_on_behalf_of, self)
