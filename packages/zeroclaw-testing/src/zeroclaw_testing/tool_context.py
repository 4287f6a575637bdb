"""What a call may use, for running a tool without a turn."""

from __future__ import annotations

from threading import Event as ThreadEvent

import trio

from zeroclaw_api.identifiers import CallId, SessionId, TurnId
from zeroclaw_api.processes import Processes
from zeroclaw_api.questions import Resolution, Unreachable
from zeroclaw_testing.processes import FakeProcesses

__all__ = ["FakeBlockingToolContext", "FakeToolContext"]


class FakeToolContext:
    """The context of an async tool: notes progress, answers questions as the test says.

    `resolutions` are handed out in order; when there is none, nobody can be reached.
    """

    def __init__(
        self,
        *,
        session_id: str = "test",
        turn_id: int = 1,
        call_id: int = 1,
        processes: Processes | None = None,
        resolutions: tuple[Resolution, ...] = (),
    ) -> None:
        self._session_id = SessionId(session_id)
        self._turn_id = TurnId(turn_id)
        self._call_id = CallId(call_id)
        self._processes = FakeProcesses() if processes is None else processes
        self._resolutions = list(resolutions)
        self.progressed: list[str] = []
        self.asked: list[str] = []

    @property
    def session_id(self) -> SessionId:
        """The session of the call."""
        return self._session_id

    @property
    def turn_id(self) -> TurnId:
        """The turn of the call."""
        return self._turn_id

    @property
    def call_id(self) -> CallId:
        """The call."""
        return self._call_id

    @property
    def processes(self) -> Processes:
        """The process room it was given, else one without programs."""
        return self._processes

    async def progress(self, text: str) -> None:
        """Note it."""
        await trio.lowlevel.checkpoint()
        self.progressed.append(text)

    async def ask(self, prompt: str, suggestions: tuple[str, ...] = ()) -> Resolution:
        """Note it and answer with the next resolution."""
        await trio.lowlevel.checkpoint()
        self.asked.append(prompt)
        return self._resolutions.pop(0) if self._resolutions else Unreachable()


class FakeBlockingToolContext:
    """The context of a blocking tool; `cancel` may be called from any thread."""

    def __init__(self, *, call_id: int = 1) -> None:
        self._call_id = CallId(call_id)
        self._cancelled = ThreadEvent()
        self._begun = ThreadEvent()
        self.progressed: list[str] = []

    @property
    def call_id(self) -> CallId:
        """The call."""
        return self._call_id

    def cancel(self) -> None:
        """Ask the call to end."""
        self._cancelled.set()

    async def begun(self) -> None:
        """Wait until the call has shown progress, or asked whether it should end."""
        await trio.to_thread.run_sync(
            self._begun.wait, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1)
        )

    def cancelled(self) -> bool:
        """Whether the call should end now."""
        self._begun.set()
        return self._cancelled.is_set()

    def progress(self, text: str) -> None:
        """Note it."""
        self._begun.set()
        self.progressed.append(text)
