"""Runs the operator's hooks at their points, bounded, so that a broken one refuses."""

from __future__ import annotations

from collections.abc import Awaitable
from copy import deepcopy
from typing import TypeVar, assert_never

import trio
from attrs import evolve, frozen

from zeroclaw_api.events import Done
from zeroclaw_api.hooks import (
    CallVerdict,
    Hook,
    Proceed,
    Refuse,
    RequestVerdict,
    RewriteCall,
    RewriteRequest,
)
from zeroclaw_api.messages import ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_runtime.errors import RefusedByHook
from zeroclaw_runtime.turn.state import Turn

__all__ = ["HookRefusal", "after_call", "after_turn", "rewrite_call", "rewrite_request"]

T = TypeVar("T")


@frozen
class HookRefusal:
    """A hook does not let a call run."""

    hook: str
    reason: str


async def rewrite_request(turn: Turn, request: ModelRequest) -> ModelRequest:
    """What the hooks make of a request; raises `RefusedByHook`."""
    for hook in turn.agent.hooks:
        verdict: RequestVerdict = await _run(
            turn, hook, hook.before_model_request(turn.info, request), Refuse("it failed")
        )
        match verdict:
            case Proceed():
                continue
            case RewriteRequest(rewritten):
                request = rewritten
            case Refuse(reason):
                raise RefusedByHook(hook=hook.name, reason=reason)
            case _:
                assert_never(verdict)
    return request


async def rewrite_call(turn: Turn, call: ToolCall) -> ToolCall | HookRefusal:
    """What the hooks make of a call; its number stays, whatever a hook does."""
    for hook in turn.agent.hooks:
        verdict: CallVerdict = await _run(
            turn, hook, hook.before_tool_call(turn.info, _own_copy(call)), Refuse("it failed")
        )
        match verdict:
            case Proceed():
                continue
            case RewriteCall(rewritten):
                if rewritten.id != call.id:
                    return HookRefusal(hook.name, "it changed the number of the call")
                call = rewritten
            case Refuse(reason):
                return HookRefusal(hook.name, reason)
            case _:
                assert_never(verdict)
    return call


async def after_call(turn: Turn, call: ToolCall, result: ToolResult) -> None:
    """Tell the hooks about a result."""
    for hook in turn.agent.hooks:
        await _run(turn, hook, hook.after_tool_call(turn.info, _own_copy(call), result), None)


async def after_turn(turn: Turn, done: Done) -> None:
    """Tell the hooks that the turn is over."""
    for hook in turn.agent.hooks:
        await _run(turn, hook, hook.after_turn(turn.info, done), None)


def _own_copy(call: ToolCall) -> ToolCall:
    """The call with arguments that may be changed without changing history."""
    return evolve(call, args=deepcopy(call.args))


async def _run(turn: Turn, hook: Hook, work: Awaitable[T], on_failure: T) -> T:
    """Wait for a hook within its limit; one that fails is reported, its answer is `on_failure`."""
    try:
        with trio.fail_after(turn.agent.limits.hook_seconds):
            return await work
    except Exception as error:  # noqa: BLE001  foreign code at a supervised edge
        turn.warn("hook_failed", hook=hook.name, problem=f"{type(error).__name__}: {error}")
        return on_failure
