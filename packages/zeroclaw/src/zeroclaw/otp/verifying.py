"""Checks a one-time code from the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

import click

from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.otp.entering import Enter
from zeroclaw.otp.errors import OtpNotEnrolled, OtpRefused
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw.words import error_text, say
from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock
from zeroclaw_runtime.security.otp.guard import CodeRefused, CodeVerdict

__all__ = ["entered", "require_code", "run"]


def run(environment: Mapping[str, str], enter: Enter, *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code: 0 when the code counts, 1 when not."""
    return ended(partial(_run, environment, enter, SystemClock(), as_json=as_json), debug=debug)


def require_code(file: OtpFile, enter: Enter, clock: Clock) -> bool:
    """Have the user show a code that counts; False when they left instead.

    Raises `OtpNotEnrolled`, `OtpRefused`, and what the file raises.
    """
    verdict = entered(file, enter, clock)
    if verdict is None:
        return False
    if isinstance(verdict, CodeRefused):
        raise _refused(verdict)
    return True


def entered(file: OtpFile, enter: Enter, clock: Clock) -> CodeVerdict | None:
    """The verdict on a code that the user is asked for; None when they left instead.

    Raises `OtpNotEnrolled`, and what the file raises.
    """
    if not file.exists():
        raise OtpNotEnrolled
    code = enter(say("otp_prompt"))
    return None if code is None else file.check(code, clock.now())


def _run(environment: Mapping[str, str], enter: Enter, clock: Clock, *, as_json: bool) -> int:
    verdict = entered(OtpFile.of(find_home(environment)), enter, clock)
    if verdict is None:
        return CANCELLED
    reason = verdict.reason if isinstance(verdict, CodeRefused) else None
    if as_json:
        click.echo(json.dumps({"accepted": reason is None, "reason": reason}))
    if isinstance(verdict, CodeRefused):
        tell(error_text(_refused(verdict)))
        return FAILED
    if not as_json:
        click.echo(say("otp_accepted"))
    return SUCCEEDED


def _refused(verdict: CodeRefused) -> OtpRefused:
    until = verdict.state.locked_until
    if until is None:
        return OtpRefused(problem=say(f"otp_{verdict.reason}"))
    local = until.astimezone().isoformat(sep=" ", timespec="seconds")
    return OtpRefused(problem=say("otp_locked", until=local))
