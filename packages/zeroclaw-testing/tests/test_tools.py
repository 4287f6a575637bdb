"""The fake tools keep account of their calls."""

from __future__ import annotations

import trio
import trio.testing

from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_testing.tool_context import FakeBlockingToolContext, FakeToolContext
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, tool_spec


async def test_running_and_cancelled_calls_are_counted() -> None:
    async def wait(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.sleep_forever()
        raise AssertionError("unreachable")

    tool = FakeTool(does=wait)
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            for number in range(2):
                nursery.start_soon(tool.run, FakeToolContext(), {"n": number})
            await trio.testing.wait_all_tasks_blocked()
            assert tool.running == tool.most_running == 2
            nursery.cancel_scope.cancel()
    assert (tool.running, tool.cancelled) == (0, 2)
    assert sorted(str(args["n"]) for args in tool.calls) == ["0", "1"]


def test_blocking_tool_notes_its_arguments() -> None:
    tool = FakeBlockingTool()
    assert tool.run_blocking(FakeBlockingToolContext(), {"a": 1}) == ToolOutput.of_text("ok")
    assert tool.calls == [{"a": 1}]


def test_spec_of_a_fake_is_read_only_unless_told() -> None:
    assert tool_spec("x").is_read_only
