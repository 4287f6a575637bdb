"""Shows from the command line what is stopped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.stopping.state_file import StateFile
from zeroclaw.stopping.state_text import show_state

__all__ = ["run"]


def run(environment: Mapping[str, str], *, as_json: bool, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, environment, as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], *, as_json: bool) -> int:
    show_state(StateFile.of(find_home(environment)).read(), as_json=as_json)
    return SUCCEEDED
