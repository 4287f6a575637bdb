"""A hook that decides as the test says, keeping what it sees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio

from zeroclaw_api.events import Done
from zeroclaw_api.hooks import CallVerdict, Proceed, RequestVerdict
from zeroclaw_api.identifiers import TurnInfo
from zeroclaw_api.messages import ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest

__all__ = ["CallJudge", "RecordingHook", "RequestJudge"]

RequestJudge: TypeAlias = Callable[[TurnInfo, ModelRequest], Awaitable[RequestVerdict]]
CallJudge: TypeAlias = Callable[[TurnInfo, ToolCall], Awaitable[CallVerdict]]


class RecordingHook:
    """Proceeds everywhere, unless the test supplies a judge."""

    def __init__(
        self,
        name: str = "recording",
        *,
        judge_request: RequestJudge | None = None,
        judge_call: CallJudge | None = None,
    ) -> None:
        self._name = name
        self._judge_request = judge_request
        self._judge_call = judge_call
        self.requests: list[ModelRequest] = []
        self.calls: list[ToolCall] = []
        self.results: list[ToolResult] = []
        self.ended: list[tuple[TurnInfo, Done]] = []

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    async def before_model_request(self, turn: TurnInfo, request: ModelRequest) -> RequestVerdict:
        """Note it; proceed, or what the judge says."""
        await trio.lowlevel.checkpoint()
        self.requests.append(request)
        if self._judge_request is None:
            return Proceed()
        return await self._judge_request(turn, request)

    async def before_tool_call(self, turn: TurnInfo, call: ToolCall) -> CallVerdict:
        """Note it; proceed, or what the judge says."""
        await trio.lowlevel.checkpoint()
        self.calls.append(call)
        if self._judge_call is None:
            return Proceed()
        return await self._judge_call(turn, call)

    async def after_tool_call(self, turn: TurnInfo, call: ToolCall, result: ToolResult) -> None:
        """Note it."""
        await trio.lowlevel.checkpoint()
        self.results.append(result)

    async def after_turn(self, turn: TurnInfo, done: Done) -> None:
        """Note it."""
        await trio.lowlevel.checkpoint()
        self.ended.append((turn, done))
