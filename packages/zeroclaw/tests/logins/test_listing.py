"""The list of logins tells what they are good for, never their tokens."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from login_homes import environment, login_file

from zeroclaw.logins.listing import run
from zeroclaw.logins.login_file import KeptLogin
from zeroclaw_providers.oauth.tokens import Tokens

PAST = datetime(2020, 1, 1, tzinfo=UTC)
TOKENS = {
    "copilot": Tokens("planted-a"),
    "openai": Tokens("planted-b", "planted-c", PAST, "me"),
    "qwen": Tokens("planted-d", "", PAST),
}


def keep(home: Path) -> None:
    for name, tokens in TOKENS.items():
        login_file(home).put(name, KeptLogin(tokens, "https://example.com"))


def test_every_login_is_listed_without_its_tokens(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path)
    assert run(environment(tmp_path), as_json=True, debug=False) == 0
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    shown = capfd.readouterr()
    assert "planted" not in shown.out + shown.err
    rows = json.loads(shown.out[: shown.out.index("\n]") + 2])
    assert [(row["login"], row["state"]) for row in rows] == [
        ("copilot", "good"),
        ("openai", "renewed"),
        ("qwen", "over"),
    ]
    assert rows[1] == {
        "login": "openai",
        "state": "renewed",
        "account": "me",
        "origin": "https://example.com",
        "expires_at": "2020-01-01T00:00:00+00:00",
    }
    assert "qwen     ended at 2020-01-01T00:00:00+00:00: log in anew" in shown.out


def test_login_that_does_not_open_hides_no_other(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path)
    file = login_file(tmp_path)
    file.key_file.write_text("0" * 64)
    file.put("copilot", KeptLogin(Tokens("planted-a")))
    assert run(environment(tmp_path), as_json=True, debug=False) == 0
    states = {row["login"]: row["state"] for row in json.loads(capfd.readouterr().out)}
    assert states == {"copilot": "good", "openai": "unreadable", "qwen": "unreadable"}


def test_home_without_logins_says_how_to_add_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    assert "`zeroclaw auth login NAME` adds one" in capfd.readouterr().err
    assert run(environment(tmp_path), as_json=True, debug=False) == 0
    assert capfd.readouterr().out == "[]\n"
