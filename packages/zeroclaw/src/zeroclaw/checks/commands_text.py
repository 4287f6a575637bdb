"""Words what the commands of an agent are held to."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import say
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.risk import Autonomy, Risk
from zeroclaw_api.sandbox import NetworkAccess, SandboxStrength

__all__ = ["commands_json", "commands_lines"]


def commands_lines(
    alias: str, commands: AgentCommands, probed: Probed | None, style: Style
) -> Iterator[str]:
    """A line for each thing, with what is dangerous set off; `probed` is what it asks for."""
    if not commands.can_run or probed is None:
        yield say("overview_no_commands")
    else:
        yield _confinement(alias, commands, probed, style)
    for access, folders in _wide(commands).items():
        for folder in folders:
            told = say("overview_wide_root", alias=alias, access=access, folder=folder)
            yield style.notable(visible(told))
    if commands.profile.level is Autonomy.FULL:
        yield style.bad(style.bold(visible(say("overview_full", alias=alias))))
    elif commands.unasked in (Risk.MEDIUM, Risk.HIGH):
        yield style.notable(visible(say("overview_unasked", alias=alias)))


def commands_json(commands: AgentCommands, probed: Probed | None) -> JsonObject:
    """The same for programs. What was not tried, since no command could run, is null."""
    network = NetworkAccess.OPEN if commands.reaches_network else NetworkAccess.NONE
    unasked = commands.unasked
    return {
        "can_run": commands.can_run,
        "unasked_risk": None if unasked is None else unasked.name.lower(),
        "sandbox": commands.sandbox,
        "works": None if probed is None else probed.works,
        "strength": None if probed is None or probed.strength is None else probed.strength.value,
        "problem": None if probed is None or probed.works is not None else probed.problem,
        "network": network.value,
        "wide_roots": {access: list[Json](folders) for access, folders in _wide(commands).items()},
    }


def _wide(commands: AgentCommands) -> dict[str, tuple[str, ...]]:
    return {"write": commands.wide_writable, "read": commands.wide_readable}


def _confinement(alias: str, commands: AgentCommands, probed: Probed, style: Style) -> str:
    network = "open" if commands.reaches_network else "none"
    if probed.works is None:
        told = say(
            "overview_sandbox_fails",
            alias=alias,
            sandbox=commands.sandbox,
            problem=probed.problem,
        )
        return style.bad(visible(told))
    if probed.strength is SandboxStrength.NONE:
        setting = quote(f"{commands.section}.sandbox_backend")
        told = say("overview_unconfined", alias=alias, profile=commands.section, setting=setting)
        return style.bad(style.bold(visible(told)))
    is_full = probed.strength is SandboxStrength.FULL
    key = "overview_confined" if is_full else "overview_half_confined"
    told = visible(say(key, works=probed.works, network=network))
    return style.notable(told) if commands.reaches_network or not is_full else told
