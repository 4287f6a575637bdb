"""A shell is offered the models of the config."""

from __future__ import annotations

from pathlib import Path

import pytest
from provider_homes import ProviderHome

from zeroclaw.providers.completing import entries_like


def test_models_of_the_config_are_offered_by_their_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ProviderHome(tmp_path).write()
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    assert entries_like("custom.") == ["custom.home", "custom.broken"]
    assert entries_like("an") == ["anthropic.work"]


def test_nothing_is_offered_where_there_is_no_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    assert entries_like("") == []
