"""The export has each wanted record, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from audited_homes import audited, fill_home

from zeroclaw.auditing.exporting import run
from zeroclaw.auditing.selecting import Wanted


def test_export_is_the_ledger_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = fill_home(tmp_path)
    assert run(Wanted(), audited(tmp_path), debug=False) == 0
    assert capfd.readouterr().out.encode() == folder.segment(1).read_bytes()


def test_export_follows_the_filters(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fill_home(tmp_path)
    assert run(Wanted(only_denied=True), audited(tmp_path), debug=False) == 0
    (row,) = capfd.readouterr().out.splitlines()
    assert json.loads(row)["rule"] == "readonly"


def test_foreign_line_is_not_exported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = fill_home(tmp_path)
    folder.segment(1).write_bytes(b"x\n" + folder.segment(1).read_bytes())
    assert run(Wanted(), audited(tmp_path), debug=False) == 1
    assert len(capfd.readouterr().out.splitlines()) == 4


def test_home_without_a_ledger_exports_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(Wanted(), audited(tmp_path), debug=False) == 0
    assert capfd.readouterr().out == ""


def test_wrong_time_is_wrong_usage(tmp_path: Path) -> None:
    fill_home(tmp_path)
    assert run(Wanted(since="soon"), audited(tmp_path), debug=False) == 2
