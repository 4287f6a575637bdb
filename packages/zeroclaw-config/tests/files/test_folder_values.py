"""A folder is read as a value or refused; a broken one hides none of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from zeroclaw_config import InvalidAgentFile, Problem
from zeroclaw_config.files.folder import Folder
from zeroclaw_config.files.folder_values import value_of, values_in


def name_of(_folder: Folder, name: str) -> str | tuple[Problem, ...]:
    if name.startswith("bad"):
        return (Problem(name, None, "the folder", "is bad"),)
    return name.upper()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("one", "bad_one", "two"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_folder_gives_its_value(root: Path) -> None:
    assert value_of(root / "one", name_of) == "ONE"


@pytest.mark.parametrize(
    ("name", "said"), [("bad_one", "the folder is bad."), ("three", "does not exist")]
)
def test_folder_without_a_value_is_refused(root: Path, name: str, said: str) -> None:
    with pytest.raises(InvalidAgentFile, match=said):
        value_of(root / name, name_of)


def test_broken_folder_hides_none_of_the_others(root: Path) -> None:
    values, problems = values_in(root, name_of)
    assert sorted(values) == ["ONE", "TWO"]
    assert [problem.file for problem in problems] == ["bad_one"]


def test_no_folder_at_all_has_no_values(tmp_path: Path) -> None:
    assert values_in(tmp_path / "none", name_of) == ((), ())
