"""The tool: something an agent can do, with what it declares about itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from attrs import field, frozen

from zeroclaw_api.host import HostFeature
from zeroclaw_api.identifiers import CallId, SessionId, TurnId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media, Text
from zeroclaw_api.questions import Resolution
from zeroclaw_api.risk import ArgumentRole, Effect, Risk

if TYPE_CHECKING:
    from zeroclaw_api.processes import Processes

__all__ = [
    "BlockingTool",
    "BlockingToolContext",
    "PreviewingTool",
    "Tool",
    "ToolContext",
    "ToolOutput",
    "ToolSpec",
    "TurnTool",
]


@frozen
class ToolSpec:
    """What a tool says of itself; the first three fields are shown to the model.

    `parameters` is a JSON Schema of type object. `risk` and `effects` are the worst case of any
    call, unless `roles` says what an argument (of type string) names: then they are what the
    policy for that finds in it. `needs` are host features without which the tool is not
    advertised. `idempotent` means that running it twice does no more than running it once.
    `time_limit` bounds one call; None leaves it to the turn.
    """

    name: str
    description: str
    parameters: JsonObject = field(hash=False)
    risk: Risk
    effects: frozenset[Effect]
    needs: frozenset[HostFeature] = frozenset()
    idempotent: bool = False
    time_limit: timedelta | None = None
    roles: Mapping[str, ArgumentRole] = field(factory=dict, hash=False)

    @property
    def is_read_only(self) -> bool:
        """Whether no call can change the world."""
        return self.effects <= {Effect.READ}


@frozen
class ToolOutput:
    """What a successful call gives back. `data` is for programs, not for the model."""

    content: tuple[Text | Media, ...]
    data: Json = field(default=None, hash=False)

    @classmethod
    def of_text(cls, text: str) -> ToolOutput:
        """Plain text, the usual case."""
        return cls(content=(Text(text),))


class ToolContext(Protocol):
    """What a running call may use; it ends with the call.

    It is not a bag of services: a tool gets those when it is built. Given by the kernel, used
    by the one call. Fake: `zeroclaw_testing.FakeToolContext`. Kit: `zeroclaw_testing.kits.tool`.
    """

    @property
    def session_id(self) -> SessionId:
        """The session this call belongs to."""

    @property
    def turn_id(self) -> TurnId:
        """The turn this call belongs to."""

    @property
    def call_id(self) -> CallId:
        """The call."""

    @property
    def processes(self) -> Processes:
        """Child processes of this call; none outlives it."""

    async def progress(self, text: str) -> None:
        """Show something while running; may wait for a slow driver."""

    async def ask(self, prompt: str, suggestions: tuple[str, ...] = ()) -> Resolution:
        """Ask the person who drives the session; waits, with the turn's clock stopped."""


class BlockingToolContext(Protocol):
    """What a call on a worker thread may use.

    Cancelling is cooperative: after `cancelled()` turns true the call has 0.4 s to return,
    then it is abandoned and reported as such. Given by the kernel, used from that thread only.
    Fake: `zeroclaw_testing.FakeBlockingToolContext`. Kit: `zeroclaw_testing.kits.tool`.
    """

    @property
    def call_id(self) -> CallId:
        """The call."""

    def cancelled(self) -> bool:
        """Whether the call should end now; cheap enough for every step of a loop."""

    def progress(self, text: str) -> None:
        """Show something while running; dropped when the driver is too slow."""


@runtime_checkable
class Tool(Protocol):
    """Something an agent can do, as an async function.

    It is not a policy: whether a call may run was decided before `run`. The kernel calls it, in
    a task of the turn, perhaps several read-only calls at once. It is cancelled by trio and
    may clean up in a bounded shield. It raises `ToolFailed` for what the model should know.
    Fake: `zeroclaw_testing.FakeTool`. Kit: `zeroclaw_testing.kits.tool`.
    """

    @property
    def spec(self) -> ToolSpec:
        """Constant over its life."""

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Do it. `args` fit the schema. Raises `ToolFailed`."""


@runtime_checkable
class BlockingTool(Protocol):
    """Something an agent can do, as a plain function: it may block, and runs on a thread.

    The kernel calls it on a worker thread behind a limiter. It must not use trio.
    Fake: `zeroclaw_testing.FakeBlockingTool`. Kit: `zeroclaw_testing.kits.tool`.
    """

    @property
    def spec(self) -> ToolSpec:
        """Constant over its life."""

    def run_blocking(self, context: BlockingToolContext, args: JsonObject) -> ToolOutput:
        """Do it. `args` fit the schema. Raises `ToolFailed`."""


@runtime_checkable
class PreviewingTool(Protocol):
    """What a tool adds that can tell beforehand what a call would change.

    It is not a promise: between the question and the call things may change. The gate's driver
    calls it on a worker thread before it asks a person.
    """

    def preview(self, args: JsonObject) -> str:
        """The change as a unified diff; empty when there is none to tell. Never raises."""


TurnTool: TypeAlias = Tool | BlockingTool
"""Anything a turn can call."""
