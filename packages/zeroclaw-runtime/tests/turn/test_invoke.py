"""Admitted calls run within their limits; each gets exactly one result."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

import pytest
import trio
from one_session import S, follow, message, play, said, script
from trio.testing import MockClock

from zeroclaw_api.errors import ProcessStartFailed, StoreError, ToolFailed
from zeroclaw_api.events import (
    AskUser,
    Done,
    Event,
    Outcome,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnWarning,
)
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Media, ResultStatus, ToolResult
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import Answered, Choice, Reply, Unreachable
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import CallState, Commit
from zeroclaw_api.stream import StreamEvent
from zeroclaw_api.tool import BlockingToolContext, ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble, open_session
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, ToolBehaviour, tool_spec


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """Set at the end, so that no thread outlives its test."""
    event = threading.Event()
    yield event
    event.set()


def gives(output: ToolOutput) -> ToolBehaviour:
    async def give(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        return output

    return give


def raises(error: BaseException) -> ToolBehaviour:
    async def fail(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        raise error

    return fail


async def hang(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    await trio.sleep_forever()


async def test_long_output_is_capped_and_its_whole_digest_kept() -> None:
    full = "h" * 60_000 + "t" * 60_000
    tool = FakeTool(tool_spec("read"), gives(ToolOutput.of_text(full)))
    model = script(call("read", {}), say("ok"))
    (result,) = (await play(assemble("home", [model.route], tools=[tool]))).results
    assert result.text.startswith("h" * 33_334 + "\n[... 70000 characters truncated ...]\n")
    assert result.text.endswith("]\n" + "t" * 16_666)
    assert result.full_sha256 == sha256(full.encode()).hexdigest()
    assert len(model.last_messages[-1].tool_results[0].text) < 50_100


@pytest.mark.parametrize("kind", [ToolFailed, RuntimeError])
async def test_long_failure_is_capped_as_output_is(kind: type[Exception]) -> None:
    text = "x" * 1_000_000
    error = ToolFailed(problem=text) if kind is ToolFailed else kind(text)
    model = script(call("read", {}), say("ok"))
    tool = FakeTool(tool_spec("read"), raises(error))
    (result,) = (await play(assemble("home", [model.route], tools=[tool]))).results
    assert result.status is ResultStatus.ERROR
    assert len(result.text) < 50_200


@pytest.mark.parametrize(
    ("error", "told", "warnings"),
    [
        (ToolFailed(problem="no such file"), "no such file", []),
        (KeyError("x"), "The tool failed: KeyError: 'x'", ["tool_crashed"]),
        (
            ProcessStartFailed(program="git", cwd="/", errno=2, problem="not found"),
            "Cannot start git in /: not found.",
            ["tool_error"],
        ),
        (ExceptionGroup("g", [KeyError("x")]), "The tool failed: ExceptionGroup", ["tool_crashed"]),
    ],
)
async def test_failure_of_a_tool_is_a_result_and_the_turn_goes_on(
    error: Exception, told: str, warnings: list[str]
) -> None:
    model = script(call("read", {}), say("ok"))
    tool = FakeTool(tool_spec("read"), raises(error))
    seen = await play(assemble("home", [model.route], tools=[tool]))
    assert [result.status for result in seen.results] == [ResultStatus.ERROR]
    assert told in said(model.last_messages)
    assert seen.warnings == warnings
    assert seen.done.outcome is Outcome.ANSWERED


async def test_failure_in_broken_text_is_still_a_result() -> None:
    model = script(call("read", {}), say("ok"))
    tool = FakeTool(tool_spec("read"), raises(ToolFailed(problem="no \udcff.txt")))
    seen = await play(assemble("home", [model.route], tools=[tool]))
    assert seen.done.final_text == "ok"
    assert "no \ufffd.txt" in said(model.last_messages)


async def test_silent_tool_is_said_to_have_given_nothing() -> None:
    model = script(call("read", {}), say("ok"))
    tool = FakeTool(tool_spec("read"), gives(ToolOutput.of_text("")))
    await play(assemble("home", [model.route], tools=[tool]))
    assert "(no output)" in said(model.last_messages)


async def test_picture_needs_no_text_beside_it() -> None:
    picture = Media("image/png", "0" * 64, 10)
    tool = FakeTool(tool_spec("read"), gives(ToolOutput((picture,), data={"n": 1})))
    model = script(call("read", {}), say("ok"))
    (result,) = (await play(assemble("home", [model.route], tools=[tool]))).results
    assert (result.content, result.data) == ((picture,), {"n": 1})


@pytest.mark.parametrize(
    ("own", "limit", "expected"), [(None, 30.0, 30.0), (5.0, 30.0, 5.0), (50.0, 30.0, 30.0)]
)
async def test_call_ends_at_the_tighter_of_its_limits(
    own: float | None, limit: float, expected: float, autojump_clock: MockClock
) -> None:
    time_limit = None if own is None else timedelta(seconds=own)
    tool = FakeTool(tool_spec("read", time_limit=time_limit), hang)
    model = script(call("read", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[tool], limits=Limits(tool_seconds=limit))
    seen = await play(agent, seconds=1e6)
    assert trio.current_time() == expected
    assert seen.results[0].text == f"The call was stopped after {expected:g} s."
    assert seen.of(ToolFinished)[0].duration == expected
    assert tool.cancelled == 1


async def test_parallel_results_keep_the_order_of_the_model() -> None:
    gates = {"a": trio.Event(), "b": trio.Event(), "c": trio.Event()}
    order = {"c": "b", "b": "a"}
    started: list[str] = []

    async def wait(_context: ToolContext, args: JsonObject) -> ToolOutput:
        name = str(args["n"])
        started.append(name)
        if len(started) == 3:
            gates["c"].set()
        await gates[name].wait()
        if name in order:
            gates[order[name]].set()
        return ToolOutput.of_text(name)

    model = script(calls(*[("read", {"n": name}) for name in "abc"]), say("ok"))
    tool = FakeTool(tool_spec("read"), wait)
    seen = await play(assemble("home", [model.route], tools=[tool]))
    assert tool.most_running == 3
    assert [result.text for result in seen.results] == ["c", "b", "a"]
    assert [r.text for r in model.last_messages[-1].tool_results] == ["a", "b", "c"]


async def test_no_more_calls_run_side_by_side_than_allowed() -> None:
    tool = FakeTool(tool_spec("read"))
    model = script(calls(*[("read", {"n": n}) for n in range(10)]), say("ok"))
    limits = Limits(parallel_calls=3)
    seen = await play(assemble("home", [model.route], tools=[tool], limits=limits))
    assert tool.most_running == 3
    assert len(seen.of(ToolStarted)) == len(seen.results) == 10


async def test_started_is_durable_before_the_tool_runs() -> None:
    store = ModelStore()
    states: list[CallState] = []

    async def look(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        for recorded in store.commits:
            states.extend(record.state for record in recorded.commit.calls)
        return ToolOutput.of_text("")

    model = script(call("read", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[FakeTool(tool_spec("read"), look)])
    await play(agent, store=store)
    assert states == [CallState.PROPOSED, CallState.STARTED]
    after = [record.state for entry in store.commits for record in entry.commit.calls]
    assert after[-1] is CallState.FINISHED


async def test_each_result_is_durable_before_the_next_request() -> None:
    store = ModelStore()
    results: list[int] = []

    def ask(_request: object) -> tuple[StreamEvent, ...]:
        results.append(sum(r.result is not None for c in store.commits for r in c.commit.calls))
        return say("ok")

    model = script(calls(("read", {"n": 1}), ("read", {"n": 2})), ask)
    await play(assemble("home", [model.route], tools=[FakeTool(tool_spec("read"))]), store=store)
    assert results == [2]


async def test_cancelled_call_has_a_result_that_says_so() -> None:
    began = trio.Event()

    async def wait(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        began.set()
        await trio.sleep_forever()

    store = ModelStore()
    model = script(calls(("act", {}), ("act", {})))
    agent = assemble(
        "home",
        [model.route],
        tools=[FakeTool(tool_spec("act"), wait)],
        limits=Limits(parallel_calls=1),
    )
    with trio.fail_after(10):
        async with (
            open_session(agent, S, store=store, processes=FakeProcesses()) as session,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(follow, session, message())
            await began.wait()
            session.cancel()
    first, second = store.conversation(S)[-1].tool_results
    assert (first.status, second.status) == (ResultStatus.CANCELLED, ResultStatus.CANCELLED)
    assert "it may have had effects" in first.text
    assert "was not run" in second.text


async def test_abandoned_thread_is_reported_by_the_name_of_its_tool(
    release: threading.Event,
) -> None:
    began = trio.Event()
    token = trio.lowlevel.current_trio_token()

    def ignore(_context: BlockingToolContext, _args: JsonObject) -> ToolOutput:
        token.run_sync_soon(began.set)
        release.wait(30)
        return ToolOutput.of_text("late")

    tool = FakeBlockingTool(tool_spec("stubborn"), ignore)
    agent = assemble("home", [script(call("stubborn", {})).route], tools=[tool])
    bodies = []
    with trio.fail_after(10):
        async with (
            open_session(agent, S, processes=FakeProcesses()) as session,
            session.subscribe(SubscriberRole.OBSERVER) as events,
        ):
            await session.process(message())
            await began.wait()
            at = trio.current_time()
            session.cancel()
            async for event in events:
                assert isinstance(event, Event)
                bodies.append(event.body)
                if isinstance(event.body, Done):
                    break
            assert trio.current_time() - at < 1.0
    (finished,) = [body for body in bodies if isinstance(body, ToolFinished)]
    assert isinstance(finished.outcome, ToolResult)
    assert finished.outcome.status is ResultStatus.CANCELLED
    assert finished.outcome.data == {"may_still_finish": True}
    (warning,) = [body for body in bodies if isinstance(body, TurnWarning)]
    assert (warning.key, warning.facts) == ("tool_abandoned", {"tool": "stubborn"})


async def test_tool_can_show_progress_and_ask_its_person() -> None:
    found = []

    async def ask(context: ToolContext, _args: JsonObject) -> ToolOutput:
        await context.progress("thinking")
        found.append(await context.ask("which?", ("a", "b")))
        return ToolOutput.of_text("ok")

    agent = assemble(
        "home",
        [script(call("read", {}), say("ok")).route],
        tools=[FakeTool(tool_spec("read"), ask)],
    )
    reply = Reply(Choice.TEXT, LOCAL_USER, text="b")
    seen = await play(agent, answers=[reply])
    (asked,) = seen.of(AskUser)
    assert (asked.question.prompt, asked.question.suggestions) == ("which?", ("a", "b"))
    assert found == [Answered(reply)]
    assert [progress.text for progress in seen.of(ToolProgress)] == ["thinking"]
    with trio.fail_after(10):
        again = assemble(
            "home",
            [script(call("read", {}), say("ok")).route],
            tools=[FakeTool(tool_spec("read"), ask)],
        )
        async with open_session(again, S, processes=FakeProcesses()) as session:
            await session.ask("nobody drives")
    assert found[-1] == Unreachable()


async def test_two_tools_that_ask_at_once_leave_the_deadline_in_place(
    autojump_clock: MockClock,
) -> None:
    async def ask(context: ToolContext, _args: JsonObject) -> ToolOutput:
        await context.ask("which?")
        return ToolOutput.of_text("ok")

    tools = [FakeTool(tool_spec("read"), ask), FakeTool(tool_spec("hang"), hang)]
    model = script(calls(("read", {"n": 1}), ("read", {"n": 2})), call("hang", {}))
    limits = Limits(turn_seconds=50, question_seconds=10, tool_seconds=1000)
    seen = await play(assemble("home", [model.route], tools=tools, limits=limits), seconds=1e6)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "turn_deadline")
    assert trio.current_time() == 60


async def test_blocking_tool_shows_its_progress_while_it_runs() -> None:
    def speak(context: BlockingToolContext, _args: JsonObject) -> ToolOutput:
        context.progress("half way")
        return ToolOutput.of_text("done")

    tool = FakeBlockingTool(tool_spec("read"), speak)
    seen = await play(assemble("home", [script(call("read", {}), say("ok")).route], tools=[tool]))
    kinds = [type(e.body) for e in seen.events if isinstance(e.body, ToolProgress | ToolFinished)]
    assert kinds in ([ToolProgress, ToolFinished], [ToolFinished])
    assert seen.results[0].text == "done"


async def test_tool_that_leaves_the_program_does_not_take_it_along() -> None:
    model = script(call("read", {}), say("ok"))
    tool = FakeTool(tool_spec("read"), raises(SystemExit(3)))
    seen = await play(assemble("home", [model.route], tools=[tool]))
    assert seen.results[0].status is ResultStatus.ERROR
    assert seen.done.final_text == "ok"


async def test_call_that_could_not_be_recorded_does_not_run() -> None:
    tool = FakeTool(tool_spec("read"))
    store = ModelStore()

    async def refuse_started(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if any(isinstance(event.body, ToolStarted) for event in commit.events):
            raise StoreError(session_id=S, problem="full")

    store.before_commit = refuse_started
    seen = await play(assemble("home", [script(call("read", {})).route], tools=[tool]), store=store)
    assert tool.calls == []
    assert seen.done.error_key == "store"
    assert seen.of(ToolStarted) == []


async def test_tool_that_changes_its_arguments_does_not_change_history() -> None:
    async def empty(_context: ToolContext, args: JsonObject) -> ToolOutput:
        assert isinstance(args, dict)
        args["list"].append("spoiled")
        args["more"] = True
        return ToolOutput.of_text("ok")

    store = ModelStore()
    spec = tool_spec("read", parameters={"type": "object"})
    model = script(call("read", {"list": []}), say("ok"))
    await play(assemble("home", [model.route], tools=[FakeTool(spec, empty)]), store=store)
    (kept,) = store.conversation(S)[1].tool_calls
    assert kept.args == {"list": []}


async def test_tools_time_stands_still_while_it_asks(autojump_clock: MockClock) -> None:
    limits = Limits(tool_seconds=10, question_seconds=60)

    async def ask(context: ToolContext, _args: JsonObject) -> ToolOutput:
        await context.ask("how long?")
        return ToolOutput.of_text("asked")

    model = script(call("read", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[FakeTool(tool_spec("read"), ask)], limits=limits)
    seen = await play(agent, seconds=1e6)
    assert trio.current_time() == 60
    assert [result.text for result in seen.results] == ["asked"]
