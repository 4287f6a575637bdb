"""Tests that the threat model, which is written by hand, names tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "threat-model.md"
FOLDERS = {
    "runtime": ROOT / "packages/zeroclaw-runtime/tests",
    "command": ROOT / "packages/zeroclaw/tests",
    "integration": ROOT / "tests-integration",
}
NAMED = re.compile(r"`(\w+)/([\w/]+\.py)::(\w+)`")
HEADER = "| promise | layer | attacked by | control |"


@cache
def names_in(file: Path) -> frozenset[str]:
    """The names of the tests in a file; none where there is no such file."""
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


def missing(page: str) -> list[str]:
    """The named tests that do not exist."""
    return [
        f"{folder}/{file}::{name}"
        for folder, file, name in NAMED.findall(page)
        if folder not in FOLDERS or name not in names_in(FOLDERS[folder] / file)
    ]


def promises(page: str) -> list[list[str]]:
    """The cells of each row of the tables of promises."""
    rows: list[list[str]] = []
    for table in page.split(HEADER)[1:]:
        lines = table.lstrip("\n").partition("\n\n")[0].splitlines()[1:]
        rows += [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return rows


def unproven(page: str) -> list[str]:
    """The promises that no test attacks, or whose attack has no control."""
    return [
        row[0]
        for row in promises(page)
        if len(row) != 4 or not NAMED.search(row[2]) or not NAMED.search(row[3])
    ]


def test_every_test_that_the_page_names_exists() -> None:
    assert missing(PAGE.read_text(encoding="utf-8")) == []


def test_every_promise_has_an_attack_with_a_control() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert promises(page)
    assert unproven(page) == []


def test_everything_with_two_colons_is_read_as_a_test() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = [row for row in re.findall(r"`([^`]*::[^`]*)`", page) if row != "file::test"]
    assert len(told) == len(NAMED.findall(page))


def test_control_a_name_that_does_not_exist_is_found() -> None:
    here = "`runtime/security/test_gate.py::test_stages_come_in_their_order`"
    gone = "`runtime/security/test_gate.py::test_no_such_thing_is_tested`"
    elsewhere = "`runtime/security/test_nowhere.py::test_stages_come_in_their_order`"
    assert missing(here) == []
    assert missing(f"{gone} {elsewhere}") == [gone.strip("`"), elsewhere.strip("`")]


def test_control_a_promise_without_a_control_is_found() -> None:
    test = "`runtime/security/test_gate.py::test_stages_come_in_their_order`"
    page = f"{HEADER}\n|---|---|---|---|\n| one | x | {test} | {test} |\n| two | x | {test} | |\n"
    assert [row[0] for row in promises(page)] == ["one", "two"]
    assert unproven(page) == ["two"]
