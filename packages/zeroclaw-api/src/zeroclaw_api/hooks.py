"""The hook: code of the operator's own that watches, rewrites or refuses."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from attrs import frozen

from zeroclaw_api.events import Done
from zeroclaw_api.identifiers import TurnInfo
from zeroclaw_api.messages import ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest

__all__ = [
    "CallVerdict",
    "Hook",
    "Proceed",
    "Refuse",
    "RequestVerdict",
    "RewriteCall",
    "RewriteRequest",
]


@frozen
class Proceed:
    """Go on unchanged."""


@frozen
class Refuse:
    """Stop here; `reason` is told to the model for a call, to the user for a request."""

    reason: str


@frozen
class RewriteCall:
    """Go on with this call; its id must be unchanged. It is judged anew, as any other."""

    call: ToolCall


@frozen
class RewriteRequest:
    """Go on with this request."""

    request: ModelRequest


CallVerdict: TypeAlias = Proceed | Refuse | RewriteCall
RequestVerdict: TypeAlias = Proceed | Refuse | RewriteRequest


class Hook(Protocol):
    """Code that runs at named points of every turn.

    It is not a way around the gate: what it rewrites is judged afterwards, and it cannot
    approve. The kernel calls hooks one after the other, in the order they were given; each call
    may wait, within the hook limit (5 seconds), and is cancelled with the turn. A hook that
    fails or exceeds the limit refuses a call or request, and is reported. It is never closed.
    Fake: `zeroclaw_testing.RecordingHook`. Kit: `zeroclaw_testing.kits.hooks`.
    """

    @property
    def name(self) -> str:
        """For messages and logs."""

    async def before_model_request(self, turn: TurnInfo, request: ModelRequest) -> RequestVerdict:
        """Called before each model request, corrective ones included."""

    async def before_tool_call(self, turn: TurnInfo, call: ToolCall) -> CallVerdict:
        """Called for each advertised call before its arguments are validated."""

    async def after_tool_call(self, turn: TurnInfo, call: ToolCall, result: ToolResult) -> None:
        """Called with every result, denied and cancelled ones excepted."""

    async def after_turn(self, turn: TurnInfo, done: Done) -> None:
        """Called when a turn is over, before its `Done` is sent; the outcome stands."""
