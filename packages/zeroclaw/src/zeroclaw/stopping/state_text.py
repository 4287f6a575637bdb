"""Tells people what is stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_api.estop import EstopState

__all__ = ["show_state"]


def show_state(state: EstopState, *, as_json: bool) -> None:
    """Print it, one line for each level, or as one JSON object."""
    if as_json:
        click.echo(json.dumps(_form(state)))
        return
    for line in _lines(state):
        click.echo(visible(line))


def _form(state: EstopState) -> dict[str, object]:
    at = state.updated_at
    return {
        "engaged": state.is_engaged,
        "kill_all": state.kill_all,
        "network_kill": state.network_kill,
        "blocked_domains": list(state.blocked_domains),
        "frozen_tools": list(state.frozen_tools),
        "updated_at": None if at is None else at.isoformat(timespec="seconds"),
        "problem": state.problem or None,
    }


def _lines(state: EstopState) -> Iterator[str]:
    if state.problem:
        yield say("estop_unreadable", problem=state.problem)
    elif state.kill_all:
        yield say("estop_kill_all")
    if state.network_kill:
        yield say("estop_network")
    if state.blocked_domains:
        yield say("estop_domains", domains=" ".join(state.blocked_domains))
    if state.frozen_tools:
        yield say("estop_tools", tools=" ".join(state.frozen_tools))
    if not state.is_engaged:
        yield say("estop_none")
