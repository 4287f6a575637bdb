"""Applies the emergency stop to calls, before they start or while they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import trio
from attrs import define, field

from zeroclaw_api.events import ToolErrorKind
from zeroclaw_runtime.security.decision import Allow, Deny
from zeroclaw_runtime.security.estop import blocks

if TYPE_CHECKING:
    from zeroclaw_api.estop import Estop, EstopState
    from zeroclaw_api.messages import ToolCall
    from zeroclaw_api.risk import Assessment
    from zeroclaw_runtime.turn.state import Turn

__all__ = ["Stoppable", "stop_before", "stop_running"]

STOPPED_TEXT: Final = "An operator has stopped such calls, so it did not run."


@define(eq=False, repr=False)
class Stoppable:
    """A call that may run until its scope is cancelled; `rule` says what stopped it."""

    allowed: Allow
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    rule: str = ""


def stop_before(turn: Turn, call: ToolCall, assessment: Assessment | None = None) -> Deny | None:
    """The refusal of a call that must not start; by its name alone while nothing is assessed."""
    estop = turn.agent.guards.estop
    rule = None if estop is None else _rule(turn, estop.current(), call, assessment)
    return None if rule is None else Deny(call, ToolErrorKind.DENIED, rule, STOPPED_TEXT)


async def stop_running(
    turn: Turn,
    estop: Estop,
    calls: Sequence[Stoppable],
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Cancel the calls that must not go on, for as long as any runs.

    It has started once those are cancelled that must not even begin.
    """
    state = estop.current()
    while True:
        for each in calls:
            rule = _rule(turn, state, each.allowed.call, each.allowed.assessment)
            if rule is not None and not each.rule:
                each.rule = rule
                each.scope.cancel()
        task_status.started()
        task_status = trio.TASK_STATUS_IGNORED
        state = await estop.changed(state)


def _rule(
    turn: Turn, state: EstopState, call: ToolCall, assessment: Assessment | None
) -> str | None:
    if assessment is None:
        return blocks(state, call.name, (), ())
    is_offline = turn.agent.guards.is_offline
    return blocks(state, call.name, assessment.effects, assessment.hosts, is_offline=is_offline)
