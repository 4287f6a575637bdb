"""Gathers what an installation is set up for, without waiting for anything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from attrs import field, frozen

from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw.checks.looking.commands import look_at_commands
from zeroclaw.checks.looking.database import Sessions, look_at_sessions
from zeroclaw.errors import HintUnanswered
from zeroclaw.home import Home
from zeroclaw.wiring.choice import limits_of
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.hints import Facts, meant_model
from zeroclaw.wiring.model_facts import facts_of
from zeroclaw.words import error_text, worded
from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.sandbox import SandboxName
from zeroclaw_config import Config, ConfigError, load_config
from zeroclaw_runtime import Limits

__all__ = ["AgentOverview", "Overview", "look_over"]


@frozen
class AgentOverview:
    """An agent with what it may do; `provider` is `family.alias`."""

    alias: str
    provider: str
    model: str
    commands: AgentCommands
    limits: Limits

    @property
    def profile(self) -> RiskProfile:
        """What it may do."""
        return self.commands.profile


@frozen
class Overview:
    """All of it. `problem` is the sentence about a config that cannot be used; `sessions` None
    where they cannot be read; `database_bytes` 0 where there is none. `probed` has what was tried
    of the `sandboxes` that its agents ask for."""

    home: Home
    has_config: bool
    problem: str | None
    agents: tuple[AgentOverview, ...]
    disabled: Mapping[str, tuple[str, ...]] = field(hash=False)
    sessions: Sessions | None
    database_bytes: int
    has_bubblewrap: bool
    probed: Mapping[SandboxName, Probed] = field(factory=dict, hash=False)

    @property
    def sandboxes(self) -> tuple[SandboxName, ...]:
        """What its agents ask to be confined by, each once."""
        running = (agent.commands for agent in self.agents if agent.commands.can_run)
        return tuple(dict.fromkeys(commands.sandbox for commands in running))

    def probed_for(self, agent: AgentOverview) -> Probed | None:
        """What an agent's sandbox comes to; None for one that runs no commands."""
        return self.probed.get(agent.commands.sandbox) if agent.commands.can_run else None


def look_over(home: Home, environ: Mapping[str, str], *, has_bubblewrap: bool) -> Overview:
    """Read what there is; nothing is created."""
    config, problem = _config(home, environ)
    facts = partial(facts_of, own_list=home.models)
    return Overview(
        home=home,
        has_config=home.config.exists(),
        problem=problem,
        agents=() if config is None else _agents(config, home, environ, facts),
        disabled={} if config is None else _disabled(config),
        sessions=look_at_sessions(home.database),
        database_bytes=_size(home),
        has_bubblewrap=has_bubblewrap,
    )


def _config(home: Home, environ: Mapping[str, str]) -> tuple[Config | None, str | None]:
    try:
        return load_config(home.config, environ, installed_families()), None
    except ConfigError as error:
        return None, error_text(error)


def _agents(
    config: Config, home: Home, environ: Mapping[str, str], facts: Facts
) -> tuple[AgentOverview, ...]:
    return tuple(
        AgentOverview(
            alias,
            settings.model_provider,
            _model(settings.model_provider, config, facts),
            look_at_commands(config, alias, home, environ),
            limits_of(config.runtime_profile_of(alias)),
        )
        for alias, settings in config.agents.items()
    )


def _model(reference: str, config: Config, facts: Facts) -> str:
    """The model that is asked; for a hint that nothing answers, the reason."""
    try:
        return meant_model(reference, config, facts).settings.model
    except HintUnanswered as unanswered:
        return unanswered.problem


def _disabled(config: Config) -> dict[str, tuple[str, ...]]:
    return {
        each.path: tuple(worded(problem.told) for problem in each.problems)
        for each in config.disabled
    }


def _size(home: Home) -> int:
    try:
        return home.database.stat().st_size
    except OSError:
        return 0
