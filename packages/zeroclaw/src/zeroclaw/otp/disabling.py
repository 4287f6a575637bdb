"""Takes an enrolment back from the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

import click

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.otp.entering import Enter
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw.otp.verifying import require_code
from zeroclaw.words import say
from zeroclaw_runtime import SystemClock

__all__ = ["run"]


def run(environment: Mapping[str, str], enter: Enter, *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, environment, enter, as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], enter: Enter, *, as_json: bool) -> int:
    file = OtpFile.of(find_home(environment))
    if not require_code(file, enter, SystemClock()):
        return CANCELLED
    file.remove()
    click.echo(json.dumps({"enrolled": False}) if as_json else say("otp_disabled"))
    return SUCCEEDED
