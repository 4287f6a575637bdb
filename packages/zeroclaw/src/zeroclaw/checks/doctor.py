"""Examines an installation for the command line, from the flags to the exit code."""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import trio
from attrs import frozen

from zeroclaw.checks.examination import Examination, examine
from zeroclaw.checks.finding import Severity, as_json
from zeroclaw.checks.printing import print_text
from zeroclaw.checks.progress import Progress
from zeroclaw.checks.rows import layout_for, rows, summary
from zeroclaw.ending import FAILED, SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.request import check_flag

__all__ = ["ExamineRequest", "run"]


@frozen
class ExamineRequest:
    """What the command line asks for."""

    as_json: bool = False
    is_offline: bool = False
    alias: str | None = None


def run(asked: ExamineRequest, *, debug: bool) -> int:
    """Do it; the exit code: 0 unless something is an error."""
    return ended(partial(_run, asked), debug=debug)


def _run(asked: ExamineRequest) -> int:
    check_flag("--agent", asked.alias)
    home = find_home(os.environ)
    progress = Progress(sys.stderr, os.environ)
    examination = Examination(
        home, os.environ, os.geteuid(), asked.alias, asked.is_offline, progress.asking
    )
    try:
        findings = trio.run(examine, examination)
    finally:
        progress.clear()
    if asked.as_json:
        print_text(json.dumps(as_json(findings)) + "\n")
    else:
        layout = layout_for(os.environ, sys.stdout)
        lines = [*rows(findings, layout), "", summary(findings)]
        print_text("".join(f"{line}\n" for line in lines))
    has_failed = any(finding.severity is Severity.ERROR for finding in findings)
    return FAILED if has_failed else SUCCEEDED
