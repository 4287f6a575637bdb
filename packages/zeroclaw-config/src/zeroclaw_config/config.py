"""What a configuration says, checked, with every name in it resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.sandbox import SandboxName
from zeroclaw_api.usage import Money
from zeroclaw_config._key_path import dotted, quoted
from zeroclaw_config._nearest import nearest
from zeroclaw_config.errors import AgentNotChosen, InvalidConfig, NoAgents, UnknownAgent
from zeroclaw_config.problem import Problem

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = [
    "BUILT_IN_HINTS",
    "HINT",
    "AgentSettings",
    "BoundarySettings",
    "BudgetSettings",
    "Config",
    "Disabled",
    "Notice",
    "RiskSettings",
    "RouteSettings",
    "RuntimeSettings",
]

HINT = "hint:"
"""How the name of a model begins that is chosen by what it is wanted for."""

BUILT_IN_HINTS = frozenset({"cheapest", "vision"})
"""The hints that need no route: the models themselves say which fits."""

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
    provider_retries: int | None = None
    provider_backoff_ms: int | None = None


@frozen
class BoundarySettings:
    """How far the commands and files of an agent reach.

    Paths are as they were written: relative ones are meant in the workspace, `~` is the user's
    home. `allowed_commands` are the only programs there are; None leaves all of them. `sandbox` is
    the name of what confines commands, `has_network` whether they reach the network.
    """

    allowed_commands: frozenset[str] | None = None
    allowed_roots: tuple[str, ...] = ()
    readonly_roots: tuple[str, ...] = ()
    forbidden_paths: tuple[str, ...] = ()
    passed_variables: tuple[str, ...] = ()
    sandbox: SandboxName = "auto"
    has_network: bool = False


@frozen
class RiskSettings:
    """A risk profile: what the gate decides by, with how far what it lets through reaches."""

    profile: RiskProfile = RiskProfile()
    boundary: BoundarySettings = BoundarySettings()


@frozen
class RouteSettings:
    """Where a hint leads: an entry of the same `Config`, maybe with another of its models."""

    model_provider: str
    model: str | None = None


@frozen
class AgentSettings:
    """An agent. Each field names an entry of the same `Config`; None means the built-in profile.

    A `model_provider` that begins with `HINT` names a route, or a hint that needs none.
    """

    model_provider: str
    risk_profile: str | None = None
    runtime_profile: str | None = None


@frozen
class Notice:
    """Something in the file that has no effect. `what` is a clause that follows the key."""

    file: str
    line: int | None
    key: str
    what: str

    @property
    def told(self) -> Phrase:
        """The sentence after its place."""
        return Problem(self.file, self.line, self.key, self.what).told

    def __str__(self) -> str:
        return str(self.told)


@frozen
class Disabled:
    """An entry that cannot be used, such as `agents.main`, with all that is wrong with it."""

    path: str
    problems: tuple[Problem, ...]


def _names(table: Mapping[str, object]) -> str:
    # Values may hold what came from the environment, so a printed configuration has names alone.
    return f"<{', '.join(table)}>"


@frozen
class Config:
    """A whole configuration file. Printing it shows names, no values.

    `models` are keyed by reference, such as `custom.home`; the others by alias. Every name that
    an agent refers to is there. `disabled` are the entries that are left out of them, since
    something is wrong with those; `overridden` the keys whose value the file does not have.
    """

    path: Path
    agents: Mapping[str, AgentSettings] = field(repr=_names, hash=False)
    risk_profiles: Mapping[str, RiskSettings] = field(repr=_names, hash=False)
    runtime_profiles: Mapping[str, RuntimeSettings] = field(repr=_names, hash=False)
    models: Mapping[str, ModelSettings] = field(repr=_names, hash=False)
    notices: tuple[Notice, ...] = ()
    disabled: tuple[Disabled, ...] = ()
    overridden: frozenset[str] = frozenset()
    routes: Mapping[str, RouteSettings] = field(repr=_names, hash=False, factory=dict)

    def choose_agent(self, alias: str | None = None) -> str:
        """The alias to use: the one asked for, else the only one, else `main`.

        Raises NoAgents, AgentNotChosen, UnknownAgent, which names the nearest, or InvalidConfig
        when the one to use is disabled: no other agent takes its place.
        """
        chosen = self._chosen(alias)
        for disabled in self.disabled:
            if disabled.path == dotted(("agents", chosen)):
                raise InvalidConfig(path=str(self.path), problems=disabled.problems)
        return chosen

    def risk_profile_of(self, alias: str) -> RiskProfile:
        """What the gate decides by for an agent; supervised when it names no profile."""
        return self._risk_of(alias).profile

    def boundary_of(self, alias: str) -> BoundarySettings:
        """How far an agent reaches; its workspace when it names no profile."""
        return self._risk_of(alias).boundary

    def runtime_profile_of(self, alias: str) -> RuntimeSettings:
        """An agent's runtime profile; one without limits of its own when it names none."""
        name = self.agents[alias].runtime_profile
        return RuntimeSettings() if name is None else self.runtime_profiles[name]

    def _risk_of(self, alias: str) -> RiskSettings:
        name = self.agents[alias].risk_profile
        return RiskSettings() if name is None else self.risk_profiles[name]

    def _chosen(self, alias: str | None) -> str:
        place = str(self.path)
        aliases = [*self.agents, *self._disabled_agents()]
        if not aliases:
            raise NoAgents(path=place)
        if alias is not None:
            if alias not in aliases:
                hint = _hint(alias, aliases)
                raise UnknownAgent(path=place, alias=quoted(alias), hint=hint)
            return alias
        if len(aliases) == 1:
            return aliases[0]
        if MAIN_AGENT not in aliases:
            raise AgentNotChosen(path=place, aliases=", ".join(aliases))
        return MAIN_AGENT

    def _disabled_agents(self) -> list[str]:
        prefix = "agents."
        paths = [disabled.path for disabled in self.disabled]
        return [path.removeprefix(prefix) for path in paths if path.startswith(prefix)]


def _hint(alias: str, aliases: Sequence[str]) -> str:
    meant = nearest(alias, aliases)
    if meant is not None:
        return Phrase("meant_perhaps", "did you mean `{meant}`?", meant=meant)
    return Phrase("it_has", "it has {names}.", names=", ".join(aliases))
