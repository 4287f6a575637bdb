"""Tests of replacing a file as a whole."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from zeroclaw_config.editing._disk import (
    BACKUPS,
    MAX_FILE_BYTES,
    cause_of,
    read_bytes,
    replace_bytes,
)
from zeroclaw_config.errors import (
    ConfigChanged,
    ConfigNotWritten,
    ConfigTooLarge,
    ConfigUnreadable,
)
from zeroclaw_config.load import MAX_CONFIG_BYTES


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with an earlier version."""
    path = tmp_path / "config.toml"
    path.write_bytes(b"0")
    path.chmod(0o644)
    return path


def test_the_newest_backup_is_the_version_before(file: Path) -> None:
    for number in range(8):
        replace_bytes(file, "c", b"%d" % number, b"%d" % (number + 1))
    there = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    backups = {"config.toml.bak": b"7"}
    backups |= {f"config.toml.bak.{age}": b"%d" % (7 - age) for age in range(1, BACKUPS)}
    assert there == {"config.toml": b"8", **backups}
    assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}


def test_a_removed_backup_leaves_room_for_the_next(file: Path) -> None:
    for number in range(4):
        replace_bytes(file, "c", b"%d" % number, b"%d" % (number + 1))
    file.with_name("config.toml.bak.1").unlink()
    replace_bytes(file, "c", b"4", b"5")
    names = ["config.toml.bak", "config.toml.bak.1", "config.toml.bak.2", "config.toml.bak.3"]
    assert [file.with_name(name).read_bytes() for name in names] == [b"4", b"3", b"1", b"0"]


def test_a_file_that_is_not_what_was_read_stays(file: Path) -> None:
    for expected in (b"other", None):
        with pytest.raises(ConfigChanged):
            replace_bytes(file, "c", expected, b"new")
    file.unlink()
    with pytest.raises(ConfigChanged):
        replace_bytes(file, "c", b"0", b"new")
    assert list(file.parent.iterdir()) == []


def test_what_a_crash_left_is_replaced(file: Path) -> None:
    (file.parent / "victim").write_bytes(b"mine")
    (file.parent / ".config.toml.new").symlink_to("victim")
    (file.parent / ".config.toml.old").write_bytes(b"left")
    replace_bytes(file, "c", b"0", b"1")
    assert sorted(path.name for path in file.parent.iterdir()) == [
        *("config.toml", "config.toml.bak", "victim")
    ]
    assert (file.parent / "victim").read_bytes() == b"mine"


def test_a_folder_in_the_way_is_named(file: Path) -> None:
    (file.parent / ".config.toml.old").mkdir()
    with pytest.raises(ConfigNotWritten, match="is as it was"):
        replace_bytes(file, "c", b"0", b"1")
    assert file.read_bytes() == b"0"
    assert not (file.parent / ".config.toml.new").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_named(file: Path) -> None:
    file.parent.chmod(0o500)
    try:
        with pytest.raises(ConfigNotWritten, match="permission denied; check owner"):
            replace_bytes(file, "c", b"0", b"1")
    finally:
        file.parent.chmod(0o700)
    assert file.read_bytes() == b"0"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_what_root_writes_stays_with_its_owner(file: Path) -> None:
    os.chown(file, 12345, 12346)
    replace_bytes(file, "c", b"0", b"1")
    for path in file.parent.iterdir():
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


def test_only_a_regular_file_of_fair_size_is_read(tmp_path: Path) -> None:
    assert MAX_FILE_BYTES == MAX_CONFIG_BYTES
    assert read_bytes(tmp_path / "gone", "c") is None
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(ConfigUnreadable, match="no regular file"):
            read_bytes(path, "c")
    (tmp_path / "large").write_bytes(bytes(MAX_FILE_BYTES + 1))
    with pytest.raises(ConfigTooLarge):
        read_bytes(tmp_path / "large", "c")


def test_a_cause_says_what_to_do() -> None:
    assert cause_of(OSError(errno.ENOSPC, "x")) == "the disk is full; free some space"
    assert cause_of(OSError(errno.EIO, "I/O error"), "a") == "a: i/o error; check the disk"
    assert cause_of(OSError()) == "the system refuses; check the disk"
