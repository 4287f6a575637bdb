"""The files of a ledger are its owner's alone, begun at once, written by one at a time."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from zeroclaw_api.ledger import parse_seal
from zeroclaw_memory.errors import LedgerBroken, LedgerUnusable
from zeroclaw_memory.ledger.folder import KEY_BYTES, LedgerFolder, sync_folder, write_all


@pytest.fixture
def folder(tmp_path: Path) -> LedgerFolder:
    made = LedgerFolder(tmp_path / "ledger")
    made.create(5)
    return made


def test_fresh_ledger_has_a_key_with_its_first_seal(folder: LedgerFolder) -> None:
    assert len(folder.key()) == KEY_BYTES
    seal = parse_seal(folder.seals_file.read_bytes().rstrip(b"\n"), folder.key())
    assert (seal.head.count, seal.ts_ms) == (0, 5)
    assert folder.segments() == []


def test_nobody_else_can_read_a_ledger(folder: LedgerFolder) -> None:
    write_all(folder.segment(1), b"x\n", is_synced=True)
    with folder.locked():
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.path.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_second_beginning_changes_nothing(folder: LedgerFolder) -> None:
    key = folder.key()
    folder.create(9)
    assert folder.key() == key
    assert [path.name for path in folder.path.parent.iterdir()] == ["ledger"]


def test_ledger_without_its_key_is_broken(folder: LedgerFolder) -> None:
    folder.key_file.unlink()
    folder.create(9)
    with pytest.raises(LedgerBroken, match="its key is missing"):
        folder.key()
    assert [path.name for path in folder.path.parent.iterdir()] == ["ledger"]


def test_ledger_with_half_a_key_is_broken(folder: LedgerFolder) -> None:
    os.truncate(folder.key_file, 16)
    with pytest.raises(LedgerBroken, match="its key is damaged"):
        folder.key()


def test_lock_is_given_to_one_at_a_time(folder: LedgerFolder) -> None:
    with folder.locked() as first, folder.locked() as second:
        assert first
        assert not second
    with folder.locked(waits=True) as third:
        assert third


def test_segments_are_found_in_their_order(folder: LedgerFolder) -> None:
    for number in (10, 2, 1_000_000):
        write_all(folder.segment(number), b"x\n", is_synced=False)
    (folder.path / "000003.jsonl.bak").touch()
    assert folder.segments() == [2, 10, 1_000_000]


def test_link_in_place_of_a_file_is_not_followed(folder: LedgerFolder, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.touch()
    folder.segment(1).symlink_to(target)
    with pytest.raises(OSError, match="symbolic link"):
        write_all(folder.segment(1), b"x\n", is_synced=True)
    assert target.read_bytes() == b""


def test_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LedgerUnusable, match="Not a directory"):
        LedgerFolder(tmp_path / "file" / "ledger").create(1)


def test_full_disk_says_what_to_do(folder: LedgerFolder) -> None:
    assert "free some space" in str(folder.unusable(OSError(28, "No space left on device")))


def test_syncing_a_folder_needs_one(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    with pytest.raises(OSError, match="No such file"):
        sync_folder(tmp_path / "none")
