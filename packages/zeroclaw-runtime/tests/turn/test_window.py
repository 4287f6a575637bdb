"""The window moves rarely, by whole turns; the running one is never split."""

from __future__ import annotations

from one_session import play, script

from zeroclaw_api.events import HistoryTrimmed
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble
from zeroclaw_runtime.turn.window import KEPT_PART
from zeroclaw_testing.scripted_provider import call, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

LIMITS = Limits(context_tokens=300)


async def test_full_window_moves_once_in_many_turns() -> None:
    store = ModelStore()
    agent = assemble("home", [script(always=say("x" * 40)).route], limits=LIMITS)
    await play(agent, *["y" * 40] * 60, store=store)
    moves = [c for c in store.commits if any(_is_trim(e.body) for e in c.commit.events)]
    # A turn has some 28 tokens: a third of the window is four turns.
    turns_between = 300 * (1 - KEPT_PART) / 28
    assert 60 / turns_between * 0.5 <= len(moves) <= 60 / turns_between * 1.3


async def test_window_moves_within_a_turn_that_grows() -> None:
    store = ModelStore()
    rounds = [say("old"), *(call("read", {"n": n}) for n in range(3)), say("new")]

    async def grow(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        return ToolOutput.of_text("z" * 400)

    grown = FakeTool(tool_spec("read"), grow)
    model = script(*rounds)
    agent = assemble("home", [model.route], tools=[grown], limits=LIMITS)
    seen = await play(agent, "first", "second", store=store)
    assert [trim.kept_turns for trim in seen.of(HistoryTrimmed)] == [1]
    assert {entry.turn_id for entry in model.last_messages} == {2}


def _is_trim(body: object) -> bool:
    return isinstance(body, HistoryTrimmed)
