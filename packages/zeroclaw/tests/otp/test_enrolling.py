"""An app is enrolled once it has shown a code, never without that of the one before."""

from __future__ import annotations

import json
from base64 import b32decode
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from otp_homes import SECRET, code_now, enrolled, home_of, typed, wrong_code

from zeroclaw.home import Home
from zeroclaw.otp.enrolling import run
from zeroclaw.otp.otp_file import OtpFile


def app(capfd: pytest.CaptureFixture[str], *first: str) -> Callable[[str], str | None]:
    """A person whose app has read the address that was shown, after they typed these codes."""
    typed_before = list(first)

    def enter(_prompt: str) -> str | None:
        if typed_before:
            return typed_before.pop(0)
        uri = json.loads(capfd.readouterr().out)["uri"]
        return code_now(secret=b32decode(parse_qs(urlsplit(uri).query)["secret"][0]))

    return enter


def test_app_is_enrolled_once_it_shows_a_code(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(home_of(tmp_path), app(capfd), as_json=True, debug=False) == 0
    assert json.loads(capfd.readouterr().out) == {"enrolled": True}
    kept = OtpFile.of(Home(tmp_path)).get()
    assert kept is not None
    # The first code is used up by that.
    assert kept.state.last_step > 0


def test_wrong_first_code_enrols_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(home_of(tmp_path), typed(wrong_code()), as_json=False, debug=False) == 1
    assert "nothing is enrolled" in capfd.readouterr().err
    assert not OtpFile.of(Home(tmp_path)).exists()


@pytest.mark.parametrize("as_json", [False, True])
def test_person_who_leaves_enrols_nothing(tmp_path: Path, as_json: bool) -> None:
    assert run(home_of(tmp_path), typed(None), as_json=as_json, debug=False) == 130
    assert not OtpFile.of(Home(tmp_path)).exists()


def test_app_in_place_of_another_needs_a_code_of_that(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = enrolled(tmp_path)
    assert run(home_of(tmp_path), typed(wrong_code()), as_json=False, debug=False) == 1
    shown = capfd.readouterr()
    assert "otpauth" not in shown.out
    assert run(home_of(tmp_path), app(capfd, code_now()), as_json=True, debug=False) == 0
    kept = file.get()
    assert kept is not None
    assert kept.secret != SECRET


def test_app_of_before_stays_until_the_new_one_has_shown_a_code(tmp_path: Path) -> None:
    file = enrolled(tmp_path)
    assert run(home_of(tmp_path), typed(code_now(), None), as_json=False, debug=False) == 130
    kept = file.get()
    assert kept is not None
    assert kept.secret == SECRET


def test_secret_is_told_on_standard_output_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(home_of(tmp_path), typed(wrong_code()), as_json=True, debug=True) == 1
    shown = capfd.readouterr()
    secret = parse_qs(urlsplit(json.loads(shown.out)["uri"]).query)["secret"][0]
    assert "Traceback" in shown.err
    assert secret not in shown.err
