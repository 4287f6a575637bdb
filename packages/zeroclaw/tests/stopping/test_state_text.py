"""What is stopped is told whole, to people as to programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from zeroclaw.stopping.state_text import show_state
from zeroclaw_api.estop import EstopState
from zeroclaw_runtime.security.estop import stopped_by

STATE = EstopState(
    kill_all=True,
    network_kill=True,
    blocked_domains=("a.invalid", "b.invalid"),
    frozen_tools=("shell",),
    updated_at=datetime(2026, 1, 1, tzinfo=UTC),
)


def test_each_level_has_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    show_state(STATE, as_json=False)
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) == 4
    assert "every call of every tool" in lines[0]
    assert lines[2:] == ["Stopped: calls to a.invalid b.invalid", "Stopped: calls of shell"]


def test_programs_are_told_every_level(capfd: pytest.CaptureFixture[str]) -> None:
    show_state(STATE, as_json=True)
    assert json.loads(capfd.readouterr().out) == {
        "engaged": True,
        "kill_all": True,
        "network_kill": True,
        "blocked_domains": ["a.invalid", "b.invalid"],
        "frozen_tools": ["shell"],
        "updated_at": "2026-01-01T00:00:00+00:00",
        "problem": None,
    }


def test_state_that_stops_nothing_is_told_as_such(capfd: pytest.CaptureFixture[str]) -> None:
    show_state(EstopState(), as_json=False)
    assert capfd.readouterr().out == "Nothing is stopped.\n"


def test_unreadable_state_is_told_as_such(capfd: pytest.CaptureFixture[str]) -> None:
    show_state(stopped_by("it is \x1b[31m odd"), as_json=False)
    shown = capfd.readouterr().out
    assert "cannot be read" in shown
    assert "\x1b" not in shown
