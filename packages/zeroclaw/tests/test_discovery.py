"""What is installed is found without importing it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points as slow_entry_points
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.discovery import EntryPoint, entry_points, parse_entry_points
from zeroclaw.errors import EntryPointBroken

TABLE = """
[console_scripts]
tool = tool.main:main

[zeroclaw.tools]
core = some_tools.factory:core
# an old one
; another
extra = some_tools.more:extra [shell]
broken
empty =
"""


def distribution(folder: Path, name: str, table: str) -> None:
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir(parents=True)
    (place / "entry_points.txt").write_text(table, encoding="utf-8")


def test_table_gives_each_entry_with_its_group() -> None:
    assert list(parse_entry_points(TABLE)) == [
        EntryPoint("console_scripts", "tool", "tool.main", "main"),
        EntryPoint("zeroclaw.tools", "core", "some_tools.factory", "core"),
        EntryPoint("zeroclaw.tools", "extra", "some_tools.more", "extra"),
    ]


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    for entry in parse_entry_points(text):
        assert entry.module
        assert entry.attribute


@pytest.mark.parametrize(
    "group", ["zeroclaw.commands", "zeroclaw.providers", "zeroclaw.tools", "pytest11"]
)
def test_agrees_with_the_standard_library_about_what_is_installed(group: str) -> None:
    expected = {entry.name: entry.value for entry in slow_entry_points(group=group)}
    found = {name: f"{e.module}:{e.attribute}" for name, e in entry_points(group).items()}
    ours = {name: value for name, value in expected.items() if ":" in value}
    assert found == ours
    assert group == "pytest11" or found


def test_first_copy_of_a_distribution_counts(tmp_path: Path) -> None:
    distribution(tmp_path / "a", "some_tools", "[g]\nx = new:x")
    distribution(tmp_path / "b", "some_tools", "[g]\nx = old:x")
    places = [str(tmp_path / "a"), str(tmp_path / "b")]
    assert entry_points("g", places)["x"].module == "new"
    assert entry_points("g", places[::-1])["x"].module == "old"


def test_name_claimed_by_two_distributions_is_refused(tmp_path: Path) -> None:
    distribution(tmp_path, "one", "[g]\nx = one:x")
    distribution(tmp_path, "two", "[g]\nx = two:x")
    with pytest.raises(EntryPointBroken, match="both one and two"):
        entry_points("g", [str(tmp_path)])


def test_folder_one_happens_to_be_in_offers_nothing(tmp_path: Path) -> None:
    distribution(tmp_path, "evil", "[zeroclaw.tools]\ncore = evil:core")
    script = (
        "from zeroclaw.discovery import entry_points; "
        "print(entry_points('zeroclaw.tools')['core'].module)"
    )
    for place in ("", "."):
        code = f"import sys; sys.path.insert(0, {place!r}); {script}"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "zeroclaw_tools.factory"


def test_control_folder_on_the_path_does_offer_its_own(tmp_path: Path) -> None:
    distribution(tmp_path, "evil", "[zeroclaw.tools]\ncore = evil:core")
    assert entry_points("zeroclaw.tools", [str(tmp_path)])["core"].module == "evil"


@pytest.mark.parametrize(
    ("module", "attribute"), [("no_such_module", "x"), ("zeroclaw.home", "nothing")]
)
def test_entry_that_cannot_be_loaded_says_which(module: str, attribute: str) -> None:
    with pytest.raises(EntryPointBroken, match="the_name"):
        EntryPoint("the_group", "the_name", module, attribute).load()


def test_entry_loads_what_it_names() -> None:
    assert EntryPoint("g", "n", "zeroclaw.discovery", "EntryPoint").load() is EntryPoint
