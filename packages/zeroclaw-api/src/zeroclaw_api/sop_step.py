"""The step of a procedure: what is done, who may stop it, where the run goes then."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from zeroclaw_api.condition import Condition
from zeroclaw_api.json import Json, JsonObject

__all__ = [
    "CapabilityWork",
    "CheckpointWork",
    "EndRun",
    "ExecuteWork",
    "ExecutionMode",
    "FailRun",
    "GotoStep",
    "GuardedRoute",
    "NextStep",
    "PlannedCall",
    "RetryStep",
    "SopStep",
    "StepCapability",
    "StepFailurePolicy",
    "StepRoute",
    "StepTools",
    "StepWork",
    "SwitchPort",
    "SwitchRoute",
    "UnguardedRoute",
]


class ExecutionMode(StrEnum):
    """Which steps wait for an approval.

    `AUTO`: none. `SUPERVISED`: the first. `STEP_BY_STEP`: all. `PRIORITY_BASED`: all of a
    critical or high procedure, the first of another. `DETERMINISTIC`: checkpoints only, with no
    model between the steps.
    """

    AUTO = "auto"
    SUPERVISED = "supervised"
    STEP_BY_STEP = "step_by_step"
    PRIORITY_BASED = "priority_based"
    DETERMINISTIC = "deterministic"


@frozen
class PlannedCall:
    """A tool call that a step will make.

    Texts in `args` may hold `{{steps.N.path}}`, what step N gave, or `{{calls.K.path}}`, what
    the call K of the same step gave, counted from 0; both refer backwards. `pinned` is a sample
    of the result, None when there is none.
    """

    tool: str
    args: JsonObject = field(factory=dict, hash=False)
    pinned: Json = field(default=None, hash=False)


@frozen
class ExecuteWork:
    """The agent does what the step says; `calls` are planned for it."""

    calls: tuple[PlannedCall, ...] = ()


@frozen
class CheckpointWork:
    """The run waits for a person, who may change the field `editable` of what was handed on."""

    editable: str | None = None


class StepCapability(StrEnum):
    """What the engine can do by itself."""

    APPROVAL_WAIT = "approval.wait"
    JSON_VALIDATE = "json.validate"
    SHELL_EXEC = "shell.exec"
    GIT_STATUS = "git.status"
    GIT_DIFF = "git.diff"
    NOTIFY_CHANNEL = "notify.channel"
    LLM_GENERATE = "llm.generate"
    FORGE_COMMENT = "forge.comment"


@frozen
class CapabilityWork:
    """The engine does it, without an agent. Texts in `given` are as those of `PlannedCall`."""

    capability: StepCapability
    given: Json = field(default=None, hash=False)


StepWork: TypeAlias = ExecuteWork | CheckpointWork | CapabilityWork


@frozen
class StepTools:
    """The tools of a step: those suggested, those it is narrowed to (None: all), those it lacks."""

    suggested: tuple[str, ...] = ()
    allowed: frozenset[str] | None = None
    denied: frozenset[str] = frozenset()


@frozen
class NextStep:
    """On to the step that follows in order; after the last one the run is complete."""


@frozen
class EndRun:
    """The run is complete."""


@frozen
class GotoStep:
    """On to the step of that number."""

    number: int


@frozen
class SwitchPort:
    """One way out of a switch. No condition means always; only the last port may lack one."""

    name: str
    number: int
    condition: Condition | None = None


@frozen
class SwitchRoute:
    """On by the first port whose condition holds; when none does, the run is complete."""

    ports: tuple[SwitchPort, ...]


UnguardedRoute: TypeAlias = NextStep | EndRun | GotoStep | SwitchRoute


@frozen
class GuardedRoute:
    """`then` if the condition holds over what the steps gave so far, else `otherwise`."""

    condition: Condition
    then: UnguardedRoute
    otherwise: NextStep | EndRun = NextStep()


StepRoute: TypeAlias = UnguardedRoute | GuardedRoute
"""Where a run goes after a step."""


@frozen
class FailRun:
    """The run has failed."""


@frozen
class RetryStep:
    """The step is tried again, at most so many times; then the run has failed."""

    times: int


StepFailurePolicy: TypeAlias = FailRun | RetryStep | GotoStep
"""Where a run goes when a step failed."""


@frozen
class SopStep:
    """One step. `number` is the one that was written, by which others refer to it.

    `title` is one line, `body` Markdown. With `confirm` it waits for an approval in any mode;
    `mode` may only add such waits. `prompt` is what the approver reads, `policy` the name of the
    approval policy; None of it means the plain ones. `input_schema` and `output_schema` are JSON
    Schemas of what comes in and goes out. It waits for the steps in `depends_on`. `agent` is the
    alias of who does it, the procedure's agent when None.
    """

    number: int
    title: str
    body: str = ""
    work: StepWork = ExecuteWork()
    tools: StepTools = StepTools()
    confirm: bool = False
    mode: ExecutionMode | None = None
    prompt: str | None = None
    policy: str | None = None
    input_schema: JsonObject | None = field(default=None, hash=False)
    output_schema: JsonObject | None = field(default=None, hash=False)
    depends_on: frozenset[int] = frozenset()
    route: StepRoute = NextStep()
    on_failure: StepFailurePolicy = FailRun()
    agent: str | None = None
