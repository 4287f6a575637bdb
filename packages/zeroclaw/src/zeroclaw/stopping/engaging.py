"""Engages the emergency stop from the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.state_file import StateFile
from zeroclaw.stopping.state_text import show_state
from zeroclaw_runtime import SystemClock

__all__ = ["run"]


def run(
    levels: Callable[[], Levels], environment: Mapping[str, str], *, as_json: bool, debug: bool
) -> int:
    """Do it; the exit code: 0 once what was named is stopped, or everything.

    It needs no configuration. `levels` raises `WrongUsage` when they were not understood.
    """
    return ended(partial(_run, levels, environment, as_json=as_json), debug=debug)


def _run(levels: Callable[[], Levels], environment: Mapping[str, str], *, as_json: bool) -> int:
    file = StateFile.of(find_home(environment))
    show_state(file.engage(levels(), SystemClock().now()), as_json=as_json)
    return SUCCEEDED
