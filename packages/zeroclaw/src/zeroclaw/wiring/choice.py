"""Decides which agent to be, with which model, from the config plus the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.chain import ChainLink, chain_of
from zeroclaw.wiring.hints import Facts, meant_model
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.risk import RiskProfile
from zeroclaw_config import BoundarySettings, Config, RuntimeSettings
from zeroclaw_runtime import BudgetLimits, Limits, Retries

__all__ = ["UNCONFIGURED_AGENT", "AgentChoice", "choose", "limits_of", "unconfigured"]

UNCONFIGURED_AGENT: Final = "main"
RETRIES: Final = Retries(attempts=3)


@frozen
class AgentChoice:
    """One agent with all that is its own. `provider` is a family with an alias, such as
    `custom.home`; `models` are all entries of the config, to which it may fall back."""

    alias: str
    provider: str
    settings: ModelSettings
    profile: RiskProfile = RiskProfile()
    limits: Limits = Limits(retries=RETRIES)
    boundary: BoundarySettings = BoundarySettings()
    models: Mapping[str, ModelSettings] = field(factory=dict, repr=False, hash=False)

    @property
    def chain(self) -> tuple[ChainLink, ...]:
        """Its model, then those that are asked when it fails."""
        return chain_of(self.provider, self.settings, self.models)


def choose(config: Config, alias: str | None, facts: Facts) -> AgentChoice:
    """The agent of an alias, or the one to take when there is none.

    Raises a `ConfigError`, `HintUnanswered`.
    """
    chosen = config.choose_agent(alias)
    meant = meant_model(config.agents[chosen].model_provider, config, facts)
    return AgentChoice(
        chosen,
        meant.provider,
        meant.settings,
        config.risk_profile_of(chosen),
        limits_of(config.runtime_profile_of(chosen)),
        config.boundary_of(chosen),
        config.models,
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
        retries=_retries(profile),
    )


def _retries(profile: RuntimeSettings) -> Retries:
    retries, backoff = profile.provider_retries, profile.provider_backoff_ms
    return Retries(
        attempts=RETRIES.attempts if retries is None else retries + 1,
        first_wait=RETRIES.first_wait if backoff is None else backoff / 1000,
    )
