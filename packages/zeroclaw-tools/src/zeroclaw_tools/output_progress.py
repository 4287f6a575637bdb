"""Passes the output of a command on while it runs, at a bounded pace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from zeroclaw_tools.display import shown_text

__all__ = ["OutputProgress"]

_PAUSE: Final = 0.25
"""Seconds between two reports: as fast as a person reads, and few events."""

_KEPT: Final = 4000
"""Bytes that wait for the next report; of more, the last ones."""


class OutputProgress:
    """Keeps the newest output until it is reported; `feed` never waits."""

    def __init__(self, report: Callable[[str], Awaitable[None]]) -> None:
        self._report = report
        self._waiting = bytearray()
        self._fed = trio.Event()

    def feed(self, chunk: bytes) -> None:
        """Take what a command wrote."""
        self._waiting += chunk[-_KEPT:]
        del self._waiting[:-_KEPT]
        self._fed.set()

    async def work(self) -> None:
        """Report until cancelled; a slow reader only makes the reports fewer."""
        while True:
            await self._fed.wait()
            self._fed = trio.Event()
            text = shown_text(bytes(self._waiting))
            self._waiting.clear()
            await self._report(text)
            await trio.sleep(_PAUSE)
