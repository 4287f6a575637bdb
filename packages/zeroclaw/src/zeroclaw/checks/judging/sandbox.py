"""Judges what a shell command that an agent runs can do to this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote
from typing import Final, TypeAlias, assert_never

from attrs import field, frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning
from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw_api.risk import Risk
from zeroclaw_api.sandbox import SandboxName, SandboxStrength

__all__ = ["STRONGEST", "SandboxFacts", "judge_sandbox"]

STRONGEST: Final[SandboxName] = "auto"

_BUBBLEWRAP: Final = "bubblewrap"

Agents: TypeAlias = Mapping[str, AgentCommands]


@frozen
class SandboxFacts:
    """What confines commands here.

    `probed` has an entry for every sandbox that an agent asks for, and for the strongest one.
    `agents` are those that matter, by their alias.
    """

    probed: Mapping[SandboxName, Probed] = field(hash=False)
    has_bubblewrap: bool
    agents: Agents = field(factory=dict, hash=False)


def judge_sandbox(facts: SandboxFacts) -> list[Finding]:
    """Says plainly what confines a command, and who runs some without being asked."""
    running = {alias: agent for alias, agent in facts.agents.items() if agent.can_run}
    findings: list[Finding] = [] if running else [_nobody(facts)]
    # One for each profile, since that is what has to be changed.
    for group in _by_profile(running):
        findings += _judge_commands(facts, group)
    for group in _by_profile(facts.agents):
        findings += _judge_folders(group)
    if running and all(agent.unasked in (None, Risk.LOW) for agent in running.values()):
        findings.append(fine(Subject.SANDBOX, "check_asks_first"))
    return findings


def _by_profile(agents: Agents) -> Iterator[dict[str, AgentCommands]]:
    for name in dict.fromkeys(agent.profile_name for agent in agents.values()):
        yield {
            alias: agents[alias] for alias in sorted(agents) if agents[alias].profile_name == name
        }


def _nobody(facts: SandboxFacts) -> Finding:
    """What would confine commands, if there were any."""
    probed = facts.probed[STRONGEST]
    if probed.works is not None:
        return fine(Subject.SANDBOX, "check_sandbox_ready", works=probed.works)
    remedy = _remedy(facts, AgentCommands())
    return warning(Subject.SANDBOX, "check_sandbox_unready", problem=probed.problem, remedy=remedy)


def _judge_commands(facts: SandboxFacts, group: Agents) -> Iterator[Finding]:
    """What is run by the agents of one profile, who are held to the same."""
    agent = next(iter(group.values()))
    agents = ", ".join(group)
    probed = facts.probed[agent.sandbox]
    yield _confinement(facts, agent, probed, agents)
    if agent.has_network and not agent.is_unconfined:
        setting = quote(f"{agent.section}.sandbox_network")
        yield warning(Subject.SANDBOX, "check_network_open", agents=agents, setting=setting)
    yield from _unasked(agent, agents)


def _judge_folders(group: Agents) -> Iterator[Finding]:
    """What is open to the commands and to the file tools of the agents of one profile."""
    agent = next(iter(group.values()))
    agents = ", ".join(group)
    yield from _wide(agents, "write", agent.wide_writable, f"{agent.section}.allowed_roots")
    yield from _wide(agents, "read", agent.wide_readable, f"{agent.section}.readonly_roots")


def _confinement(facts: SandboxFacts, agent: AgentCommands, probed: Probed, agents: str) -> Finding:
    network = "open" if agent.reaches_network else "none"
    match probed.strength:
        case None:
            return error(
                Subject.SANDBOX,
                "check_sandbox_fails",
                agents=agents,
                sandbox=agent.sandbox,
                problem=probed.problem,
                remedy=_remedy(facts, agent),
                other=facts.probed[STRONGEST].works,
                setting=quote(f"{agent.section}.sandbox_backend"),
            )
        case SandboxStrength.FULL:
            return fine(
                Subject.SANDBOX,
                "check_confined",
                agents=agents,
                works=probed.works,
                network=network,
            )
        case SandboxStrength.NO_METADATA_PROTECTION:
            told = {"agents": agents, "works": probed.works, "network": network}
            if agent.sandbox != STRONGEST:
                return fine(Subject.SANDBOX, "check_half_confined", **told)
            remedy = _remedy(facts, agent)
            return warning(Subject.SANDBOX, "check_weaker_sandbox", remedy=remedy, **told)
        case SandboxStrength.NONE:
            return warning(
                Subject.SANDBOX,
                "check_unconfined",
                agents=agents,
                profile=agent.section,
                setting=quote(f"{agent.section}.sandbox_backend"),
            )
        case _:
            assert_never(probed.strength)


def _remedy(facts: SandboxFacts, agent: AgentCommands) -> str:
    """What makes commands run confined: bubblewrap as it should be, or what works already."""
    bubblewrap = "namespaces" if facts.has_bubblewrap else "install"
    if agent.sandbox == STRONGEST or facts.probed[STRONGEST].works is None:
        return bubblewrap
    return f"{bubblewrap}_or" if agent.sandbox == _BUBBLEWRAP else "other"


def _wide(agents: str, access: str, folders: Iterable[str], setting: str) -> Iterator[Finding]:
    for folder in folders:
        yield warning(
            Subject.SANDBOX,
            "check_wide_root",
            agents=agents,
            access=access,
            folder=folder,
            setting=setting,
        )


def _unasked(agent: AgentCommands, agents: str) -> Iterator[Finding]:
    confined = "no" if agent.is_unconfined else "yes"
    match agent.unasked:
        case None | Risk.LOW:
            return
        case Risk.MEDIUM:
            yield warning(
                Subject.SANDBOX,
                "check_shell_approved",
                agents=agents,
                confined=confined,
                profile=agent.section,
            )
        case Risk.HIGH:
            yield warning(
                Subject.SANDBOX,
                "check_runs_unasked",
                agents=agents,
                confined=confined,
                setting=quote(f"{agent.section}.level"),
            )
        case _:
            assert_never(agent.unasked)
