"""Records are picked by what they say; foreign lines are never among them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from audited_homes import DRAFT, fill_home

from zeroclaw.auditing.selecting import Selected, Wanted
from zeroclaw.errors import WrongUsage
from zeroclaw.home import Home
from zeroclaw_memory.ledger.reading import copy_of_ledger


def picked(home: Path, wanted: Wanted) -> list[int]:
    copy = copy_of_ledger(Home(home).ledger)
    assert copy is not None
    return [record.seq for record, _ in Selected.of(copy, wanted)]


@pytest.mark.parametrize(
    ("wanted", "seqs"),
    [
        (Wanted(), [1, 2, 3, 4]),
        (Wanted(session="main"), [1, 2, 3]),
        (Wanted(tool="read"), [1, 2]),
        (Wanted(only_denied=True), [3]),
        (Wanted(since="2000-01-01"), [1, 2, 3, 4]),
        (Wanted(since="2099-01-01T00:00Z"), []),
        (Wanted(session="other", tool="read"), []),
        (Wanted(tool="rea"), []),
    ],
)
def test_each_filter_takes_what_it_says(tmp_path: Path, wanted: Wanted, seqs: list[int]) -> None:
    fill_home(tmp_path)
    assert picked(tmp_path, wanted) == seqs


def test_time_with_a_zone_is_exact(tmp_path: Path) -> None:
    fill_home(tmp_path)
    third = datetime.fromtimestamp(DRAFT.ts_ms / 1000 + 120, timezone(timedelta(hours=5)))
    assert picked(tmp_path, Wanted(since=third.isoformat())) == [3, 4]
    assert picked(tmp_path, Wanted(since=(third + timedelta(seconds=1)).isoformat())) == [4]


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "12", "2026-11-30 25:00"])
def test_time_that_is_none_is_wrong_usage(text: str) -> None:
    with pytest.raises(WrongUsage, match="no time"):
        Wanted(since=text).since_ms()


def test_line_of_somebody_else_is_counted_but_left_out(tmp_path: Path) -> None:
    folder = fill_home(tmp_path)
    part = folder.segment(1)
    part.write_bytes(part.read_bytes().replace(b'"shell"', b'"chess"') + b"rubbish\n")
    copy = copy_of_ledger(folder.path)
    assert copy is not None
    selected = Selected.of(copy, Wanted())
    assert [record.seq for record, _ in selected] == [1, 2, 4]
    assert selected.foreign == 2
