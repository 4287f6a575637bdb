"""The limits of one agent, with their units."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from zeroclaw_runtime.limits.budget import BudgetLimits
from zeroclaw_runtime.limits.retries import Retries

__all__ = ["Limits", "UnpricedPolicy"]


class UnpricedPolicy(StrEnum):
    """What to do when a budget is set and a model's price is unknown."""

    WARN = "warn"
    STOP = "stop"


@frozen
class Limits:
    """All limits of one agent.

    Seconds, characters (of tool results), tokens (of the window); counts for the rest.
    """

    iterations: int = 10
    turn_seconds: float = 1800.0
    question_seconds: float = 300.0
    question_seconds_per_turn: float = 3600.0
    silence_seconds: float = 300.0
    tool_seconds: float = 600.0
    hook_seconds: float = 5.0
    context_tokens: int = 32_000
    result_characters: int = 50_000
    calls_per_round: int = 64
    parallel_calls: int = 8
    actions_per_hour: int | None = None
    budget: BudgetLimits = BudgetLimits()
    unpriced: UnpricedPolicy = UnpricedPolicy.WARN
    retries: Retries = Retries()
