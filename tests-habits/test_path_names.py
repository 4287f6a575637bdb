"""Refuse names of paths that say nothing about what is in them."""

import re
from pathlib import Path

from source_tree import ROOT, Finding, files, unexcused, write_tree

EMPTY_WORDS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base", "shared"}


def empty_names(root: Path) -> list[Finding]:
    """Paths with a part that is, or ends in, a word that fits everything."""
    found = []
    for path in files(root):
        key = path.relative_to(root).as_posix()
        for part in Path(key).parts:
            last = re.split(r"[_-]", Path(part).stem.lower().rstrip("_"))[-1]
            if last in EMPTY_WORDS:
                found.append(Finding(key, f"{part!r} does not say what is in it"))
    return found


def test_every_path_says_what_is_in_it() -> None:
    assert unexcused(empty_names(ROOT), "path_names") == []


def test_control_empty_names_are_found(tmp_path: Path) -> None:
    bad = [
        "a/utils/x.py",
        "a/process_manager.py",
        "tests/test_helpers.py",
        "shared/x.md",
        "_base.py",
    ]
    good = ["limits/shared_budget.py", "database.py", "a/baseline.toml"]
    write_tree(tmp_path, dict.fromkeys([*bad, *good], ""))
    assert sorted(finding.key for finding in empty_names(tmp_path)) == sorted(bad)
