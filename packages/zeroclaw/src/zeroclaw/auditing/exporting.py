"""Writes records of the ledger as JSON Lines, from the command line to the exit code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from zeroclaw.auditing.selecting import Selected, Wanted
from zeroclaw.configuring.printing import show
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_memory.ledger.reading import copy_of_ledger

__all__ = ["run"]


def run(wanted: Wanted, environment: Mapping[str, str], *, debug: bool) -> int:
    """Write each wanted record as it stands in the ledger; the exit code."""
    return ended(partial(_run, wanted, environment), debug=debug)


def _run(wanted: Wanted, environment: Mapping[str, str]) -> int:
    folder = find_home(environment).ledger
    copy = copy_of_ledger(folder)
    if copy is None:
        tell(say("audit_none", path=visible(str(folder))))
        return SUCCEEDED
    selected = Selected.of(copy, wanted)
    for _, line in selected:
        show(line.decode())
    if selected.foreign:
        tell(say("audit_foreign", count=selected.foreign))
        return FAILED
    return SUCCEEDED
