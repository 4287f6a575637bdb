"""A blocking tool on its thread is asked to stop, given its time, then abandoned."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import trio
import trio.testing

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.tool import BlockingToolContext, ToolOutput
from zeroclaw_runtime.tools.threads import (
    COOPERATION_SECONDS,
    PROGRESS_WAITING,
    TOOL_THREADS,
    ThreadCall,
    tool_thread_limiter,
)
from zeroclaw_testing.tools import FakeBlockingTool


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """Set at the end, so that no thread outlives its test."""
    event = threading.Event()
    yield event
    event.set()


def call_of(tool: FakeBlockingTool, shown: list[str] | None = None) -> ThreadCall:
    heard = [] if shown is None else shown
    return ThreadCall(CallId(1), tool, {}, heard.append)


async def test_output_and_failure_come_back_from_the_thread() -> None:
    def fail(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        raise ToolFailed(problem="no such file")

    with trio.fail_after(5):
        output = await call_of(FakeBlockingTool()).run(tool_thread_limiter())
        assert output == ToolOutput.of_text("ok")
        with pytest.raises(ToolFailed, match="no such file"):
            await call_of(FakeBlockingTool(does=fail)).run(tool_thread_limiter())


async def test_tool_does_not_run_on_the_thread_of_the_loop() -> None:
    seen: list[int] = []

    def note(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        seen.append(threading.get_ident())
        return ToolOutput.of_text("")

    with trio.fail_after(5):
        await call_of(FakeBlockingTool(does=note)).run(tool_thread_limiter())
    assert seen != [threading.get_ident()]


async def test_cancelled_tool_that_cooperates_is_not_abandoned() -> None:
    began = trio.Event()
    token = trio.lowlevel.current_trio_token()
    ended: list[bool] = []

    def wait(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        idle = threading.Event()
        while not context.cancelled():
            idle.wait(0.001)
        ended.append(True)
        return ToolOutput.of_text("stopped")

    call = call_of(FakeBlockingTool(does=wait))
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call.run, tool_thread_limiter())
            await began.wait()
            start = trio.current_time()
            nursery.cancel_scope.cancel()
    assert ended == [True]
    assert not call.was_abandoned
    assert trio.current_time() - start < COOPERATION_SECONDS


async def test_tool_that_ignores_its_cancel_is_abandoned_in_time(release: threading.Event) -> None:
    began = trio.Event()
    token = trio.lowlevel.current_trio_token()

    def ignore(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        release.wait(30)
        return ToolOutput.of_text("too late")

    call = call_of(FakeBlockingTool(does=ignore))
    limiter = tool_thread_limiter()
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call.run, limiter)
            await began.wait()
            start = trio.current_time()
            nursery.cancel_scope.cancel()
    assert call.was_abandoned
    assert COOPERATION_SECONDS <= trio.current_time() - start < 1.0
    # It keeps its place until it returns, so that abandoned threads cannot pile up.
    assert limiter.borrowed_tokens == 1


async def test_call_cancelled_while_it_waits_for_a_thread_never_begins(
    release: threading.Event,
) -> None:
    began = trio.Event()
    token = trio.lowlevel.current_trio_token()

    def hold(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        release.wait(30)
        return ToolOutput.of_text("")

    limiter = trio.CapacityLimiter(1)
    second = FakeBlockingTool()
    waiting = call_of(second)
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call_of(FakeBlockingTool(does=hold)).run, limiter)
            await began.wait()
            with trio.move_on_after(0.01):
                await waiting.run(limiter)
            assert not waiting.was_abandoned
            release.set()
    assert second.calls == []


async def test_call_cancelled_just_before_its_thread_starts_never_begins() -> None:
    limiter = trio.CapacityLimiter(1)
    tool, scope = FakeBlockingTool(), trio.CancelScope()
    call = call_of(tool)

    async def run() -> None:
        with scope:
            await call.run(limiter)

    with trio.fail_after(5):
        await limiter.acquire()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await trio.testing.wait_all_tasks_blocked()
            # The place becomes free and the cancel comes before the task runs again.
            limiter.release()
            scope.cancel()
    assert tool.calls == []
    assert not call.was_abandoned
    # The control: without the cancel the same call begins.
    with trio.fail_after(5):
        await call_of(tool).run(limiter)
    assert tool.calls == [{}]


async def test_progress_is_shown_in_order_and_a_flood_is_cut() -> None:
    def speak(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        for number in range(5):
            context.progress(str(number))
        return ToolOutput.of_text("")

    shown: list[str] = []
    with trio.fail_after(5):
        await call_of(FakeBlockingTool(does=speak), shown).run(tool_thread_limiter())
    assert shown == ["0", "1", "2", "3", "4"]

    began, done = trio.Event(), threading.Event()
    token = trio.lowlevel.current_trio_token()

    def flood(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        for number in range(10_000):
            context.progress(str(number))
        done.set()
        return ToolOutput.of_text("")

    heard: list[str] = []
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                call_of(FakeBlockingTool(does=flood), heard).run, tool_thread_limiter()
            )
            await began.wait()
            # The loop is held up on purpose, so that nothing is shown meanwhile.
            assert done.wait(5)
    assert 0 < len(heard) < 10_000 / 2
    assert PROGRESS_WAITING < 10_000 / 2


async def test_abandoned_call_is_no_longer_heard(release: threading.Event) -> None:
    began, spoke = trio.Event(), threading.Event()
    token = trio.lowlevel.current_trio_token()

    def mutter(context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        release.wait(30)
        context.progress("after the end")
        spoke.set()
        return ToolOutput.of_text("")

    shown: list[str] = []
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                call_of(FakeBlockingTool(does=mutter), shown).run, tool_thread_limiter()
            )
            await began.wait()
            nursery.cancel_scope.cancel()
        release.set()
        await trio.to_thread.run_sync(spoke.wait, 5)
        await trio.lowlevel.checkpoint()
    assert shown == []


async def test_agent_has_a_named_number_of_threads() -> None:
    assert tool_thread_limiter().total_tokens == TOOL_THREADS == 8
