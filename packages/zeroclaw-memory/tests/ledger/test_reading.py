"""A ledger is read as it is at one moment, torn ends aside."""

from __future__ import annotations

from pathlib import Path

import pytest
from ledger_files import fill

from zeroclaw_memory.errors import LedgerBroken, LedgerUnusable
from zeroclaw_memory.ledger.reading import LONGEST_LINE, copy_of_ledger


def test_every_part_is_read_in_its_order(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 9, segment_bytes=900)
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    written = b"".join(chain.folder.segment(n).read_bytes() for n in chain.folder.segments())
    assert list(copy.lines()) == written.splitlines()


def test_copy_does_not_grow_with_the_ledger(tmp_path: Path) -> None:
    fill(tmp_path / "l", 3)
    copy = copy_of_ledger(tmp_path / "l")
    fill(tmp_path / "l", 3, segment_bytes=1)
    assert copy is not None
    assert len(list(copy.lines())) == 3


def test_torn_end_is_left_out_but_a_torn_middle_is_not(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 3)
    last = chain.folder.segment(1)
    last.write_bytes(last.read_bytes() + b'{"to')
    chain.folder.seals_file.write_bytes(chain.folder.seals_file.read_bytes() + b'{"to')
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    assert len(list(copy.lines())) == 3
    assert len(copy.seals) == 4
    chain.folder.segment(2).write_bytes(b"x\n")
    again = copy_of_ledger(tmp_path / "l")
    assert again is not None
    assert list(again.lines())[3:] == [b'{"to', b"x"]


def test_missing_or_empty_folder_has_no_ledger(tmp_path: Path) -> None:
    assert copy_of_ledger(tmp_path / "none") is None
    (tmp_path / "empty").mkdir()
    assert copy_of_ledger(tmp_path / "empty") is None


def test_look_at_an_empty_folder_does_not_spoil_it(tmp_path: Path) -> None:
    (tmp_path / "l").mkdir()
    assert copy_of_ledger(tmp_path / "l") is None
    fill(tmp_path / "l", 1)
    assert copy_of_ledger(tmp_path / "l") is not None


def test_ledger_that_lost_its_key_cannot_be_read(tmp_path: Path) -> None:
    fill(tmp_path / "l", 1).folder.key_file.unlink()
    with pytest.raises(LedgerBroken, match="key"):
        copy_of_ledger(tmp_path / "l")


def test_file_in_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "l").touch()
    with pytest.raises(LedgerUnusable, match="Not a directory"):
        copy_of_ledger(tmp_path / "l")


def test_part_that_vanishes_is_an_error_of_ours(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 1)
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    chain.folder.segment(1).unlink()
    with pytest.raises(LedgerUnusable):
        list(copy.lines())


def test_endless_line_is_read_in_pieces(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 1)
    chain.folder.segment(2).write_bytes(b"x" * (2 * LONGEST_LINE + 5) + b"\n")
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    assert [len(line) for line in copy.lines()][1:] == [LONGEST_LINE, LONGEST_LINE, 5]
