"""Forgets a login, from the command line to the exit code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import click
import trio

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.logins.errors import LoginMissing
from zeroclaw.logins.lock import locked
from zeroclaw.logins.login_file import LoginFile
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say

__all__ = ["run"]


def run(name: str, environment: Mapping[str, str], *, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, name, environment), debug=debug)


def _run(name: str, environment: Mapping[str, str]) -> int:
    file = LoginFile.of(find_home(environment))
    if name not in file.names() or not trio.run(_removed, file, name):
        raise LoginMissing(login=name)
    click.echo(say("auth_logged_out", name=visible(name), path=visible(str(file.path))))
    return SUCCEEDED


async def _removed(file: LoginFile, name: str) -> bool:
    async with locked(file.path):
        return file.remove(name)
