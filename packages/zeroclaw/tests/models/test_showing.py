"""Commands about models show them, with an exit code that tells how it went."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_homes import ModelHome

from zeroclaw.models.showing import show_info, show_list

NEAR = """
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:1/v1"
model = "small"
[providers.models.gemini.free]
uri = "http://127.0.0.1:1/v1beta"
model = "small"
[providers.models.local.bundled]
"""
"""No entry of it leads beyond this machine."""


@pytest.fixture
def home(tmp_path: Path) -> ModelHome:
    return ModelHome(tmp_path).write()


def test_list_shows_what_is_configured(home: ModelHome) -> None:
    code, out, err = home.run("list")
    assert (code, err) == (0, "")
    heading, *lines = out.splitlines()
    assert heading.startswith("NAME")
    assert [line.split()[0] for line in lines] == ["custom.home", "anthropic.work", "gemini.free"]
    assert "\x1b" not in out


def test_list_of_a_family_shows_all_that_is_known(home: ModelHome) -> None:
    _, out, _ = home.run("list", "--provider", "openai")
    assert "gpt-4o " in out
    _, configured, _ = home.run("list", "--provider", "anthropic", "--configured")
    assert [line.split()[0] for line in configured.splitlines()[1:]] == ["anthropic.work"]


def test_lists_are_one_json_document(home: ModelHome) -> None:
    form = home.json("list")
    assert isinstance(form, list)
    assert [entry["alias"] for entry in form if isinstance(entry, dict)] == ["home", "work", "free"]


def test_newer_list_of_the_user_is_shown(home: ModelHome) -> None:
    home.knows("openai", "brand-new", {"context_window": 4000, "vision": False})
    _, out, _ = home.run("info", "openai/brand-new")
    assert "4,000 tokens" in out
    assert "cannot" in out


def test_broken_list_of_the_user_is_named(home: ModelHome) -> None:
    (home.root / "models.json").write_text("{")
    code, out, err = home.run("list")
    assert (code, out) == (1, "")
    assert str(home.root / "models.json") in err
    assert "zeroclaw models refresh" in err


def test_info_needs_no_config(tmp_path: Path) -> None:
    code, out, _ = ModelHome(tmp_path).run("info", "openai/gpt-4o")
    assert code == 0
    assert out.startswith("openai/gpt-4o\n")


def test_what_is_not_known_fails_with_one_sentence(home: ModelHome) -> None:
    for words in (("info", "no-such-model"), ("list", "--provider", "no_such_family")):
        code, out, err = home.run(*words)
        assert (code, out) == (1, "")
        assert err.startswith("zeroclaw: Nothing is known about no")
        assert err.count("\n") == 1


def test_family_without_configured_models_says_so(home: ModelHome) -> None:
    code, out, err = home.run("list", "--provider", "openai", "--configured")
    assert (code, out) == (0, "")
    assert "zeroclaw quickstart" in err


def test_endpoint_that_cannot_be_asked_is_told(tmp_path: Path) -> None:
    home = ModelHome(tmp_path).write(NEAR)
    code, out, err = home.run("list", "--live")
    assert (code, out) == (0, "")
    assert "custom.home" in err
    assert "gemini.free" in err
    assert home.json("list", "--live", "--provider", "custom") == {"custom.home": []}


def test_nothing_to_ask_is_told(tmp_path: Path) -> None:
    home = ModelHome(tmp_path).write(NEAR)
    code, out, err = home.run("list", "--live", "--provider", "local")
    assert (code, out) == (0, "")
    assert "None of the configured models" in err


def test_functions_behind_the_commands_give_exit_codes(
    home: ModelHome, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(home.root))
    assert show_list(None, is_configured=False, as_json=True, debug=False) == 0
    assert show_info("no-such-model", as_json=True, debug=False) == 1
    assert "no-such-model" in capfd.readouterr().err
