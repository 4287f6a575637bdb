"""Commits to the files of a ledger: whole or not at all, over parts, processes, full disks."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ledger_files import calls, draft, fill, require_whole

from zeroclaw_api.ledger import parse_record
from zeroclaw_memory.errors import LedgerBroken, LedgerUnusable
from zeroclaw_memory.ledger.chain_file import ChainFile
from zeroclaw_memory.ledger.folder import LedgerFolder
from zeroclaw_memory.ledger.reading import copy_of_ledger

APPEND = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from ledger_files import draft
from zeroclaw_memory.ledger.chain_file import ChainFile
from zeroclaw_memory.ledger.folder import LedgerFolder
chain = ChainFile(LedgerFolder(Path(sys.argv[1])), 4_000)
for number in range(int(sys.argv[3])):
    while chain.commit([draft(number, sys.argv[4])]) is None:
        pass
    print(number, flush=True)
"""


def appending(path: Path, count: int, scope: str) -> subprocess.Popen[str]:
    here = str(Path(__file__).parent.parent)
    command = [sys.executable, "-c", APPEND, str(path), here, str(count), scope]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """A disk that is full, as far as this process can tell."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_commit_of_several_is_one_chain(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 2)
    records = chain.commit([draft(3), draft(4)])
    assert records is not None
    assert [record.seq for record in records] == [3, 4]
    assert require_whole(tmp_path / "l").count == 4


def test_rotation_keeps_the_chain_over_its_parts(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 12, segment_bytes=900)
    assert len(chain.folder.segments()) > 2
    assert calls(tmp_path / "l") == list(range(1, 13))
    assert require_whole(tmp_path / "l").count == 12
    first_of_second = chain.folder.segment(2).read_bytes().splitlines()[0]
    assert parse_record(first_of_second, chain.folder.key()).seq > 1


def test_rotation_keeps_few_seals(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 30, segment_bytes=900)
    assert len(chain.folder.seals_file.read_bytes().splitlines()) < 6


def test_writer_that_comes_later_goes_on(tmp_path: Path) -> None:
    fill(tmp_path / "l", 3).close()
    fill(tmp_path / "l", 2).close()
    assert calls(tmp_path / "l") == [1, 2, 3, 1, 2]
    assert require_whole(tmp_path / "l").count == 5


def test_two_writers_in_turn_make_one_chain(tmp_path: Path) -> None:
    writers = [ChainFile(LedgerFolder(tmp_path / "l"), 2_000) for _ in range(2)]
    for number in range(20):
        assert writers[number % 2].commit([draft(number)]) is not None
    assert calls(tmp_path / "l") == list(range(20))
    assert require_whole(tmp_path / "l").count == 20


def test_locked_ledger_is_not_written(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 1)
    with chain.folder.locked():
        assert chain.commit([draft(2)]) is None
    assert calls(tmp_path / "l") == [1]


def test_processes_side_by_side_do_not_fork_the_chain(tmp_path: Path) -> None:
    with appending(tmp_path / "l", 60, "a") as one, appending(tmp_path / "l", 60, "b") as other:
        assert one.wait(30) == other.wait(30) == 0
    assert require_whole(tmp_path / "l").count == 120
    assert sorted(calls(tmp_path / "l")) == sorted([*range(60)] * 2)


def test_killed_process_loses_nothing_that_it_was_told_of(tmp_path: Path) -> None:
    for seconds in range(3):
        with appending(tmp_path / "l", 10_000, f"k{seconds}") as child:
            assert child.stdout is not None
            told = [child.stdout.readline() for _ in range(20 + 7 * seconds)]
            child.send_signal(signal.SIGKILL)
            told += child.stdout.readlines()
        chain = ChainFile(LedgerFolder(tmp_path / "l"))
        assert chain.commit([draft(0, "after")]) is not None
        copy = copy_of_ledger(tmp_path / "l")
        assert copy is not None
        kept = [parse_record(line, copy.key).draft for line in copy.lines()]
        mine = [each.call_id for each in kept if each.scope == f"k{seconds}"]
        assert mine == list(range(len(mine)))
        assert len(mine) >= len([line for line in told if line.endswith("\n")])
        require_whole(tmp_path / "l")


def test_torn_line_is_told_in_the_ledger_itself(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 2)
    part = chain.folder.segment(1)
    part.write_bytes(part.read_bytes() + b'{"args":"')
    records = ChainFile(chain.folder).commit([draft(3)])
    assert records is not None
    assert [record.draft.call_id for record in records] == [3]
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    told = [parse_record(line, None).draft for line in copy.lines()][2]
    assert (told.tool, told.rule, told.count) == ("ledger", "torn_line_cut", 9)
    assert require_whole(tmp_path / "l").count == 4


def test_full_disk_is_a_clear_error_with_nothing_half_written(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 3)
    before = chain.folder.segment(1).read_bytes()
    with (
        files_no_larger_than(len(before) + 40),
        pytest.raises(LedgerUnusable, match="Cannot write"),
    ):
        chain.commit([draft(4)])
    assert chain.folder.segment(1).read_bytes() == before
    assert chain.commit([draft(5)]) is not None
    assert calls(tmp_path / "l") == [1, 2, 3, 5]
    require_whole(tmp_path / "l")


def test_record_that_cannot_be_sealed_is_taken_back(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 3)
    before = chain.folder.segment(1).read_bytes()
    seals = chain.folder.seals_file
    kept = seals.rename(seals.with_suffix(".kept"))
    seals.mkdir()
    with pytest.raises(LedgerUnusable):
        chain.commit([draft(4)])
    assert chain.folder.segment(1).read_bytes() == before
    seals.rmdir()
    kept.rename(seals)
    assert chain.commit([draft(5)]) is not None
    require_whole(tmp_path / "l")


def test_changed_ledger_gets_no_more_records(tmp_path: Path) -> None:
    chain = fill(tmp_path / "l", 3)
    part = chain.folder.segment(1)
    part.write_bytes(b"".join(part.read_bytes().splitlines(keepends=True)[:2]))
    for writer in (chain, ChainFile(chain.folder)):
        with pytest.raises(LedgerBroken, match="audit verify"):
            writer.commit([draft(4)])


def test_closing_what_was_never_used_is_nothing(tmp_path: Path) -> None:
    ChainFile(LedgerFolder(tmp_path / "none")).close()
    assert not (tmp_path / "none").exists()
