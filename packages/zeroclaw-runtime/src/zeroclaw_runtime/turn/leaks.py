"""Takes secrets out of what one session says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import trio
from attrs import define, field

if TYPE_CHECKING:
    from zeroclaw_runtime.security.leaks.detector import LeakDetector
    from zeroclaw_runtime.security.leaks.stream import StreamRedactor

__all__ = ["SessionLeaks"]


@define(eq=False, repr=False)
class SessionLeaks:
    """The detector of a session, which is built on a thread while there is time for it.

    `build` is given what tells whether a receipt is one of the session.
    """

    _build: Callable[[Callable[[str], bool]], LeakDetector]
    _is_issued: Callable[[str], bool]
    _limiter: trio.CapacityLimiter
    _detector: LeakDetector | None = None
    _built: trio.Event = field(factory=trio.Event)
    _preparing: trio.CancelScope = field(factory=trio.CancelScope)

    async def prepare(self) -> None:
        """Build it; to be called once, beside whatever the session does first."""
        with self._preparing:
            self._detector = await trio.to_thread.run_sync(
                self._build, self._is_issued, limiter=self._limiter, abandon_on_cancel=True
            )
            self._built.set()

    def close(self) -> None:
        """Nobody needs it any more, built or not."""
        self._preparing.cancel()

    async def redactor(self) -> StreamRedactor:
        """A filter for one text that comes in pieces."""
        from zeroclaw_runtime.security.leaks.stream import StreamRedactor

        await self._built.wait()
        if self._detector is None:
            raise AssertionError("the detector is there once it is built")
        return StreamRedactor(self._detector)
