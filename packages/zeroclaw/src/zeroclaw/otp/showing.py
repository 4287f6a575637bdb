"""Shows whether an authenticator app is enrolled, never its secret."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

import click

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.otp.enrolment import Enrolment
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw.words import say
from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock

__all__ = ["run"]


def run(environment: Mapping[str, str], *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, environment, SystemClock(), as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], clock: Clock, *, as_json: bool) -> int:
    form = _form(OtpFile.of(find_home(environment)).get(), clock)
    if as_json:
        click.echo(json.dumps(form))
        return SUCCEEDED
    click.echo(say("otp_status_enrolled" if form["enrolled"] else "otp_status_none"))
    if form["failures"]:
        click.echo(say("otp_status_failures", count=form["failures"]))
    if form["locked_until"]:
        click.echo(say("otp_status_locked", until=form["locked_until"]))
    return SUCCEEDED


def _form(kept: Enrolment | None, clock: Clock) -> JsonObject:
    until = None if kept is None else kept.state.locked_until
    is_locked = until is not None and clock.now() < until
    return {
        "enrolled": kept is not None,
        "failures": 0 if kept is None else kept.state.failures,
        "locked_until": until.isoformat(timespec="seconds") if until and is_locked else None,
    }
