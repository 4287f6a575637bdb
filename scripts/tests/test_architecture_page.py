"""Tests that the architecture page, which is written by hand, knows every room."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "architecture.md"
SOURCES = {
    "Rooms of the kernel": ROOT / "packages/zeroclaw-runtime/src/zeroclaw_runtime",
    "Rooms of the command": ROOT / "packages/zeroclaw/src/zeroclaw",
}


def named(page: str, title: str) -> set[str]:
    """The rooms in the table of one section of the page."""
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = (line.split("|")[1] for line in section.splitlines() if line.startswith("| `"))
    return {room for row in rows for room in re.findall(r"`(\w+)/`", row)}


def rooms(package: Path) -> set[str]:
    """The rooms that a package has."""
    return {file.parent.name for file in package.glob("*/__init__.py")}


@pytest.mark.parametrize("title", SOURCES)
def test_the_page_names_the_rooms_that_exist(title: str) -> None:
    assert named(PAGE.read_text(encoding="utf-8"), title) == rooms(SOURCES[title])


def test_control_rooms_come_from_their_own_section_only() -> None:
    page = "\n## One\n\n| `a/`, `b/` | with `c/` |\n\n## Two\n\n| `d/` | it |\n"
    assert named(page, "One") == {"a", "b"}
    assert named(page, "Two") == {"d"}
    assert named(page, "Three") == set()
    assert all(rooms(source) for source in SOURCES.values())
