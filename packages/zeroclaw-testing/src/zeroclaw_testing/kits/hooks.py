"""What every hook must show."""

from __future__ import annotations

from typing import ClassVar

import trio
from attrs import evolve

from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.hooks import Hook, Proceed, Refuse, RewriteCall, RewriteRequest
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId, TurnInfo
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.usage import Usage
from zeroclaw_testing.kits.conformance import Conformance

__all__ = ["HookConformance"]

_TURN = TurnInfo(SessionId("kit"), TurnId(1), ("main",))


class HookConformance(Conformance[Hook]):
    """The subject is one hook; override `request` and `call` to reach what it looks for."""

    time_limit: ClassVar[float] = 5.0

    def request(self) -> ModelRequest:
        """A request to show it."""
        said = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
        return ModelRequest("m", "system", (), (said,), 100)

    def call(self) -> ToolCall:
        """A call to show it."""
        return ToolCall(CallId(7), "shell", {"command": "true"}, wire_id="w")

    async def test_request_gets_a_verdict_within_the_limit(self) -> None:
        async with self.subject() as hook:
            request = self.request()
            verdict = await hook.before_model_request(_TURN, request)
            assert isinstance(verdict, Proceed | Refuse | RewriteRequest), f"{verdict!r}"
            if isinstance(verdict, Refuse):
                assert verdict.reason.strip(), "it refuses without a reason"

    async def test_call_gets_a_verdict_that_keeps_its_id(self) -> None:
        async with self.subject() as hook:
            verdict = await hook.before_tool_call(_TURN, self.call())
            assert isinstance(verdict, Proceed | Refuse | RewriteCall), f"{verdict!r}"
            if isinstance(verdict, Refuse):
                assert verdict.reason.strip(), "it refuses without a reason"
            if isinstance(verdict, RewriteCall):
                assert verdict.call.id == self.call().id, "the rewritten call has another id"

    async def test_results_and_endings_are_taken_without_an_answer(self) -> None:
        async with self.subject() as hook:
            call = self.call()
            for status in ResultStatus:
                result = ToolResult(call.id, status, (Text("x"),))
                await hook.after_tool_call(_TURN, call, result)
            for outcome in Outcome:
                await hook.after_turn(_TURN, Done((MessageId(1),), outcome, "", Usage(), None))

    async def test_turns_side_by_side_do_not_disturb_each_other(self) -> None:
        async with self.subject() as hook:
            wrong: list[object] = []

            async def ask(number: int) -> None:
                call = evolve(self.call(), id=CallId(number))
                turn = evolve(_TURN, session_id=SessionId(f"s{number}"))
                verdict = await hook.before_tool_call(turn, call)
                if isinstance(verdict, RewriteCall) and verdict.call.id != number:
                    wrong.append(verdict)

            async with trio.open_nursery() as nursery:
                for number in range(1, 9):
                    nursery.start_soon(ask, number)
            assert not wrong, f"calls of other turns came back: {wrong!r}"

    async def test_name_is_constant_and_says_something(self) -> None:
        async with self.subject() as hook:
            assert hook.name.strip(), "it has no name"
            assert hook.name == hook.name, "its name changes"
