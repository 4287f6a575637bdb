"""Logging out forgets one login, for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from login_homes import environment, login_file

from zeroclaw.logins.logging_out import run
from zeroclaw.logins.login_file import KeptLogin
from zeroclaw_providers.oauth.tokens import Tokens


def test_login_is_gone_and_the_others_stay(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = login_file(tmp_path)
    for name in ("copilot", "qwen"):
        file.put(name, KeptLogin(Tokens("planted-a")))
    assert run("copilot", environment(tmp_path), debug=False) == 0
    assert capfd.readouterr().out.startswith("Forgot the login copilot in ")
    assert file.names() == ("qwen",)


def test_login_that_is_not_there_is_said_to_be_missing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run("copilot", environment(tmp_path), debug=False) == 1
    assert "There is no login copilot." in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []
