"""Whoever has no right code is told so, going no further."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from otp_homes import code_now, enrolled, home_of, typed, wrong_code

from zeroclaw.otp.errors import OtpRefused
from zeroclaw.otp.verifying import require_code, run
from zeroclaw_runtime import SystemClock


def verify(root: Path, code: str | None, *, as_json: bool = False) -> int:
    return run(home_of(root), typed(code), as_json=as_json, debug=False)


def test_right_code_is_accepted_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    enrolled(tmp_path)
    code = code_now()
    assert verify(tmp_path, code) == 0
    assert "is right" in capfd.readouterr().out
    assert verify(tmp_path, code) == 1
    assert "used already" in capfd.readouterr().err


def test_wrong_codes_are_refused_until_none_counts(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    enrolled(tmp_path)
    for _ in range(2):
        assert verify(tmp_path, wrong_code()) == 1
        assert "wrong or too old" in capfd.readouterr().err
    assert verify(tmp_path, wrong_code()) == 1
    assert "none counts until" in capfd.readouterr().err
    assert verify(tmp_path, code_now(), as_json=True) == 1
    shown = capfd.readouterr()
    assert json.loads(shown.out) == {"accepted": False, "reason": "locked"}
    assert "none counts until" in shown.err


def test_accepted_code_is_told_as_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    enrolled(tmp_path)
    assert verify(tmp_path, code_now(), as_json=True) == 0
    assert json.loads(capfd.readouterr().out) == {"accepted": True, "reason": None}


def test_person_who_leaves_ends_it(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    assert verify(tmp_path, None) == 130
    assert not require_code(file, typed(None), SystemClock())


def test_nobody_is_asked_where_no_app_is_enrolled(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(home_of(tmp_path), typed(), as_json=False, debug=False) == 1
    assert "otp enroll" in capfd.readouterr().err


def test_required_code_must_be_right(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    with pytest.raises(OtpRefused, match="wrong or too old"):
        require_code(file, typed(wrong_code()), SystemClock())
    assert require_code(file, typed(code_now()), SystemClock())
