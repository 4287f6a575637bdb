"""Shows which logins are kept, never their tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import partial

import click
from attrs import frozen

from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.logins.errors import LoginNotReadable
from zeroclaw.logins.login_file import LoginFile
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock

__all__ = ["run"]


class _State(StrEnum):
    GOOD = "good"
    RENEWED = "renewed"
    OVER = "over"
    UNREADABLE = "unreadable"


@frozen
class _Row:
    name: str
    state: _State
    account: str = ""
    origin: str = ""
    expires_at: str = ""

    @property
    def form(self) -> JsonObject:
        return {
            "login": self.name,
            "state": self.state.value,
            "account": self.account,
            "origin": self.origin,
            "expires_at": self.expires_at or None,
        }


def run(environment: Mapping[str, str], *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, environment, SystemClock(), as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], clock: Clock, *, as_json: bool) -> int:
    file = LoginFile.of(find_home(environment))
    rows = [_row(file, name, clock) for name in file.names()]
    if as_json:
        click.echo(json.dumps([row.form for row in rows], indent=2))
    elif rows:
        width = max(cells(visible(row.name)) for row in rows)
        for row in rows:
            click.echo(_line(row, width))
    else:
        tell(say("auth_none"))
    return SUCCEEDED


def _row(file: LoginFile, name: str, clock: Clock) -> _Row:
    try:
        kept = file.get(name)
    except LoginNotReadable:
        return _Row(name, _State.UNREADABLE)
    if kept is None:
        return _Row(name, _State.OVER)
    tokens, end = kept.tokens, ""
    state = _State.GOOD
    if tokens.expires_at is not None:
        end = tokens.expires_at.isoformat(timespec="seconds")
        if tokens.refresh:
            state = _State.RENEWED
        elif tokens.is_over(clock.now()):
            state = _State.OVER
    return _Row(name, state, tokens.account, kept.origin, end)


def _line(row: _Row, width: int) -> str:
    name = visible(row.name)
    line = f"{name}{' ' * (width - cells(name))}  "
    line += say(f"auth_state_{row.state}", end=row.expires_at, name=name)
    extra = [visible(each) for each in (row.account, row.origin) if each]
    return line + (f"  {' '.join(extra)}" if extra else "")
