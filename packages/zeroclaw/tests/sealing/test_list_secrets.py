"""The list of secrets tells where they stand, never what they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from secret_homes import KEY, PLANTED, environment, give, write

from zeroclaw.sealing.list_secrets import run

MORE = f"""
[providers.models.custom.plain]
api_key = "{PLANTED}"
[providers.models.custom.variable]
api_key = "${{SOME_KEY}}"
[providers.models.custom.reference]
api_key = "op://Private/server/key"
[channels.telegram."my phone"]
bot_token = "{PLANTED}"
chat = "somewhere"
"""


def test_every_kind_is_listed_in_the_order_of_the_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, 'api_key = "x"' + MORE)
    assert give(tmp_path, "sk-other") == 0
    capfd.readouterr()
    assert run(environment(tmp_path), as_json=True, debug=False) == 0
    shown = capfd.readouterr()
    assert PLANTED not in shown.out + shown.err
    assert json.loads(shown.out) == [
        {"key": KEY, "kind": "sealed"},
        {"key": "providers.models.custom.plain.api_key", "kind": "plain"},
        {"key": "providers.models.custom.variable.api_key", "kind": "variable"},
        {"key": "providers.models.custom.reference.api_key", "kind": "reference"},
        {"key": 'channels.telegram."my phone".bot_token', "kind": "plain"},
    ]


def test_plain_secret_comes_with_what_seals_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, f'api_key = "{PLANTED}"')
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    shown = capfd.readouterr()
    assert shown.out == f"{KEY}  plain text: seal it with `zeroclaw secrets set {KEY}`\n"
    assert shown.err == ""


def test_config_without_secrets_says_how_to_add_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    assert "`zeroclaw secrets set KEY` adds one" in capfd.readouterr().err
    assert run(environment(tmp_path), as_json=True, debug=False) == 0
    assert capfd.readouterr().out == "[]\n"


def test_key_that_a_terminal_would_obey_is_spelled_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, 'api_key = "x"\n[channels.telegram."\\u001b[2J\\u009b"]\nbot_token = "y"')
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    out = capfd.readouterr().out
    assert "\x1b" not in out
    assert "\x9b" not in out


def test_missing_config_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(environment(tmp_path), as_json=True, debug=False) == 1
    shown = capfd.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
