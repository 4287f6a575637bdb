"""The check of the ledger is right about it, in words as in its exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from audited_homes import audited, fill_home

from zeroclaw.auditing.verifying import run
from zeroclaw_memory.ledger.folder import LedgerFolder


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def edit(folder: LedgerFolder) -> None:
    part = folder.segment(1)
    part.write_bytes(part.read_bytes().replace(b'"shell"', b'"chess"'))


def remove(folder: LedgerFolder) -> None:
    part = folder.segment(1)
    part.write_bytes(b"".join([*lines(part)[:1], *lines(part)[2:]]))


def cut(folder: LedgerFolder) -> None:
    part = folder.segment(1)
    part.write_bytes(b"".join(lines(part)[:-1]))


def double(folder: LedgerFolder) -> None:
    part = folder.segment(1)
    part.write_bytes(part.read_bytes() + lines(part)[1])


def swap(folder: LedgerFolder) -> None:
    part = folder.segment(1)
    one, two, *more = lines(part)
    part.write_bytes(b"".join([two, one, *more]))


def strip_seals(folder: LedgerFolder) -> None:
    folder.seals_file.write_bytes(b"")


def check(home: Path, *, heads: tuple[str, ...] = (), as_json: bool = False) -> int:
    return run(audited(home), heads=heads, as_json=as_json, debug=False)


def test_whole_ledger_is_told_with_its_head(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    fill_home(tmp_path)
    assert check(tmp_path) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert first.endswith("is whole: 4 records.")
    head = second.rpartition(" ")[2]
    assert check(tmp_path, heads=(head,)) == 0


@pytest.mark.parametrize(
    ("attack", "says", "kind"),
    [
        (edit, "record 3 was edited", "edited"),
        (remove, "from record 2 on, records were removed", "missing"),
        (cut, "from record 4 on, the end was cut off", "truncated"),
        (double, "record 2 is there more than once", "duplicated"),
        (swap, "record 1 is not in its place", "reordered"),
        (strip_seals, "there is no valid seal", "no_seal"),
    ],
)
def test_every_attack_ends_with_one_in_words(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    attack: Callable[[LedgerFolder], None],
    says: str,
    kind: str,
) -> None:
    folder = fill_home(tmp_path)
    assert check(tmp_path) == 0, "the control: it is whole before"
    attack(folder)
    capfd.readouterr()
    assert check(tmp_path) == 1
    out = capfd.readouterr().out
    assert "BROKEN" in out
    assert says in out
    assert check(tmp_path, as_json=True) == 1
    form = json.loads(capfd.readouterr().out)
    assert not form["whole"]
    assert kind in [each["kind"] for each in form["breakages"]]


def test_earlier_state_fails_against_a_noted_head(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = fill_home(tmp_path)
    check(tmp_path, as_json=True)
    head = json.loads(capfd.readouterr().out)["head"]
    cut(folder)
    folder.seals_file.write_bytes(b"".join(lines(folder.seals_file)[:-1]))
    assert check(tmp_path) == 0, "the control: without the note it looks whole"
    assert check(tmp_path, heads=(head,)) == 1


def test_long_list_of_breakages_is_cut_for_people(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = fill_home(tmp_path)
    part = folder.segment(1)
    part.write_bytes(part.read_bytes() + b"x\n" * 30)
    assert check(tmp_path) == 1
    assert "and 10 more; --json lists them all" in capfd.readouterr().out


def test_unsealed_end_is_told_yet_whole(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = fill_home(tmp_path)
    folder.seals_file.write_bytes(b"".join(lines(folder.seals_file)[:-2]))
    assert check(tmp_path) == 0
    assert "2 records at its end are not sealed yet" in capfd.readouterr().out


def test_missing_ledger_is_no_success(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path) == 1
    assert "no ledger" in capfd.readouterr().err


def test_missing_key_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fill_home(tmp_path).key_file.unlink()
    assert check(tmp_path) == 1
    assert len(capfd.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("head", ["", "4", "4:abc", "x:" + "0" * 64, "-1:" + "0" * 64])
def test_head_that_is_none_is_wrong_usage(tmp_path: Path, head: str) -> None:
    fill_home(tmp_path)
    assert check(tmp_path, heads=(head,)) == 2


def test_check_changes_nothing_on_the_disk(tmp_path: Path) -> None:
    folder = fill_home(tmp_path)
    os.truncate(folder.segment(1), folder.segment(1).stat().st_size - 5)
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    assert check(tmp_path) == 1
    assert {path.name: path.read_bytes() for path in folder.path.iterdir()} == before
