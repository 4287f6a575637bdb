"""The state of an enrolment is shown, its secret is not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from otp_homes import enrolled, home_of, wrong_code

from zeroclaw.otp.showing import run


def shown(root: Path, capfd: pytest.CaptureFixture[str], *, as_json: bool) -> str:
    assert run(home_of(root), as_json=as_json, debug=False) == 0
    return capfd.readouterr().out


def test_home_without_an_app_says_how_to_enrol_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "otp enroll" in shown(tmp_path, capfd, as_json=False)
    form = json.loads(shown(tmp_path, capfd, as_json=True))
    assert form == {"enrolled": False, "failures": 0, "locked_until": None}


def test_failures_with_the_lockout_are_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = enrolled(tmp_path)
    file.check(wrong_code(), datetime.now(UTC))
    assert "1 code was wrong" in shown(tmp_path, capfd, as_json=False)
    for _ in range(2):
        file.check(wrong_code(), datetime.now(UTC))
    assert "none counts until" in shown(tmp_path, capfd, as_json=False)
    form = json.loads(shown(tmp_path, capfd, as_json=True))
    assert form["enrolled"] is True
    assert datetime.fromisoformat(form["locked_until"]) > datetime.now(UTC)


def test_lockout_that_is_over_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = enrolled(tmp_path)
    for _ in range(3):
        file.check("none", datetime(2020, 1, 1, tzinfo=UTC))
    assert json.loads(shown(tmp_path, capfd, as_json=True))["locked_until"] is None
