"""Enrols an authenticator app from the command line."""

from __future__ import annotations

import getpass
import json
import secrets
import socket
import sys
from base64 import b32encode
from collections.abc import Mapping
from functools import partial
from typing import Final

import click

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.otp.enrolment import Enrolment
from zeroclaw.otp.entering import Enter
from zeroclaw.otp.errors import OtpRefused
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw.otp.qr import qr_lines
from zeroclaw.otp.verifying import require_code
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style, style_for
from zeroclaw.words import say
from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock
from zeroclaw_runtime.security.otp.guard import CodeAccepted, OtpState, check_code
from zeroclaw_runtime.security.otp.totp import SECRET_BYTES, enrolment_uri

__all__ = ["run"]

ISSUER: Final = "ZeroClaw"


def run(environment: Mapping[str, str], enter: Enter, *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. Nothing is kept unless the app shows a code that counts."""
    return ended(partial(_run, environment, enter, SystemClock(), as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], enter: Enter, clock: Clock, *, as_json: bool) -> int:
    file = OtpFile.of(find_home(environment))
    kept = file.get()
    if kept is not None and not require_code(file, enter, clock):
        return CANCELLED
    secret = secrets.token_bytes(SECRET_BYTES)
    uri = enrolment_uri(secret, ISSUER, f"{getpass.getuser()}@{socket.gethostname()}")
    _show(uri, secret, style_for(environment, is_terminal=True), as_json=as_json)
    code = enter(say("otp_first_prompt"))
    if code is None:
        return CANCELLED
    verdict = check_code(secret, OtpState(), code, clock.now())
    if not isinstance(verdict, CodeAccepted):
        raise OtpRefused(problem=say("otp_first_wrong"))
    file.enrol(Enrolment(secret, verdict.state), None if kept is None else kept.secret)
    if as_json:
        click.echo(json.dumps({"enrolled": True}))
    else:
        click.echo(say("otp_enrolled", path=visible(str(file.path))))
    return SUCCEEDED


def _show(uri: str, secret: bytes, style: Style, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"uri": uri}))
        sys.stdout.flush()
        return
    for line in qr_lines(uri) if sys.stdout.isatty() else ():
        # Its light parts have to be lighter than the dark ones on every terminal.
        click.echo(click.style(line, fg="bright_white", bg="black") if style.colour else line)
    click.echo(say("otp_scan", secret=b32encode(secret).decode(), uri=uri))
    sys.stdout.flush()
