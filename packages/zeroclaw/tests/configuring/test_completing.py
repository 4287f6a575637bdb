"""Completion offers what there is; it never fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_homes import ConfigHome

from zeroclaw.configuring.completing import (
    agent_aliases,
    alias_tables,
    aliases_of,
    key_paths_like,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ConfigHome:
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    return ConfigHome(tmp_path).write()


@pytest.mark.usefixtures("home")
def test_agents_are_completed_by_alias() -> None:
    assert agent_aliases("m") == ["main"]
    assert agent_aliases("x") == []
    assert aliases_of("providers.models.custom", "") == ["home"]


@pytest.mark.usefixtures("home")
def test_keys_of_an_alias_that_is_being_typed_are_completed() -> None:
    assert "agents.new.model_provider" in key_paths_like("agents.new.")
    assert key_paths_like("agents.new.ru") == ["agents.new.runtime_profile"]


@pytest.mark.usefixtures("home")
def test_keys_that_nothing_reads_are_completed_from_the_file() -> None:
    assert key_paths_like("schema") == ["schema_version"]
    assert key_paths_like("zzz") == []


def test_keys_of_unread_sections_are_completed(home: ConfigHome) -> None:
    home.write("[channels.irc.a]\nserver = 'x'\n")
    assert key_paths_like("channels.") == ["channels.irc.a.server"]


@pytest.mark.usefixtures("home")
def test_tables_of_aliases_are_completed() -> None:
    assert alias_tables("ri") == ["risk_profiles"]
    assert "providers.models.custom" in alias_tables("providers.")


@pytest.mark.parametrize("text", ["a = ", "\x00", None])
def test_file_that_cannot_be_read_offers_nothing(home: ConfigHome, text: str | None) -> None:
    if text is None:
        home.file.unlink()
    else:
        home.write(text)
    assert agent_aliases("") == []
    assert key_paths_like("agents.") == []
