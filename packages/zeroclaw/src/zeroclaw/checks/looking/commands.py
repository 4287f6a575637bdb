"""Looks at what the commands of an agent are held to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from zeroclaw.checks.judging.commands import AgentCommands
from zeroclaw.home import Home
from zeroclaw.wiring.boundary import boundary_of
from zeroclaw_config import Config

__all__ = ["look_at_commands"]


def look_at_commands(
    config: Config, alias: str, home: Home, environ: Mapping[str, str]
) -> AgentCommands:
    """As the settings say, with the folders where their links lead."""
    settings = config.boundary_of(alias)
    roots = boundary_of(alias, settings, home, environ).roots
    return AgentCommands(
        profile=config.risk_profile_of(alias),
        profile_name=config.agents[alias].risk_profile,
        sandbox=settings.sandbox,
        has_network=settings.has_network,
        wide_writable=_wide(roots.writable, environ.get("HOME")),
        wide_readable=_wide(roots.readable, environ.get("HOME")),
    )


def _wide(roots: Iterable[str], user: str | None) -> tuple[str, ...]:
    """The folders that hold the user's home, or everything."""
    within = os.path.realpath(user) if user else os.path.abspath(os.sep)  # noqa: PTH100
    return tuple(root for root in roots if os.path.commonpath((root, within)) == root)
