"""What a configuration says, checked, with every name in it resolved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.usage import Money
from zeroclaw_config._key_path import quoted
from zeroclaw_config._nearest import nearest
from zeroclaw_config.errors import AgentNotChosen, NoAgents, UnknownAgent

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["AgentSettings", "BudgetSettings", "Config", "Notice", "RuntimeSettings"]

MAIN_AGENT = "main"
"""The agent to take when there are several and nobody named one."""


@frozen
class BudgetSettings:
    """At most so much for a session, an agent, a day, a month; None means any amount."""

    session: Money | None = None
    agent: Money | None = None
    day: Money | None = None
    month: Money | None = None


@frozen
class RuntimeSettings:
    """A runtime profile. `deadline_secs` is for a whole turn; None leaves the kernel's own."""

    max_iterations: int | None = None
    deadline_secs: float | None = None
    budget: BudgetSettings = BudgetSettings()


@frozen
class AgentSettings:
    """An agent. Each field names an entry of the same `Config`; None means the built-in profile."""

    model_provider: str
    risk_profile: str | None = None
    runtime_profile: str | None = None


@frozen
class Notice:
    """A section that is known, though nothing reads it yet. It does no harm."""

    file: str
    line: int | None
    section: str

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        return f"{self.file}{line}: nothing that is installed reads [{self.section}]."


def _names(table: Mapping[str, object]) -> str:
    # Values may hold what came from the environment, so a printed configuration has names alone.
    return f"<{', '.join(table)}>"


@frozen
class Config:
    """A whole configuration file. Printing it shows names, no values.

    `models` are keyed by reference, such as `custom.home`; the others by alias. Every name that
    an agent refers to is there.
    """

    path: Path
    agents: Mapping[str, AgentSettings] = field(repr=_names, hash=False)
    risk_profiles: Mapping[str, RiskProfile] = field(repr=_names, hash=False)
    runtime_profiles: Mapping[str, RuntimeSettings] = field(repr=_names, hash=False)
    models: Mapping[str, ModelSettings] = field(repr=_names, hash=False)
    notices: tuple[Notice, ...] = ()

    def choose_agent(self, alias: str | None = None) -> str:
        """The alias to use: the one asked for, else the only one, else `main`.

        Raises NoAgents, AgentNotChosen, or UnknownAgent, which names the nearest.
        """
        place = str(self.path)
        if not self.agents:
            raise NoAgents(path=place)
        if alias is not None:
            if alias not in self.agents:
                raise UnknownAgent(path=place, alias=quoted(alias), hint=self._hint(alias))
            return alias
        if len(self.agents) == 1:
            return next(iter(self.agents))
        if MAIN_AGENT not in self.agents:
            raise AgentNotChosen(path=place, aliases=", ".join(self.agents))
        return MAIN_AGENT

    def model_of(self, alias: str) -> ModelSettings:
        """The settings of an agent's model."""
        return self.models[self.agents[alias].model_provider]

    def risk_profile_of(self, alias: str) -> RiskProfile:
        """An agent's risk profile; the supervised one when it names none."""
        name = self.agents[alias].risk_profile
        return RiskProfile() if name is None else self.risk_profiles[name]

    def runtime_profile_of(self, alias: str) -> RuntimeSettings:
        """An agent's runtime profile; one without limits of its own when it names none."""
        name = self.agents[alias].runtime_profile
        return RuntimeSettings() if name is None else self.runtime_profiles[name]

    def _hint(self, alias: str) -> str:
        meant = nearest(alias, self.agents)
        if meant is not None:
            return f"did you mean `{meant}`?"
        return f"it has {', '.join(self.agents)}."
