"""A setup is saved whole, for its owner alone, or not at all."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.offers import Offer, endpoint_offer
from zeroclaw.quickstart.saving import save
from zeroclaw.quickstart.setup import Setup
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import ConfigSyntax, InvalidConfig, load_config

PLANTED: Final = "sk-planted-0123456789"
ENVIRON: Final = {"SOME_KEY": PLANTED}
KEYED: Final = Setup(
    endpoint_offer("https://api.example.com/v1", "work", "SOME_KEY"), "some-model", "main"
)


def test_saved_config_loads_as_it_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "home" / "config.toml"
    assert save(path, KEYED, ENVIRON, installed_families())
    config = load_config(path, ENVIRON, installed_families(), strict=True)
    assert config.models[config.agents["main"].model_provider].model == "some-model"
    assert config.notices == ()


def test_file_is_for_its_owner_and_has_no_key(tmp_path: Path) -> None:
    path = tmp_path / "home" / "config.toml"
    save(path, KEYED, ENVIRON, installed_families())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert all(PLANTED not in file.read_text() for file in path.parent.iterdir())


def test_variable_that_is_unset_today_prevents_no_addition(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    save(path, KEYED, ENVIRON, installed_families())
    other = Setup(Offer("ollama", "main", "Ollama"), "small", "second")
    assert save(path, other, {}, installed_families())
    assert set(load_config(path, ENVIRON, installed_families()).agents) == {"main", "second"}


def test_setup_that_would_not_load_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    with pytest.raises(InvalidConfig, match="SOME_KEY"):
        save(path, KEYED, {}, installed_families())
    assert not path.exists()


def test_existing_agent_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    save(path, KEYED, ENVIRON, installed_families())
    before = path.read_bytes()
    with pytest.raises(WrongUsage, match=r"agents\.main is in"):
        save(path, KEYED, ENVIRON, installed_families())
    assert path.read_bytes() == before


def test_broken_file_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[agents\n")
    with pytest.raises(ConfigSyntax):
        save(path, KEYED, ENVIRON, installed_families())
    assert path.read_text() == "[agents\n"
