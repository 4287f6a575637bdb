"""The SOP: a procedure of numbered steps, with what starts a run of it."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from attrs import frozen

from zeroclaw_api.sop_step import ExecutionMode, SopStep
from zeroclaw_api.sop_trigger import SopTrigger

__all__ = [
    "AdmissionPolicy",
    "Sop",
    "SopPriority",
]


class SopPriority(StrEnum):
    """How urgent a procedure is."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    CRITICAL = "critical"


class AdmissionPolicy(StrEnum):
    """What becomes of an event while runs of the procedure are under way.

    `PARALLEL`: another run if a slot is free, else later. `HOLD`: later. `COALESCE`: it counts as
    part of the run under way. `DROP`: nothing.
    """

    PARALLEL = "parallel"
    HOLD = "hold"
    COALESCE = "coalesce"
    DROP = "drop"


@frozen
class Sop:
    """A procedure.

    `name` is that of its folder, whose path is `origin`. It has at least one trigger and one
    step; steps are in order of their numbers, and every number that one refers to exists. `mode`
    is None when the installation's default holds. `cooldown` passes between the end of a run and
    the next one. `max_pending_approvals` bounds the runs that wait for one; None means no bound.
    """

    name: str
    description: str
    origin: str
    triggers: tuple[SopTrigger, ...]
    steps: tuple[SopStep, ...]
    version: str = "0.1.0"
    priority: SopPriority = SopPriority.NORMAL
    mode: ExecutionMode | None = None
    cooldown: timedelta = timedelta()
    max_concurrent: int = 1
    admission: AdmissionPolicy = AdmissionPolicy.PARALLEL
    max_pending_approvals: int | None = None
    agent: str | None = None
