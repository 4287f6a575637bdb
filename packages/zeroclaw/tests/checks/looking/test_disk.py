"""A probe that is written to the disk leaves nothing behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from zeroclaw.checks.looking.disk import look_at_disk
from zeroclaw.home import Home


def test_probe_leaves_nothing_in_the_home(tmp_path: Path) -> None:
    facts = look_at_disk(Home(tmp_path))
    assert facts.problem is None
    assert facts.free is not None
    assert facts.free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)
    assert list(tmp_path.iterdir()) == []


def test_missing_home_is_looked_for_above_without_making_it(tmp_path: Path) -> None:
    facts = look_at_disk(Home(tmp_path / "a" / "b"))
    assert (facts.folder, facts.is_missing, facts.problem) == (str(tmp_path), True, None)
    assert list(tmp_path.iterdir()) == []


def test_home_that_is_a_file_is_a_problem(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    assert look_at_disk(Home(home)).problem == "Not a directory"
