"""An edit is refused for what it makes wrong, not for what was wrong before."""

from __future__ import annotations

from pathlib import Path

import pytest
from secret_homes import write

from zeroclaw.configuring.keys import KeyPath
from zeroclaw.sealing.judging import Judge
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import InvalidConfig
from zeroclaw_config.editing.config_file import read_document

PATH: KeyPath = ("providers", "models", "custom", "home", "uri")


def judge(home: Path) -> Judge:
    """One that takes its key from a home."""
    return Judge(home / ".secret_key", {}, installed_families())


def test_new_problem_refuses_the_edit(tmp_path: Path) -> None:
    before = read_document(write(tmp_path))
    with pytest.raises(InvalidConfig) as caught:
        judge(tmp_path).require_no_worse(before, before.set(PATH, "nowhere"), PATH)
    assert [problem.key for problem in caught.value.problems] == [".".join(map(str, PATH))]


def test_old_problem_lets_the_edit_pass(tmp_path: Path) -> None:
    before = read_document(write(tmp_path)).set(PATH, "nowhere")
    path = ("providers", "models", "custom", "home", "api_key")
    assert judge(tmp_path).require_no_worse(before, before.set(path, "sk"), path) == ()


def test_rest_of_a_new_table_is_returned_as_missing(tmp_path: Path) -> None:
    before = read_document(write(tmp_path))
    path = ("providers", "models", "custom", "new", "api_key")
    missing = judge(tmp_path).require_no_worse(before, before.set(path, "sk"), path)
    assert {problem.what for problem in missing} == {"is missing"}
