"""The hook kit tells a working implementation from a broken one."""

from __future__ import annotations

from typing import cast

import pytest
import trio
from attrs import evolve

from zeroclaw_api.events import Done
from zeroclaw_api.hooks import CallVerdict, Hook, Proceed, Refuse, RewriteCall
from zeroclaw_api.identifiers import CallId, SessionId, TurnId, TurnInfo
from zeroclaw_api.messages import ResultStatus, ToolCall, ToolResult
from zeroclaw_testing.hooks import RecordingHook
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.hooks import HookConformance


class TestRecordingHook(HookConformance):
    def make(self) -> Hook:
        return RecordingHook()


class TestRewritingHook(HookConformance):
    def make(self) -> Hook:
        async def rewrite(_turn: TurnInfo, call: ToolCall) -> CallVerdict:
            return RewriteCall(evolve(call, args={"command": "false"}))

        return RecordingHook(judge_call=rewrite)


async def renumber(_turn: TurnInfo, call: ToolCall) -> CallVerdict:
    return RewriteCall(evolve(call, id=CallId(call.id + 1)))


async def refuse_without_reason(_turn: TurnInfo, _call: ToolCall) -> CallVerdict:
    return Refuse("")


async def say_true(_turn: TurnInfo, _call: ToolCall) -> CallVerdict:
    return cast(CallVerdict, True)


class MixesTurns(RecordingHook):
    """Keeps the call of the turn in the object, where the next turn overwrites it."""

    async def before_tool_call(self, turn: TurnInfo, call: ToolCall) -> CallVerdict:
        self.calls = [call]
        await trio.lowlevel.checkpoint()
        return RewriteCall(self.calls[0])


class FailsOnEndings(RecordingHook):
    async def after_turn(self, turn: TurnInfo, done: Done) -> None:
        raise AssertionError(f"unknown outcome {done.outcome}")


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (RecordingHook(judge_call=renumber), "test_call_gets_a_verdict_that_keeps_its_id"),
        (RecordingHook(judge_call=say_true), "test_call_gets_a_verdict_that_keeps_its_id"),
        (
            RecordingHook(judge_call=refuse_without_reason),
            "test_call_gets_a_verdict_that_keeps_its_id",
        ),
        (MixesTurns(), "test_turns_side_by_side_do_not_disturb_each_other"),
        (FailsOnEndings(), "test_results_and_endings_are_taken_without_an_answer"),
        (RecordingHook(""), "test_name_is_constant_and_says_something"),
    ],
)
async def test_kit_catches_a_broken_hook(broken: RecordingHook, check: str) -> None:
    class Broken(HookConformance):
        def make(self) -> Hook:
            return broken

    await require_caught(getattr(Broken(), check))


async def test_recording_hook_keeps_what_it_was_shown() -> None:
    hook = RecordingHook()
    kit = HookConformance()
    turn = TurnInfo(SessionId("s"), TurnId(1), ())
    assert await hook.before_tool_call(turn, kit.call()) == Proceed()
    result = ToolResult(kit.call().id, ResultStatus.SUCCESS, ())
    await hook.after_tool_call(turn, kit.call(), result)
    assert (hook.calls, hook.results) == ([kit.call()], [result])
