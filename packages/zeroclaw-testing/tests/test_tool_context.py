"""The fake contexts note progress, answer questions as told."""

from __future__ import annotations

import trio

from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Answered, Choice, Reply, Unreachable
from zeroclaw_testing.tool_context import FakeBlockingToolContext, FakeToolContext


async def test_resolutions_are_handed_out_in_order_then_nobody_is_there() -> None:
    blue = Answered(Reply(Choice.TEXT, LOCAL_USER, text="blue"))
    context = FakeToolContext(resolutions=(blue,))
    assert await context.ask("Which?") == blue
    assert await context.ask("And now?") == Unreachable()
    assert context.asked == ["Which?", "And now?"]


async def test_progress_of_a_call_is_kept() -> None:
    context = FakeToolContext(session_id="s", turn_id=2, call_id=3)
    await context.progress("half")
    assert context.progressed == ["half"]
    assert (context.session_id, context.turn_id, context.call_id) == ("s", 2, 3)


async def test_blocking_context_tells_when_the_call_began() -> None:
    context = FakeBlockingToolContext(call_id=4)
    assert context.call_id == 4
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(context.begun)
            assert not context.cancelled()
    context.cancel()
    assert context.cancelled()
