"""Lets things go on from the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import Home, find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.otp.entering import Enter
from zeroclaw.otp.otp_file import OtpFile
from zeroclaw.otp.verifying import require_code
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.requirement import needs_code
from zeroclaw.stopping.state_file import StateFile
from zeroclaw.stopping.state_text import show_state
from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock

__all__ = ["run"]


def run(
    levels: Callable[[], Levels],
    environment: Mapping[str, str],
    enter: Enter,
    *,
    as_json: bool,
    debug: bool,
) -> int:
    """Do it; the exit code. It needs a one-time code where an app is enrolled.

    `levels` raises `WrongUsage` when they were not understood.
    """
    return ended(partial(_run, levels, environment, enter, as_json=as_json), debug=debug)


def _run(
    levels: Callable[[], Levels], environment: Mapping[str, str], enter: Enter, *, as_json: bool
) -> int:
    home, clock, wanted = find_home(environment), SystemClock(), levels()
    file = StateFile.of(home)
    if file.read().is_engaged:
        if not _is_confirmed(home, enter, clock):
            return CANCELLED
        file.resume(wanted, clock.now())
    show_state(file.read(), as_json=as_json)
    return SUCCEEDED


def _is_confirmed(home: Home, enter: Enter, clock: Clock) -> bool:
    codes = OtpFile.of(home)
    if not codes.exists() or not needs_code(home.config):
        return True
    return require_code(codes, enter, clock)
