"""Runs all checks at the same time, within a limit that keeps what was found so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeVar

import trio
from attrs import define, evolve, field, frozen

from zeroclaw.checks.finding import Finding, Subject, error
from zeroclaw.checks.judging.clock import judge_clock
from zeroclaw.checks.judging.commands import AgentCommands
from zeroclaw.checks.judging.configuration import judge_config
from zeroclaw.checks.judging.database import judge_database
from zeroclaw.checks.judging.disk import judge_disk
from zeroclaw.checks.judging.installed import judge_installed
from zeroclaw.checks.judging.permissions import judge_permissions
from zeroclaw.checks.judging.providers import judge_providers
from zeroclaw.checks.judging.sandbox import STRONGEST, SandboxFacts, judge_sandbox
from zeroclaw.checks.judging.secrets import judge_secrets
from zeroclaw.checks.judging.surroundings import judge_system, judge_terminal
from zeroclaw.checks.looking.bubblewrap import has_bubblewrap
from zeroclaw.checks.looking.commands import look_at_commands
from zeroclaw.checks.looking.configuration import look_at_config, look_at_secrets
from zeroclaw.checks.looking.database import look_at_database
from zeroclaw.checks.looking.disk import look_at_disk
from zeroclaw.checks.looking.installed import look_at_installed
from zeroclaw.checks.looking.permissions import look_at_files
from zeroclaw.checks.looking.providers import ask_providers
from zeroclaw.checks.looking.sandbox import probe_sandboxes
from zeroclaw.checks.looking.surroundings import look_at_system, look_at_terminal
from zeroclaw.errors import HintUnanswered
from zeroclaw.home import Home
from zeroclaw.wiring.chain import chain_of
from zeroclaw.wiring.hints import Facts, meant_model
from zeroclaw.wiring.model_facts import facts_of
from zeroclaw.words import error_text, say
from zeroclaw_config import Config

__all__ = ["EXAMINE_SECONDS", "Examination", "examine"]

EXAMINE_SECONDS: Final = 20.0
"""For everything: a disk that hangs must not keep what else is known from its user."""

LOOKS_AT_ONCE: Final = 16
"""More than there are: those that hang keep none of the others from starting."""

T = TypeVar("T")


@frozen
class Examination:
    """What is to be examined, as whom; `alias` is the one agent that matters, if there is one.

    `tell_asking` is told how many providers are about to be asked.
    """

    home: Home
    environ: Mapping[str, str] = field(repr=False, hash=False)
    user: int
    alias: str | None = None
    is_offline: bool = False
    tell_asking: Callable[[int], None] = field(default=lambda _: None, repr=False)


@frozen
class _Agent:
    """`providers` are those it may come to ask; none when nothing answers its hint (`problem`)."""

    commands: AgentCommands
    providers: frozenset[str] = frozenset()
    problem: str | None = None


@define(eq=False)
class _Work:
    """The checks under way, with what was found about each subject so far."""

    asked: Examination
    found: dict[Subject, list[Finding]] = field(factory=dict)
    limiter: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(LOOKS_AT_ONCE))

    async def look(self, work: Callable[[], T]) -> T:
        """Do what may block on a thread, which is left alone when time is up."""
        return await trio.to_thread.run_sync(work, limiter=self.limiter, abandon_on_cancel=True)

    async def check(self, subject: Subject, work: Callable[[], list[Finding]]) -> None:
        """Do one check that needs nothing else."""
        self.found[subject] = await self.look(work)

    async def check_config(self) -> None:
        """Check the config, then what depends on it."""
        asked = self.asked
        secrets = await self.look(lambda: look_at_secrets(asked.home))
        config = await self.look(lambda: look_at_config(asked.home, asked.environ, asked.alias))
        config = evolve(config, unopened=frozenset(secrets.unopened))
        self.found[Subject.SECRETS] = judge_secrets(secrets, config.problem_keys)
        self.found[Subject.CONFIG] = judge_config(config)
        facts = partial(facts_of, own_list=asked.home.models)
        agents = await self.look(lambda: _agents(config.config, asked, facts))
        self.found[Subject.CONFIG] += _unanswered(agents)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.check_sandbox, agents)
            nursery.start_soon(self.check_providers, config.config, agents)

    async def check_sandbox(self, agents: Mapping[str, _Agent]) -> None:
        """Start a command, to see what confines it."""
        commands = {alias: agent.commands for alias, agent in agents.items()}
        wanted = [each.sandbox for each in commands.values() if each.can_run]
        probed = await probe_sandboxes([STRONGEST, *wanted])
        facts = SandboxFacts(probed, has_bubblewrap(), commands)
        self.found[Subject.SANDBOX] = judge_sandbox(facts)

    async def check_providers(self, config: Config | None, agents: Mapping[str, _Agent]) -> None:
        """Ask the providers, whose answers tell the time as well."""
        used = {provider for agent in agents.values() for provider in agent.providers}
        models = {} if config is None else dict(config.models)
        if self.asked.alias is not None:
            models = {provider: models[provider] for provider in used}
        if models and not self.asked.is_offline:
            self.asked.tell_asking(len(models))
        answers = await ask_providers(
            models,
            used,
            str(self.asked.home.config),
            self.asked.environ,
            is_offline=self.asked.is_offline,
        )
        self.found[Subject.PROVIDERS] = judge_providers(answers.asked)
        self.found[Subject.CLOCK] = judge_clock(datetime.now(UTC), answers.skews)

    def listed(self, seconds: float) -> list[Finding]:
        """All that was found, in the order of the subjects; what was not finished is told."""
        listed: list[Finding] = []
        for subject in Subject:
            found = self.found.get(subject)
            if found is None:
                told = {"subject": say(f"check_subject_{subject}"), "seconds": f"{seconds:g}"}
                found = [error(subject, "check_unfinished", **told)]
            listed += found
        # A variable that is missing is found with the config, yet it is a secret.
        order = list(Subject)
        return sorted(listed, key=lambda finding: order.index(finding.subject))


async def examine(asked: Examination, seconds: float = EXAMINE_SECONDS) -> list[Finding]:
    """All findings, at the latest after so many seconds. Raises `UnknownAgent`."""
    work = _Work(asked)
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            for subject, check in _independent(asked):
                nursery.start_soon(work.check, subject, check)
            nursery.start_soon(work.check_config)
    return work.listed(seconds)


def _independent(asked: Examination) -> list[tuple[Subject, Callable[[], list[Finding]]]]:
    """What can be judged without the config."""
    home = asked.home
    return [
        (Subject.PLATFORM, lambda: judge_system(look_at_system())),
        (Subject.TERMINAL, lambda: judge_terminal(look_at_terminal(asked.environ))),
        (Subject.INSTALLED, lambda: judge_installed(look_at_installed())),
        (Subject.PERMISSIONS, lambda: judge_permissions(*look_at_files(home), asked.user)),
        (Subject.DISK, lambda: judge_disk(look_at_disk(home))),
        (Subject.DATABASE, lambda: judge_database(look_at_database(home.database))),
    ]


def _agents(config: Config | None, asked: Examination, facts: Facts) -> dict[str, _Agent]:
    """The agents that matter, as far as they can be used."""
    if config is None:
        return {}
    return {
        name: _agent(config, name, asked, facts)
        for name in config.agents
        if asked.alias in (None, name)
    }


def _agent(config: Config, name: str, asked: Examination, facts: Facts) -> _Agent:
    commands = look_at_commands(config, name, asked.home, asked.environ)
    try:
        meant = meant_model(config.agents[name].model_provider, config, facts)
    except HintUnanswered as unanswered:
        return _Agent(commands, problem=error_text(unanswered))
    chain = chain_of(meant.provider, meant.settings, config.models)
    return _Agent(commands, frozenset(link.provider for link in chain))


def _unanswered(agents: Mapping[str, _Agent]) -> list[Finding]:
    problems = {name: agent.problem for name, agent in agents.items()}
    return [
        error(Subject.CONFIG, "check_hint", agent=name, problem=problem)
        for name, problem in problems.items()
        if problem is not None
    ]
