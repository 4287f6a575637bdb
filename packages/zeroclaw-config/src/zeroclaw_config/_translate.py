"""Turn checked sections into the values that the rest of the project uses."""

from __future__ import annotations

from decimal import Decimal

from zeroclaw_api.risk import Autonomy, HighRisk, RiskProfile
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Money
from zeroclaw_config._sections import (
    AgentSection,
    BudgetSection,
    RiskSection,
    RouteSection,
    RuntimeSection,
)
from zeroclaw_config.config import AgentSettings, BudgetSettings, RouteSettings, RuntimeSettings

__all__ = ["agent", "money", "risk_profile", "route", "runtime_profile"]


def agent(section: AgentSection) -> AgentSettings:
    """An agent with the names it refers to."""
    return AgentSettings(section.model_provider, section.risk_profile, section.runtime_profile)


def risk_profile(section: RiskSection) -> RiskProfile:
    """What the gate of the kernel decides by."""
    return RiskProfile(
        level=Autonomy(section.level),
        auto_approve=frozenset(section.auto_approve),
        always_ask=frozenset(section.always_ask),
        never_allow=frozenset(section.never_allow),
        high_risk=HighRisk(section.high_risk),
    )


def runtime_profile(section: RuntimeSection) -> RuntimeSettings:
    """Limits of one agent."""
    return RuntimeSettings(
        section.max_iterations,
        section.deadline_secs,
        _budget(section.budget),
        section.provider_retries,
        section.provider_backoff_ms,
    )


def route(section: RouteSection) -> RouteSettings:
    """Where a hint leads."""
    return RouteSettings(section.model_provider, section.model)


def money(dollars: float) -> Money:
    """Nanodollars of the decimal number that was written, without its binary error."""
    return Money(int((Decimal(repr(dollars)) * NANODOLLARS_PER_DOLLAR).to_integral_value()))


def _budget(section: BudgetSection) -> BudgetSettings:
    def amount(dollars: float | None) -> Money | None:
        return None if dollars is None else money(dollars)

    return BudgetSettings(
        amount(section.session), amount(section.agent), amount(section.day), amount(section.month)
    )
