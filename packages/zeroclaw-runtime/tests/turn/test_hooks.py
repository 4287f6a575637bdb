"""Hooks may watch, rewrite, refuse; a broken one refuses; none can approve."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve
from one_session import YES, play, said, script
from trio.testing import MockClock

from zeroclaw_api.events import ConfirmRequest, Done, Outcome, ToolErrorKind
from zeroclaw_api.hooks import (
    CallVerdict,
    Refuse,
    RequestVerdict,
    RewriteCall,
    RewriteRequest,
)
from zeroclaw_api.identifiers import CallId, TurnInfo
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ToolCall
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Autonomy, Effect, Risk, RiskProfile
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble
from zeroclaw_testing.hooks import CallJudge, RecordingHook
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.tools import FakeTool, tool_spec

FULL = RiskProfile(Autonomy.FULL)
PATH: JsonObject = {
    "type": "object",
    "properties": {"path": {"type": "string"}},
    "additionalProperties": False,
}


def reader() -> FakeTool:
    return FakeTool(tool_spec("read", parameters=PATH))


def writer() -> FakeTool:
    effects = frozenset({Effect.WRITE})
    return FakeTool(tool_spec("write", parameters=PATH, risk=Risk.MEDIUM, effects=effects))


REWRITTEN: JsonObject = {"path": "/rewritten"}


def rewriting(
    name: str | None = None, args: JsonObject = REWRITTEN, number: CallId | None = None
) -> CallJudge:
    async def judge(_turn: TurnInfo, proposed: ToolCall) -> CallVerdict:
        await trio.lowlevel.checkpoint()
        return RewriteCall(
            evolve(proposed, name=name or proposed.name, args=args, id=number or proposed.id)
        )

    return judge


async def refuse_call(_turn: TurnInfo, _call: ToolCall) -> CallVerdict:
    await trio.lowlevel.checkpoint()
    return Refuse("not today")


async def raise_on_call(_turn: TurnInfo, _call: ToolCall) -> CallVerdict:
    await trio.lowlevel.checkpoint()
    raise KeyError("a bug of the hook")


async def dawdle_on_call(_turn: TurnInfo, _call: ToolCall) -> CallVerdict:
    await trio.sleep_forever()


async def test_rewritten_call_is_what_runs_and_the_model_is_told() -> None:
    tool = reader()
    model = script(call("read", {"path": "/a"}), say("ok"))
    hook = RecordingHook(judge_call=rewriting())
    await play(assemble("home", [model.route], tools=[tool], hooks=[hook]))
    assert tool.calls == [{"path": "/rewritten"}]
    assert 'It ran as read {"path":"/rewritten"}' in said(model.last_messages)


async def test_hooks_see_what_the_hook_before_them_made() -> None:
    first = RecordingHook("first", judge_call=rewriting())
    second = RecordingHook("second")
    model = script(call("read", {"path": "/a"}), say("ok"))
    await play(assemble("home", [model.route], tools=[reader()], hooks=[first, second]))
    assert first.calls[0].args == {"path": "/a"}
    assert second.calls[0].args == {"path": "/rewritten"}


async def test_rewritten_call_is_judged_as_any_other() -> None:
    tool, read = writer(), reader()
    hook = RecordingHook(judge_call=rewriting("write"))
    model = script(call("read", {}), say("ok"))
    agent = assemble("home", [model.route], tools=[tool, read], hooks=[hook])
    seen = await play(agent, answers=[YES])
    # Reading runs unasked, writing does not, whatever the model called it.
    assert [request.name for request in seen.of(ConfirmRequest)] == ["write"]
    assert len(tool.calls) == 1
    assert read.calls == []


@pytest.mark.parametrize(
    ("judge", "kind"),
    [
        (rewriting(args={"path": 1}), ToolErrorKind.INVALID),
        (rewriting("ghost"), ToolErrorKind.UNKNOWN),
        (rewriting(number=CallId(99)), ToolErrorKind.DENIED),
    ],
)
async def test_hook_cannot_make_a_call_that_the_gate_would_not_take(
    judge: CallJudge, kind: ToolErrorKind
) -> None:
    tool = reader()
    hook = RecordingHook(judge_call=judge)
    model = script(call("read", {}), say("ok"))
    seen = await play(assemble("home", [model.route], tools=[tool], hooks=[hook]))
    assert [refusal.kind for refusal in seen.refusals] == [kind]
    assert tool.calls == []


async def test_call_rewritten_into_one_that_acts_does_not_run_side_by_side() -> None:
    running: list[str] = []
    most: list[int] = []

    async def work(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        running.append("x")
        for _ in range(5):
            await trio.lowlevel.checkpoint()
        most.append(len(running))
        running.pop()
        return ToolOutput.of_text("ok")

    acts = FakeTool(tool_spec("write", parameters=PATH, effects=frozenset({Effect.WRITE})), work)
    reads = FakeTool(tool_spec("read", parameters=PATH), work)
    batch = calls(("read", {"path": "a"}), ("read", {"path": "b"}))
    hook = RecordingHook(judge_call=rewriting("write"))
    model = script(batch, say("ok"))
    await play(assemble("home", [model.route], tools=[acts, reads], hooks=[hook], profile=FULL))
    assert most == [1, 1]
    # The control: the same two calls run side by side when nobody rewrites them.
    most.clear()
    again = script(batch, say("ok"))
    await play(assemble("home", [again.route], tools=[acts, reads], profile=FULL))
    assert max(most) == 2


async def test_refused_call_does_not_run_and_the_model_learns_the_reason() -> None:
    tool = reader()
    model = script(call("read", {}), say("ok"))
    hook = RecordingHook("guard", judge_call=refuse_call)
    seen = await play(assemble("home", [model.route], tools=[tool], hooks=[hook]))
    assert [(r.kind, r.rule) for r in seen.refusals] == [(ToolErrorKind.DENIED, "hook:guard")]
    assert "The call was refused: not today" in said(model.last_messages)
    assert "guard" not in said(model.last_messages)
    assert tool.calls == []
    # The control: without the hook the same call runs.
    free = reader()
    again = script(call("read", {}), say("ok"))
    await play(assemble("home", [again.route], tools=[free]))
    assert free.calls == [{}]


@pytest.mark.parametrize("judge", [raise_on_call, dawdle_on_call])
async def test_hook_that_fails_or_dawdles_refuses_and_is_reported(
    judge: CallJudge, autojump_clock: MockClock
) -> None:
    tool = reader()
    model = script(call("read", {}), say("ok"))
    hook = RecordingHook("broken", judge_call=judge)
    seen = await play(assemble("home", [model.route], tools=[tool], hooks=[hook]), seconds=1e6)
    assert tool.calls == []
    assert seen.warnings == ["hook_failed"]
    assert trio.current_time() in (0.0, Limits().hook_seconds)
    assert seen.done.final_text == "ok"


async def test_request_can_be_rewritten_for_the_provider_alone() -> None:
    async def redact(_turn: TurnInfo, request: ModelRequest) -> RequestVerdict:
        await trio.lowlevel.checkpoint()
        return RewriteRequest(evolve(request, system="redacted"))

    model = script(say("ok"))
    hook = RecordingHook(judge_request=redact)
    agent = assemble("home", [model.route], system="secret", hooks=[hook])
    await play(agent)
    assert model.provider.requests[0].system == "redacted"
    assert hook.requests[0].system == "secret"


async def test_refused_request_ends_the_turn_before_it_is_sent() -> None:
    async def refuse(_turn: TurnInfo, _request: ModelRequest) -> RequestVerdict:
        await trio.lowlevel.checkpoint()
        return Refuse("budget of patience spent")

    model = script()
    agent = assemble("home", [model.route], hooks=[RecordingHook("guard", judge_request=refuse)])
    seen = await play(agent)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "refused_by_hook")
    assert "guard refused the request: budget of patience spent" in seen.done.detail
    assert model.provider.requests == []


async def test_every_request_passes_the_hooks_summary_and_correction_included() -> None:
    hook = RecordingHook()
    model = script(call("read", {}), say(""), say("ok"))
    await play(assemble("home", [model.route], tools=[reader()], hooks=[hook]))
    assert len(hook.requests) == len(model.provider.requests) == 3


async def test_hooks_hear_of_results_and_of_the_end_before_it_is_sent() -> None:
    hook = RecordingHook()
    model = script(calls(("read", {}), ("ghost", {})), say("ok"))
    seen = await play(assemble("home", [model.route], tools=[reader()], hooks=[hook]))
    assert [result.text for result in hook.results] == ["ok"]
    ((info, done),) = hook.ended
    assert done == seen.done
    assert (info.session_id, info.turn_id, info.path) == ("s", 1, ("home",))


async def test_hook_that_fails_at_the_end_does_not_keep_the_end_away() -> None:
    class Failing(RecordingHook):
        async def after_turn(self, turn: TurnInfo, done: Done) -> None:
            await trio.lowlevel.checkpoint()
            raise KeyError("late bug")

    seen = await play(assemble("home", [script(say("ok")).route], hooks=[Failing()]))
    assert seen.done.outcome is Outcome.ANSWERED
    assert seen.warnings == ["hook_failed"]
