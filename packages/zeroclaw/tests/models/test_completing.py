"""Names of models are offered while a command line is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_homes import ModelHome

from zeroclaw.models.completing import families_like, models_like


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelHome:
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    return ModelHome(tmp_path).write()


def test_families_are_offered_by_their_beginning(home: ModelHome) -> None:
    assert families_like("openr") == ["openrouter"]
    assert "anthropic" in families_like("")


def test_models_are_offered_with_the_aliases(home: ModelHome) -> None:
    assert "gpt-4o" in models_like("gpt-4")
    assert models_like("gemini.") == ["gemini.free"]


def test_broken_list_of_the_user_is_no_obstacle(home: ModelHome) -> None:
    (home.root / "models.json").write_text("{")
    assert "openai" in families_like("o")
