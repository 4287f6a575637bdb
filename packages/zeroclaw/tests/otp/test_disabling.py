"""An app is not forgotten unless it has shown a code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from otp_homes import code_now, enrolled, home_of, typed, wrong_code

from zeroclaw.otp.disabling import run


def test_app_is_forgotten_after_a_right_code(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = enrolled(tmp_path)
    assert run(home_of(tmp_path), typed(code_now()), as_json=True, debug=False) == 0
    assert json.loads(capfd.readouterr().out) == {"enrolled": False}
    assert not file.exists()


@pytest.mark.parametrize(("code", "status"), [("wrong", 1), (None, 130)])
def test_app_stays_without_a_right_code(tmp_path: Path, code: str | None, status: int) -> None:
    file = enrolled(tmp_path)
    answer = wrong_code() if code else None
    assert run(home_of(tmp_path), typed(answer), as_json=False, debug=False) == status
    assert file.exists()
