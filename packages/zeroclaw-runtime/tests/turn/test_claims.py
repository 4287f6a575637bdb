"""The user is told of claims that nothing in the turn supports."""

from __future__ import annotations

from one_session import play, script

from zeroclaw_api.events import TurnWarning
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import assemble
from zeroclaw_testing.scripted_provider import call, say
from zeroclaw_testing.tools import FakeTool, tool_spec

FORGED = f"zc-receipt-1764547200-{'A' * 43}"


async def finds(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    return ToolOutput.of_text("3 files: a b c")


SEARCH = FakeTool(tool_spec("glob_search"), finds)


async def claims_of(answer: str, *, calls_a_tool: bool = True) -> list[str]:
    rounds = [call("glob_search", {"pattern": "*"})] if calls_a_tool else []
    model = script(*rounds, say(answer))
    seen = await play(assemble("home", [model.route], tools=[SEARCH]))
    assert seen.text == answer
    return [warning.key for warning in seen.of(TurnWarning)]


async def test_forged_receipt_is_told_to_the_user() -> None:
    assert await claims_of(f"Done. [receipt: {FORGED}]") == ["claim_forged_receipt"]


async def test_count_that_nothing_counted_is_told_to_the_user() -> None:
    assert await claims_of("I found 12 files.") == ["claim_count_mismatch"]
    # The control: what was found may be said.
    assert await claims_of("I found 3 files.") == []


async def test_talk_without_calls_is_not_compared_with_anything() -> None:
    talk = "Rome was founded in 753 BC, some 2,800 years ago."
    assert await claims_of(talk, calls_a_tool=False) == []
