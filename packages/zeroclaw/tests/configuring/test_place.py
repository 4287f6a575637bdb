"""The installation is the one that the environment names."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw.configuring.place import this_installation


def test_home_of_the_environment_holds_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZEROCLAW_HOME", str(tmp_path))
    place = this_installation()
    assert place.config == tmp_path / "config.toml"
    assert place.secret_key == tmp_path / ".secret_key"
    assert "custom" in place.families


def test_environment_is_in_no_printed_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-planted")
    assert "sk-planted" not in repr(this_installation())
