"""Families come from what is installed, each loaded when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from zeroclaw.discovery import entry_points
from zeroclaw.wiring.families import installed_families, table_factories
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_providers import CustomSettings

TABLE: Final = """
class Row:
    def __init__(self, name):
        self.name = name

    def settings_model(self):
        return str


families = {"alpha": Row("alpha"), "custom": Row("custom")}
"""
SHOW: Final = """
from zeroclaw.wiring.families import provider_factory
from zeroclaw.wiring.families import installed_families
families = installed_families()
print(families["alpha"]().__name__, provider_factory("alpha").name)
print(families["custom"]().__name__, type(provider_factory("custom")).__name__)
"""


def table(folder: Path, name: str, code: str) -> None:
    """Put a distribution with a table of families into a folder."""
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    text = f"[zeroclaw.provider_tables]\n{name} = {name}:families\n"
    (place / "entry_points.txt").write_text(text, encoding="utf-8")
    (folder / f"{name}.py").write_text(code, encoding="utf-8")


def shown(folder: Path) -> subprocess.CompletedProcess[str]:
    """What a process says that finds the distributions of the folder too."""
    script = f"import sys; sys.path.append({str(folder)!r}){SHOW}"
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )


def test_families_are_those_of_the_installed_distributions() -> None:
    direct, rows = entry_points(PROVIDER_GROUP).keys(), table_factories().keys()
    assert installed_families().keys() == direct | rows


def test_family_gives_its_own_settings_class() -> None:
    assert installed_families()["custom"]() is CustomSettings


def test_a_row_of_a_table_is_a_family_unless_one_has_that_name(tmp_path: Path) -> None:
    table(tmp_path, "some_table", TABLE)
    done = shown(tmp_path)
    assert done.stdout.splitlines() == ["str alpha", "CustomSettings CustomFactory"], done.stderr


def test_a_name_that_two_tables_claim_is_an_error(tmp_path: Path) -> None:
    table(tmp_path, "some_table", TABLE)
    table(tmp_path, "other_table", TABLE)
    done = shown(tmp_path)
    assert done.returncode == 1
    assert "both other_table and some_table claim it; uninstall one" in done.stderr


def test_a_table_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    table(tmp_path, "some_table", "families = {}[0]\n")
    done = shown(tmp_path)
    assert done.returncode == 1
    table(tmp_path, "no_table", "")
    assert "no_table" in shown(tmp_path).stderr
