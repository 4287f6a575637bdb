"""Judges what became of reading the configuration."""

from __future__ import annotations

import re
from shlex import quote
from typing import Final, Protocol

from attrs import frozen

from zeroclaw.checks.finding import Finding, Severity, Subject, error, fine, warning
from zeroclaw.words import error_text, say, worded
from zeroclaw_config import (
    AgentNotChosen,
    Config,
    ConfigError,
    ConfigMissing,
    InvalidConfig,
    NoAgents,
    Problem,
    SchemaNotMigrated,
)

__all__ = ["ConfigFacts", "judge_config"]

_VARIABLE: Final = re.compile(r"needs (?P<names>`\w+`(?:, `\w+`)*), not set in the environment")
_AGENTS: Final = "agents."


class Make(Protocol):
    """`error` or `warning`; a pure function, which anybody may call."""

    def __call__(self, subject: Subject, key: str, /, **facts: object) -> Finding:
        """The finding."""


@frozen
class ConfigFacts:
    """The file, with its content, or with the error that reading it raised.

    `unopened` are the keys of sealed values that do not open.
    """

    path: str
    config: Config | None = None
    failure: ConfigError | None = None
    alias: str | None = None
    unopened: frozenset[str] = frozenset()

    @property
    def problem_keys(self) -> frozenset[str]:
        """The keys that something is wrong with."""
        problems: list[Problem] = []
        if isinstance(self.failure, InvalidConfig):
            problems += self.failure.problems
        if self.config is not None:
            problems += [problem for each in self.config.disabled for problem in each.problems]
        return frozenset(problem.key for problem in problems)


def judge_config(facts: ConfigFacts) -> list[Finding]:
    """What keeps agents from running is an error, what has no effect is a warning.

    Raises `UnknownAgent` when the one agent that matters is not there.
    """
    match facts.failure:
        case None:
            return [] if facts.config is None else _of_config(facts, facts.config)
        case ConfigMissing():
            return [warning(Subject.CONFIG, "check_config_missing", path=facts.path)]
        case SchemaNotMigrated() as failure:
            return [error(Subject.CONFIG, "check_old_config", problem=error_text(failure))]
        case InvalidConfig(problems=problems):
            return [
                _of_problem(facts, problem, worded(problem.told), error) for problem in problems
            ]
        case failure:
            return [_told(failure)]


def _of_config(facts: ConfigFacts, config: Config) -> list[Finding]:
    disabled = {each.path for each in config.disabled}
    findings = _choice(facts, config)
    agents = [each for each in config.disabled if each.path.startswith(_AGENTS)]
    told = {problem for agent in agents for problem in agent.problems}
    for each in config.disabled:
        if each not in agents and told.issuperset(each.problems):
            continue
        make = error if each in agents else warning
        for problem in each.problems:
            text = say("check_disabled", entry=each.path, problem=problem.told)
            findings.append(_of_problem(facts, problem, text, make))
    findings += [
        Finding(
            Severity.WARNING,
            Subject.CONFIG,
            worded(notice.told),
            say("check_notice_fix"),
            code="notice",
        )
        for notice in config.notices
        if notice.key not in disabled
    ]
    return findings


def _choice(facts: ConfigFacts, config: Config) -> list[Finding]:
    """Which agent there is to take; a disabled one is told with what disables it."""
    agents = ", ".join(config.agents)
    try:
        config.choose_agent(facts.alias)
    except NoAgents as failure:
        return [_told(failure)]
    except AgentNotChosen:
        return [fine(Subject.CONFIG, "check_config_several", path=facts.path, agents=agents)]
    except InvalidConfig:
        return []
    return [fine(Subject.CONFIG, "check_config", path=facts.path, agents=agents)]


def _of_problem(facts: ConfigFacts, problem: Problem, text: str, make: Make) -> Finding:
    place = problem.place or problem.file
    missing = _VARIABLE.match(problem.what)
    if missing is not None:
        names = missing["names"].replace("`", "")
        return make(Subject.SECRETS, "check_variable", problem=text, names=names)
    if problem.key in facts.unopened:
        return make(Subject.SECRETS, "check_unopened", problem=text, key=quote(problem.key))
    if problem.nearest is not None:
        told = {"problem": text, "nearest": problem.nearest, "place": place}
        return make(Subject.CONFIG, "check_misspelt", **told)
    return make(Subject.CONFIG, "check_problem", problem=text, place=place)


def _told(failure: ConfigError) -> Finding:
    # These errors say what to do themselves.
    return Finding(Severity.ERROR, Subject.CONFIG, error_text(failure))
