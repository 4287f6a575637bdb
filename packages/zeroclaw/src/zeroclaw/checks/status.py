"""Tells what is configured, from the flags to the exit code."""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import trio
from attrs import evolve

from zeroclaw.checks.looking.bubblewrap import has_bubblewrap
from zeroclaw.checks.looking.sandbox import probe_sandboxes
from zeroclaw.checks.overview import look_over
from zeroclaw.checks.overview_text import overview_json, overview_lines
from zeroclaw.checks.printing import print_text
from zeroclaw.ending import FAILED, SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.terminal.style import style_for

__all__ = ["run"]


def run(*, as_json: bool, debug: bool) -> int:
    """Do it; the exit code: 0 when the config can be used."""
    return ended(partial(_run, as_json=as_json), debug=debug)


def _run(*, as_json: bool) -> int:
    overview = look_over(find_home(os.environ), os.environ, has_bubblewrap=has_bubblewrap())
    if overview.sandboxes:
        overview = evolve(overview, probed=trio.run(probe_sandboxes, overview.sandboxes))
    if as_json:
        print_text(json.dumps(overview_json(overview)) + "\n")
    else:
        is_terminal = sys.stdout is not None and sys.stdout.isatty()
        style = style_for(os.environ, is_terminal=is_terminal)
        print_text("".join(f"{line}\n" for line in overview_lines(overview, style)))
    return SUCCEEDED if overview.problem is None else FAILED
