"""Decides which agent to be, with which model, from the config plus the command line."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.risk import RiskProfile
from zeroclaw_config import Config, RuntimeSettings
from zeroclaw_runtime import BudgetLimits, Limits

__all__ = ["AgentChoice", "choose", "limits_of", "unconfigured"]

UNCONFIGURED_AGENT: Final = "main"


@frozen
class AgentChoice:
    """One agent with all that is its own. `provider` is a family with an alias, such as
    `custom.home`."""

    alias: str
    provider: str
    settings: ModelSettings
    profile: RiskProfile = RiskProfile()
    limits: Limits = Limits()


def choose(config: Config, alias: str | None) -> AgentChoice:
    """The agent of an alias, or the one to take when there is none. Raises a `ConfigError`."""
    chosen = config.choose_agent(alias)
    return AgentChoice(
        chosen,
        config.agents[chosen].model_provider,
        config.model_of(chosen),
        config.risk_profile_of(chosen),
        limits_of(config.runtime_profile_of(chosen)),
    )


def unconfigured(alias: str | None, provider: str, settings: ModelSettings) -> AgentChoice:
    """The one agent there is without a config: supervised, with the built-in limits."""
    if alias not in (None, UNCONFIGURED_AGENT):
        raise WrongUsage(problem=say("agent_unconfigured", agent=UNCONFIGURED_AGENT))
    return AgentChoice(UNCONFIGURED_AGENT, provider, settings)


def limits_of(profile: RuntimeSettings) -> Limits:
    """The kernel's limits; what the profile leaves open stays as built in."""
    built_in = Limits()
    budget = profile.budget
    return Limits(
        iterations=profile.max_iterations or built_in.iterations,
        turn_seconds=profile.deadline_secs or built_in.turn_seconds,
        budget=BudgetLimits(budget.session, budget.agent, budget.day, budget.month),
    )
