"""The context of a call hands on what it was given, nothing more."""

from __future__ import annotations

import trio

from zeroclaw_api.identifiers import CallId, SessionId, TurnId
from zeroclaw_api.questions import Resolution, Unreachable
from zeroclaw_api.tool import ToolContext
from zeroclaw_runtime.tools.context import CallContext
from zeroclaw_testing.processes import FakeProcesses


async def test_progress_and_questions_reach_the_turn() -> None:
    shown: list[str] = []
    asked: list[tuple[str, tuple[str, ...]]] = []

    async def show(text: str) -> None:
        await trio.lowlevel.checkpoint()
        shown.append(text)

    async def ask(prompt: str, suggestions: tuple[str, ...]) -> Resolution:
        await trio.lowlevel.checkpoint()
        asked.append((prompt, suggestions))
        return Unreachable()

    processes = FakeProcesses()
    context: ToolContext = CallContext(SessionId("s"), TurnId(1), CallId(2), processes, show, ask)
    await context.progress("half")
    assert await context.ask("which?", ("a", "b")) == Unreachable()
    assert await context.ask("and now?") == Unreachable()
    assert shown == ["half"]
    assert asked == [("which?", ("a", "b")), ("and now?", ())]
    assert (context.session_id, context.turn_id, context.call_id) == ("s", 1, 2)
    assert context.processes is processes
