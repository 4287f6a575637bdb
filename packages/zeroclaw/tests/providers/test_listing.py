"""The list has every family, with what the config has of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from provider_homes import PLANTED_KEY, ProviderHome

from zeroclaw.providers.listing import show_list
from zeroclaw.wiring.families import installed_families


@pytest.fixture
def home(tmp_path: Path) -> ProviderHome:
    return ProviderHome(tmp_path).write()


def test_every_installed_family_is_listed_under_its_kind(home: ProviderHome) -> None:
    code, out, err = home.run("list")
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    assert PLANTED_KEY not in out
    rows = [line.split()[0] for line in out.splitlines()[1:] if line.startswith("  ")]
    assert sorted(rows) == sorted(installed_families())
    assert out.index("On this machine") < out.index("\n  local") < out.index("Vendors")


def test_configured_families_are_listed_alone_with_their_aliases(home: ProviderHome) -> None:
    _, out, _ = home.run("list", "--configured")
    rows = [line for line in out.splitlines()[1:] if line.startswith("  ")]
    assert [row.split()[0] for row in rows] == ["custom", "anthropic"]
    assert "2 (home, broken)" in out
    assert "ANTHROPIC_API_KEY" in out


def test_list_is_one_json_document(home: ProviderHome) -> None:
    form = home.json("list", "--configured")
    assert form == [
        {
            "family": "anthropic",
            "name": "Anthropic",
            "kind": "vendor",
            "aliases": ["work"],
            "key": "needed",
            "variables": ["ANTHROPIC_API_KEY"],
            "local": False,
        },
        {
            "family": "custom",
            "name": "OpenAI chat completions",
            "kind": "endpoint",
            "aliases": ["home", "broken"],
            "key": "optional",
            "variables": [],
            "local": None,
        },
    ]


def test_all_families_are_listed_without_a_config(tmp_path: Path) -> None:
    code, out, err = ProviderHome(tmp_path).run("list")
    assert (code, err) == (0, "")
    assert "  anthropic " in out


def test_configured_ones_need_a_config(tmp_path: Path) -> None:
    code, out, err = ProviderHome(tmp_path).run("list", "--configured")
    assert (code, out) == (1, "")
    assert str(tmp_path / "config.toml") in err


def test_config_without_models_is_told(tmp_path: Path) -> None:
    home = ProviderHome(tmp_path).write("schema_version = 3\n")
    code, out, err = home.run("list", "--configured")
    assert (code, out) == (0, "")
    assert "zeroclaw quickstart" in err
    assert home.json("list", "--configured") == []


def test_function_behind_the_command_gives_an_exit_code(
    home: ProviderHome, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(home.root))
    assert show_list(is_configured=True, as_json=False, debug=False) == 0
    assert "custom" in capfd.readouterr().out
