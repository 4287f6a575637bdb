"""The end of a ledger is found again, unless somebody changed it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from ledger_files import draft, fill, require_whole

from zeroclaw_api.ledger import LedgerSeal, record_line, seal_line
from zeroclaw_memory.errors import LedgerBroken
from zeroclaw_memory.ledger.folder import LedgerFolder
from zeroclaw_memory.ledger.tail import Tail, catch_up, find_tail

COUNT = 5


@pytest.fixture
def folder(tmp_path: Path) -> LedgerFolder:
    return fill(tmp_path / "ledger", COUNT).folder


def end(folder: LedgerFolder) -> Tail:
    return find_tail(folder, folder.key())


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def drop_last_record(folder: LedgerFolder) -> None:
    folder.segment(1).write_bytes(b"".join(lines(folder.segment(1))[:-1]))


def cut_last_record_in_two(folder: LedgerFolder) -> None:
    os.truncate(folder.segment(1), folder.segment(1).stat().st_size - 9)


def drop_all_records(folder: LedgerFolder) -> None:
    folder.segment(1).write_bytes(b"")


def drop_the_file(folder: LedgerFolder) -> None:
    folder.segment(1).unlink()


def edit_last_record(folder: LedgerFolder) -> None:
    data = lines(folder.segment(1))
    folder.segment(1).write_bytes(b"".join([*data[:-1], data[-1].replace(b'"s"', b'"z"')]))


def add_a_record_of_another_key(folder: LedgerFolder) -> None:
    line = record_line(end(folder).head.following(draft(9)), b"o" * 32)
    folder.segment(1).write_bytes(folder.segment(1).read_bytes() + line + b"\n")


def add_a_genuine_record_again(folder: LedgerFolder) -> None:
    data = lines(folder.segment(1))
    folder.segment(1).write_bytes(b"".join([*data, data[1]]))


def forge_the_last_seal(folder: LedgerFolder) -> None:
    seal = seal_line(LedgerSeal(end(folder).head, 1), b"o" * 32)
    folder.seals_file.write_bytes(folder.seals_file.read_bytes() + seal + b"\n")


def drop_all_seals(folder: LedgerFolder) -> None:
    folder.seals_file.write_bytes(b"")


def take_seals_of_another_ledger(folder: LedgerFolder) -> None:
    other = end(folder).head
    seal = seal_line(LedgerSeal(type(other)(other.count, "0" * 64), 1), folder.key())
    folder.seals_file.write_bytes(seal + b"\n")


@pytest.mark.parametrize(
    "attack",
    [
        drop_last_record,
        cut_last_record_in_two,
        drop_all_records,
        drop_the_file,
        edit_last_record,
        add_a_record_of_another_key,
        add_a_genuine_record_again,
        forge_the_last_seal,
        drop_all_seals,
        take_seals_of_another_ledger,
    ],
)
def test_nothing_is_added_to_a_ledger_that_was_changed(
    folder: LedgerFolder, attack: Callable[[LedgerFolder], None]
) -> None:
    assert end(folder).head.count == COUNT, "the control: it opens before"
    attack(folder)
    with pytest.raises(LedgerBroken):
        end(folder)


def test_record_that_was_not_sealed_yet_is_kept(folder: LedgerFolder) -> None:
    folder.seals_file.write_bytes(b"".join(lines(folder.seals_file)[:-2]))
    assert end(folder).head == require_whole(folder.path)
    assert end(folder).head.count == COUNT


def test_torn_line_is_cut_off_with_notice(folder: LedgerFolder) -> None:
    whole = folder.segment(1).read_bytes()
    folder.segment(1).write_bytes(whole + b'{"args":')
    assert end(folder).torn == b'{"args":'
    assert folder.segment(1).read_bytes() == whole
    assert end(folder).torn == b""


def test_torn_seal_is_cut_off_as_well(folder: LedgerFolder) -> None:
    whole = folder.seals_file.read_bytes()
    folder.seals_file.write_bytes(whole + b"\0" * 50)
    assert end(folder).head.count == COUNT
    assert folder.seals_file.read_bytes() == whole


def test_new_part_without_a_line_is_no_break(folder: LedgerFolder) -> None:
    folder.segment(2).write_bytes(b'{"ar')
    tail = end(folder)
    assert (tail.segment, tail.size, tail.head.count) == (2, 0, COUNT)


def test_known_end_is_reached_from_before(folder: LedgerFolder) -> None:
    known = end(folder)
    assert catch_up(folder, folder.key(), known) == known
    fill(folder.path, 3, segment_bytes=1)
    found = catch_up(folder, folder.key(), known)
    assert (found.head.count, found.segment) == (COUNT + 3, 4)
    assert found.head == require_whole(folder.path)


def test_state_put_back_while_it_is_open_is_found(folder: LedgerFolder) -> None:
    known = end(folder)
    folder.segment(1).write_bytes(b"".join(lines(folder.segment(1))[:-1]))
    folder.seals_file.write_bytes(b"".join(lines(folder.seals_file)[:-1]))
    assert end(folder).head.count == COUNT - 1, "the control: a fresh look cannot know"
    with pytest.raises(LedgerBroken, match="missing"):
        catch_up(folder, folder.key(), known)
