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
from zeroclaw_config.config import (
    AgentSettings,
    BoundarySettings,
    BudgetSettings,
    RiskSettings,
    RouteSettings,
    RuntimeSettings,
)

__all__ = ["agent", "money", "risk", "route", "runtime_profile"]

ANY = "*"
"""As a name of a program it stands for every program."""


def agent(section: AgentSection) -> AgentSettings:
    """An agent with the names it refers to."""
    return AgentSettings(section.model_provider, section.risk_profile, section.runtime_profile)


def risk(section: RiskSection) -> RiskSettings:
    """What an agent may do, with how far it reaches."""
    return RiskSettings(_profile(section), _boundary(section))


def _profile(section: RiskSection) -> RiskProfile:
    return RiskProfile(
        level=Autonomy(section.level),
        auto_approve=frozenset(section.auto_approve),
        always_ask=frozenset(section.always_ask),
        never_allow=frozenset(section.never_allow),
        high_risk=HighRisk(section.high_risk),
        tools_allow=None if section.tools_allow is None else frozenset(section.tools_allow),
    )


def _boundary(section: RiskSection) -> BoundarySettings:
    commands = section.allowed_commands
    return BoundarySettings(
        allowed_commands=None if commands is None or ANY in commands else frozenset(commands),
        allowed_roots=tuple(section.allowed_roots),
        readonly_roots=tuple(section.readonly_roots),
        forbidden_paths=tuple(section.forbidden_paths),
        passed_variables=tuple(section.shell_env_passthrough),
        sandbox=section.sandbox_backend,
        has_network=section.sandbox_network == "open",
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
