"""What a running async tool may use of its turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from zeroclaw_api.identifiers import CallId, SessionId, TurnId
from zeroclaw_api.questions import Resolution

if TYPE_CHECKING:
    from zeroclaw_api.processes import Processes

__all__ = ["CallContext"]

Show: TypeAlias = Callable[[str], Awaitable[None]]
AskPerson: TypeAlias = Callable[[str, tuple[str, ...]], Awaitable[Resolution]]


@frozen
class CallContext:
    """The context of one call."""

    session_id: SessionId
    turn_id: TurnId
    call_id: CallId
    processes: Processes
    _show: Show
    _ask: AskPerson

    async def progress(self, text: str) -> None:
        """Show something while running."""
        await self._show(text)

    async def ask(self, prompt: str, suggestions: tuple[str, ...] = ()) -> Resolution:
        """Ask the person who drives the session."""
        return await self._ask(prompt, suggestions)
