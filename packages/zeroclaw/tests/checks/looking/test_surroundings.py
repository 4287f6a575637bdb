"""The system is told as it is, with its terminal."""

from __future__ import annotations

import platform
import sys

from zeroclaw.checks.looking.surroundings import look_at_system, look_at_terminal


def test_system_is_the_one_that_runs_this() -> None:
    facts = look_at_system()
    assert (facts.platform, facts.python) == (sys.platform, platform.python_version())


def test_kind_of_terminal_comes_from_the_environment() -> None:
    assert look_at_terminal({"TERM": "xterm"}).kind == "xterm"
    assert look_at_terminal({}).kind == ""
    assert look_at_terminal({}).encoding
