"""The newest calls are shown for people or programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from audited_homes import DRAFT, audited, fill_home

from zeroclaw.auditing.selecting import Wanted
from zeroclaw.auditing.showing import run
from zeroclaw_memory.ledger.chain_file import ChainFile


def show(home: Path, wanted: Wanted = Wanted(), *, most: int = 50, as_json: bool = False) -> int:
    return run(wanted, audited(home), most=most, as_json=as_json, debug=False)


def test_each_call_is_one_line_with_its_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    fill_home(tmp_path)
    assert show(tmp_path) == 0
    rows = capfd.readouterr().out.splitlines()
    assert len(rows) == 4
    assert rows[2].endswith("main   shell   denied (readonly)")
    assert rows[3].endswith("other  search  done               found 3")


def test_last_ones_are_those_that_are_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    fill_home(tmp_path)
    assert show(tmp_path, most=2, as_json=True) == 0
    assert [each["seq"] for each in json.loads(capfd.readouterr().out)] == [3, 4]


def test_nothing_that_fits_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fill_home(tmp_path)
    assert show(tmp_path, Wanted(tool="none")) == 0
    assert "No record fits" in capfd.readouterr().err


def test_home_without_a_ledger_has_an_empty_list(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert show(tmp_path, as_json=True) == 0
    shown = capfd.readouterr()
    assert json.loads(shown.out) == []
    assert "no ledger" in shown.err


def test_foreign_line_makes_it_fail(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = fill_home(tmp_path)
    folder.segment(1).write_bytes(folder.segment(1).read_bytes() + b"x\n")
    assert show(tmp_path) == 1
    assert "1 line was left out" in capfd.readouterr().err


def test_name_that_a_terminal_would_obey_is_spelled_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hostile = evolve(DRAFT, tool="\x1b[2J\nfake", scope="\u202eevil", rule="\x9b")
    chain = ChainFile(fill_home(tmp_path))
    assert chain.commit([hostile]) is not None
    assert show(tmp_path, most=1) == 0
    out = capfd.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\x9b" not in out
