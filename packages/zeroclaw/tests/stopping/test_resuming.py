"""Nothing goes on without the code that it needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from otp_homes import code_now, enrolled, home_of, typed, wrong_code

from zeroclaw.home import Home
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.resuming import run
from zeroclaw.stopping.state_file import StateFile
from zeroclaw_runtime import SystemClock

LIFTED = "[security.estop]\nrequire_otp_to_resume = false\n"


def stopped(root: Path) -> StateFile:
    file = StateFile.of(Home(root))
    levels = Levels(kill_all=True, tools=frozenset({"shell"}))
    file.engage(levels, SystemClock().now())
    return file


def kill_all() -> Levels:
    return Levels(kill_all=True)


def resume(root: Path, *codes: str | None) -> int:
    return run(kill_all, home_of(root), typed(*codes), as_json=True, debug=False)


def test_right_code_takes_back_what_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    stopped(tmp_path)
    enrolled(tmp_path)
    assert resume(tmp_path, code_now()) == 0
    form = json.loads(capfd.readouterr().out)
    assert (form["kill_all"], form["frozen_tools"]) == (False, ["shell"])


@pytest.mark.parametrize(("code", "status"), [("wrong", 1), (None, 130)])
def test_without_a_right_code_everything_stays_stopped(
    tmp_path: Path, code: str | None, status: int
) -> None:
    file = stopped(tmp_path)
    enrolled(tmp_path)
    assert resume(tmp_path, wrong_code() if code else None) == status
    assert file.read().kill_all


def test_code_that_was_used_takes_nothing_back(tmp_path: Path) -> None:
    file = stopped(tmp_path)
    enrolled(tmp_path)
    code = code_now()
    assert resume(tmp_path, code) == 0
    stopped(tmp_path)
    assert resume(tmp_path, code) == 1
    assert file.read().kill_all


@pytest.mark.parametrize("config", ["[[[ broken", LIFTED + "[[[", ""])
def test_broken_configuration_does_not_lift_the_need_of_a_code(tmp_path: Path, config: str) -> None:
    file = stopped(tmp_path)
    enrolled(tmp_path)
    (tmp_path / "config.toml").write_text(config)
    assert resume(tmp_path, wrong_code()) == 1
    assert file.read().kill_all


def test_enrolment_that_is_spoilt_does_not_lift_the_need_of_a_code(tmp_path: Path) -> None:
    file = stopped(tmp_path)
    (tmp_path / "otp-secret").write_text("spoilt")
    assert resume(tmp_path, code_now()) == 1
    assert file.read().kill_all


def test_control_no_code_is_asked_for_where_the_config_lifts_it(tmp_path: Path) -> None:
    file = stopped(tmp_path)
    enrolled(tmp_path)
    (tmp_path / "config.toml").write_text(LIFTED)
    assert resume(tmp_path) == 0
    assert not file.read().kill_all


def test_no_code_is_asked_for_where_no_app_is_enrolled(tmp_path: Path) -> None:
    file = stopped(tmp_path)
    assert resume(tmp_path) == 0
    assert not file.read().kill_all


def test_unreadable_state_needs_a_code_as_well(tmp_path: Path) -> None:
    file = stopped(tmp_path)
    enrolled(tmp_path)
    file.path.write_text("spoilt")
    assert resume(tmp_path, wrong_code()) == 1
    assert file.read().kill_all
    assert resume(tmp_path, code_now()) == 0
    assert not file.read().is_engaged


def test_nothing_is_asked_where_nothing_is_stopped(tmp_path: Path) -> None:
    enrolled(tmp_path)
    assert resume(tmp_path) == 0
