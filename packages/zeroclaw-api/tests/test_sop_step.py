"""A step says what is done, then where the run goes."""

from __future__ import annotations

from typing import get_args

from zeroclaw_api.condition import Comparison, PathCondition
from zeroclaw_api.sop_step import (
    CapabilityWork,
    CheckpointWork,
    EndRun,
    ExecuteWork,
    FailRun,
    GotoStep,
    GuardedRoute,
    NextStep,
    RetryStep,
    SopStep,
    StepCapability,
    StepFailurePolicy,
    StepRoute,
    UnguardedRoute,
)

OK = PathCondition(("steps", "1", "ok"), Comparison.EQUAL, "true")


def test_a_plain_step_is_executed_then_the_next_one() -> None:
    step = SopStep(1, "Look")
    assert (step.work, step.route, step.on_failure) == (ExecuteWork(), NextStep(), FailRun())
    assert step.tools.allowed is None


def test_a_guard_never_holds_another_guard() -> None:
    assert GuardedRoute not in get_args(UnguardedRoute)
    assert set(get_args(StepRoute)) == {*get_args(UnguardedRoute), GuardedRoute}
    assert GuardedRoute(OK, GotoStep(3)).otherwise == NextStep()
    assert GuardedRoute(OK, GotoStep(3)) != GuardedRoute(OK, GotoStep(3), EndRun())


def test_a_failed_step_never_just_goes_on() -> None:
    assert set(get_args(StepFailurePolicy)) == {FailRun, RetryStep, GotoStep}


def test_the_kinds_of_work_carry_only_what_is_theirs() -> None:
    work = CapabilityWork(StepCapability.GIT_DIFF, {"path": "."})
    assert not hasattr(work, "calls")
    assert not hasattr(CheckpointWork(), "given")
    assert hash(work) == hash(CapabilityWork(StepCapability.GIT_DIFF, {"path": "/"}))
