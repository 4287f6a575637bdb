"""Words what an installation is set up for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zeroclaw.checks.commands_text import commands_json, commands_lines
from zeroclaw.checks.overview import AgentOverview, Overview
from zeroclaw.terminal.cells import pad
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.version import VERSION
from zeroclaw.words import say
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Money
from zeroclaw_runtime import BudgetLimits

__all__ = ["overview_json", "overview_lines"]

_LABEL_CELLS: Final = 10
_MEGABYTE: Final = 1_000_000


def overview_lines(overview: Overview, style: Style) -> Iterator[str]:
    """A line for each thing, with what is dangerous set off."""
    home = overview.home
    yield _row(style, "overview_label_version", VERSION)
    yield _row(style, "overview_label_home", str(home.root))
    key = "overview_config" if overview.has_config else "overview_no_config"
    yield _row(style, "overview_label_config", say(key, path=home.config))
    if overview.problem is not None:
        for line in visible(overview.problem).splitlines():
            yield _row(style, None, style.bad(line))
    for agent in overview.agents:
        yield from _agent_lines(agent, overview, style)
    for path, problems in overview.disabled.items():
        text = say("overview_disabled", path=path, problems=" ".join(problems))
        yield _row(style, "overview_label_disabled", style.notable(visible(text)))
    yield _row(style, "overview_label_sessions", visible(_sessions(overview)))
    yield _row(style, "overview_label_database", _database(overview))


def overview_json(overview: Overview) -> JsonObject:
    """The same as one object."""
    sessions = overview.sessions
    agents: list[Json] = [_agent_json(agent, overview) for agent in overview.agents]
    disabled: dict[str, Json] = {
        path: list(problems) for path, problems in overview.disabled.items()
    }
    return {
        "version": VERSION,
        "home": str(overview.home.root),
        "config": {
            "path": str(overview.home.config),
            "exists": overview.has_config,
            "problem": overview.problem,
        },
        "agents": agents,
        "disabled": disabled,
        "sessions": None
        if sessions is None
        else {"count": sessions.count, "latest": sessions.latest, "at": sessions.at},
        "database": {
            "path": str(overview.home.database),
            "bytes": overview.database_bytes,
        },
        "sandbox": {"bubblewrap": overview.has_bubblewrap},
    }


def _agent_lines(agent: AgentOverview, overview: Overview, style: Style) -> Iterator[str]:
    facts = {"alias": agent.alias, "provider": agent.provider, "model": agent.model}
    text = say("overview_agent", level=agent.profile.level.value, **facts)
    yield _row(style, "overview_label_agent", visible(text))
    yield _row(style, None, say("overview_limits", **_limit_words(agent)))
    for line in commands_lines(agent.alias, agent.commands, overview.probed_for(agent), style):
        yield _row(style, None, line)


def _limit_words(agent: AgentOverview) -> dict[str, str]:
    limits = agent.limits
    amounts = [
        say("overview_amount", dollars=f"{dollars:.2f}", of=of)
        for of, dollars in _budget(limits.budget).items()
        if dollars is not None
    ]
    return {
        "iterations": str(limits.iterations),
        "seconds": f"{limits.turn_seconds:g}",
        "budget": ", ".join(amounts) or say("overview_no_budget"),
    }


def _budget(budget: BudgetLimits) -> dict[str, float | None]:
    """Dollars by what they are for; None for any amount."""
    return {
        "session": _dollars(budget.session),
        "agent": _dollars(budget.agent),
        "day": _dollars(budget.day),
        "month": _dollars(budget.month),
    }


def _dollars(money: Money | None) -> float | None:
    return None if money is None else money / NANODOLLARS_PER_DOLLAR


def _agent_json(agent: AgentOverview, overview: Overview) -> JsonObject:
    profile, limits = agent.profile, agent.limits
    return {
        "alias": agent.alias,
        "provider": agent.provider,
        "model": agent.model,
        "level": profile.level.value,
        "runs_commands_unasked": agent.commands.unasked is not None,
        "auto_approve": list[Json](sorted(profile.auto_approve)),
        "always_ask": list[Json](sorted(profile.always_ask)),
        "never_allow": list[Json](sorted(profile.never_allow)),
        "commands": commands_json(agent.commands, overview.probed_for(agent)),
        "limits": {
            "iterations": limits.iterations,
            "turn_seconds": limits.turn_seconds,
            "budget_dollars": dict[str, Json](_budget(limits.budget)),
        },
    }


def _sessions(overview: Overview) -> str:
    sessions = overview.sessions
    if sessions is None:
        return say("overview_sessions_unread")
    if sessions.latest is None:
        return say("overview_no_sessions", count=sessions.count)
    return say("overview_sessions", count=sessions.count, latest=sessions.latest, at=sessions.at)


def _database(overview: Overview) -> str:
    if not overview.database_bytes:
        return say("overview_no_database")
    size = f"{overview.database_bytes / _MEGABYTE:.1f}"
    return say("overview_database", size=size, path=overview.home.database)


def _row(style: Style, key: str | None, text: str) -> str:
    label = "" if key is None else say(key)
    return f"{style.dim(pad(label, _LABEL_CELLS))} {text}"
