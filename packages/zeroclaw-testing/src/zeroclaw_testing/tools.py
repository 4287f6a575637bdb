"""Tools whose behaviour is a function of the test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeAlias

import trio

from zeroclaw_api.host import HostFeature
from zeroclaw_api.json import JsonObject
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import BlockingToolContext, ToolContext, ToolOutput, ToolSpec

__all__ = [
    "BlockingBehaviour",
    "FakeBlockingTool",
    "FakeTool",
    "ToolBehaviour",
    "tool_spec",
]

ToolBehaviour: TypeAlias = Callable[[ToolContext, JsonObject], Awaitable[ToolOutput]]
BlockingBehaviour: TypeAlias = Callable[[BlockingToolContext, JsonObject], ToolOutput]


def tool_spec(
    name: str = "fake",
    *,
    parameters: JsonObject | None = None,
    risk: Risk = Risk.LOW,
    effects: frozenset[Effect] = frozenset({Effect.READ}),
    needs: frozenset[HostFeature] = frozenset(),
    idempotent: bool = False,
    time_limit: timedelta | None = None,
) -> ToolSpec:
    """A spec with everything filled in: takes any object, reads only."""
    return ToolSpec(
        name=name,
        description=f"The tool {name} of a test.",
        parameters={"type": "object", "properties": {}} if parameters is None else parameters,
        risk=risk,
        effects=effects,
        needs=needs,
        idempotent=idempotent,
        time_limit=time_limit,
    )


class FakeTool:
    """A tool that keeps account of its calls. Without a behaviour it says `ok`."""

    def __init__(self, spec: ToolSpec | None = None, does: ToolBehaviour | None = None) -> None:
        self._spec = tool_spec() if spec is None else spec
        self._does = does
        self.calls: list[JsonObject] = []
        self.running = 0
        self.most_running = 0
        self.cancelled = 0

    @property
    def spec(self) -> ToolSpec:
        """The spec it was given."""
        return self._spec

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Note the call, then do what the test wants."""
        self.calls.append(args)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            await trio.lowlevel.checkpoint()
            if self._does is None:
                return ToolOutput.of_text("ok")
            return await self._does(context, args)
        except trio.Cancelled:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1


class FakeBlockingTool:
    """A tool for a worker thread that keeps account of its calls."""

    def __init__(self, spec: ToolSpec | None = None, does: BlockingBehaviour | None = None) -> None:
        self._spec = tool_spec() if spec is None else spec
        self._does = does
        self.calls: list[JsonObject] = []

    @property
    def spec(self) -> ToolSpec:
        """The spec it was given."""
        return self._spec

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Note the call, then do what the test wants."""
        self.calls.append(args)
        if self._does is None:
            return ToolOutput.of_text("ok")
        return self._does(context, args)
