"""Tests of the lock beside a file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from zeroclaw_config.editing._lock import locked
from zeroclaw_config.errors import ConfigLocked, ConfigNotWritten


def test_a_second_writer_learns_who_holds_the_lock(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    with locked(file, "config.toml", 1):
        with pytest.raises(ConfigLocked) as caught, locked(file, "config.toml", 0.02):
            raise AssertionError("two writers at once")
        assert f"by process {os.getpid()}" in str(caught.value)
        assert "Try again" in str(caught.value)
    with locked(file, "config.toml", 0):
        assert stat.S_IMODE((tmp_path / "config.toml.lock").stat().st_mode) == 0o600


def test_a_removed_lock_file_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    with locked(file, "config.toml", 1):
        (tmp_path / "config.toml.lock").unlink()
    with locked(file, "c", 1), pytest.raises(ConfigLocked), locked(file, "c", 0):
        raise AssertionError("two writers at once")


def test_a_link_is_no_lock_file(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / "config.toml.lock").symlink_to("victim")
    with pytest.raises(ConfigNotWritten, match="link"), locked(tmp_path / "config.toml", "c", 1):
        raise AssertionError("a link was followed")
    assert (tmp_path / "victim").read_bytes() == b"mine"


def test_an_unreadable_holder_is_another_process(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    with locked(file, "config.toml", 1):
        (tmp_path / "config.toml.lock").write_bytes(b"nonsense")
        with pytest.raises(ConfigLocked, match="another process"), locked(file, "c", 0):
            raise AssertionError("two writers at once")
