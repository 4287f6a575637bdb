"""Runs a plain `def` tool on a worker thread, which can be asked to stop but not be made to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import BlockingTool, ToolOutput

__all__ = ["ThreadCall", "tool_thread_limiter"]

TOOL_THREADS: Final = 8
"""Blocking tools at once in a process; an abandoned one keeps its place until it returns."""

COOPERATION_SECONDS: Final = 0.4
"""How long a cancelled tool may take to notice, within the half second a cancel may take."""


def tool_thread_limiter() -> trio.CapacityLimiter:
    """A limiter for all blocking tools of one agent."""
    return trio.CapacityLimiter(TOOL_THREADS)


@define(eq=False)
class ThreadCall:
    """One call on a worker thread; also the context that the tool gets.

    `was_abandoned` is true once the thread was left to itself: it may still do things.
    """

    call_id: CallId
    _tool: BlockingTool
    _args: JsonObject
    _show: Callable[[str], None]
    was_abandoned: bool = False
    _cancelled: threading.Event = field(factory=threading.Event)
    _token: trio.lowlevel.TrioToken = field(factory=trio.lowlevel.current_trio_token)

    def cancelled(self) -> bool:
        """Whether the call should end now."""
        return self._cancelled.is_set()

    def progress(self, text: str) -> None:
        """Show something; what an abandoned call says is dropped."""
        if not self._cancelled.is_set():
            self._token.run_sync_soon(self._show, text)

    async def run(self, limiter: trio.CapacityLimiter) -> ToolOutput:
        """Run the tool. On cancel it is asked to stop, given 0.4 s, then abandoned."""
        done = trio.Event()
        results: list[ToolOutput] = []
        errors: list[Exception] = []

        async def on_thread() -> None:
            with patience:
                try:
                    results.append(
                        await trio.to_thread.run_sync(
                            self._tool.run_blocking,
                            self,
                            self._args,
                            abandon_on_cancel=True,
                            limiter=limiter,
                        )
                    )
                except Exception as error:  # noqa: BLE001  handed to the caller below
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
