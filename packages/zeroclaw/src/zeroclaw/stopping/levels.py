"""Adds levels to an emergency stop, or takes them away."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from attrs import evolve, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.words import say
from zeroclaw_api.estop import EstopState
from zeroclaw_http.hosts import canonical_host, literal_address

__all__ = ["Levels", "domain_levels", "engaged", "resumed", "tool_levels"]

_TOOL: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")


@frozen
class Levels:
    """What is to be stopped, or to go on."""

    kill_all: bool = False
    network_kill: bool = False
    domains: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()


def domain_levels(patterns: Iterable[str]) -> frozenset[str]:
    """The domains in the spelling in which they are kept. Raises `WrongUsage`."""
    return frozenset(_domain(pattern.strip()) for pattern in patterns)


def tool_levels(names: Iterable[str]) -> frozenset[str]:
    """The tools in the spelling in which they are kept. Raises `WrongUsage`."""
    found = frozenset(name.strip().lower() for name in names)
    for name in found:
        if not _TOOL.fullmatch(name):
            raise WrongUsage(problem=say("estop_no_tool", name=name))
    return found


def engaged(state: EstopState, levels: Levels, now: datetime) -> EstopState:
    """The state with these levels too; nothing that was stopped goes on."""
    return EstopState(
        kill_all=state.kill_all or levels.kill_all,
        network_kill=state.network_kill or levels.network_kill,
        blocked_domains=tuple(sorted(levels.domains.union(state.blocked_domains))),
        frozen_tools=tuple(sorted(levels.tools.union(state.frozen_tools))),
        updated_at=now,
    )


def resumed(state: EstopState, levels: Levels, now: datetime) -> EstopState:
    """The state without these levels; what is not among them stays stopped."""
    return evolve(
        state,
        kill_all=state.kill_all and not levels.kill_all,
        network_kill=state.network_kill and not levels.network_kill,
        blocked_domains=tuple(sorted(frozenset(state.blocked_domains) - levels.domains)),
        frozen_tools=tuple(sorted(frozenset(state.frozen_tools) - levels.tools)),
        updated_at=now,
        problem="",
    )


def _domain(pattern: str) -> str:
    if pattern == "*":
        return pattern
    bare = pattern.removeprefix("*.")
    host = canonical_host(bare)
    if host is None or (bare != pattern and literal_address(host) is not None):
        raise WrongUsage(problem=say("estop_no_domain", pattern=pattern))
    return host
