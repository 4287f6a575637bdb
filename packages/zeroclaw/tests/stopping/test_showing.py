"""What is stopped is shown, which changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from otp_homes import home_of

from zeroclaw.stopping.showing import run


def test_fresh_home_shows_that_nothing_is_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(home_of(tmp_path), as_json=True, debug=False) == 0
    assert json.loads(capfd.readouterr().out)["engaged"] is False
    assert list(tmp_path.iterdir()) == []


def test_unreadable_state_is_shown_as_a_stop_of_everything(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "estop.json").write_text("spoilt")
    assert run(home_of(tmp_path), as_json=True, debug=False) == 0
    form = json.loads(capfd.readouterr().out)
    assert (form["kill_all"], form["problem"]) == (True, "it is no JSON object")
    assert (tmp_path / "estop.json").read_text() == "spoilt"
