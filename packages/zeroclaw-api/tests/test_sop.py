"""A procedure has something that starts it, something to do, sober limits."""

from __future__ import annotations

from datetime import timedelta

from zeroclaw_api.sop import AdmissionPolicy, Sop, SopPriority
from zeroclaw_api.sop_step import ExecutionMode, SopStep
from zeroclaw_api.sop_trigger import ManualTrigger


def test_limits_left_out_are_the_narrow_ones() -> None:
    sop = Sop("ship", "Ships.", "/sops/ship", (ManualTrigger(),), (SopStep(1, "Look"),))
    assert (sop.max_concurrent, sop.admission) == (1, AdmissionPolicy.PARALLEL)
    assert (sop.cooldown, sop.priority) == (timedelta(), SopPriority.NORMAL)


def test_no_mode_is_not_the_same_as_a_chosen_one() -> None:
    steps = (SopStep(1, "Look"),)
    sop = Sop("ship", "Ships.", "/sops/ship", (ManualTrigger(),), steps)
    chosen = Sop("ship", "Ships.", "/sops/ship", (ManualTrigger(),), steps, mode=ExecutionMode.AUTO)
    assert sop.mode is None
    assert sop != chosen
