"""The commands about models explain themselves before they load anything."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from zeroclaw.commands.models import models

HEAVY = ("trio", "attrs", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_group_alone_lists_what_it_can_do() -> None:
    shown = CliRunner().invoke(models, []).output
    assert all(name in shown for name in ("fetch-bundled", "info", "list", "refresh"))
    assert "Examples:" in shown


def test_fetching_explains_its_exit_codes_with_examples() -> None:
    shown = CliRunner().invoke(models, ["fetch-bundled", "--help"]).output
    assert "zeroclaw models fetch-bundled --yes" in shown
    assert "130 cancelled" in shown


def test_module_of_the_commands_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.models; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["list", "info", "refresh"])
def test_commands_about_what_is_known_have_examples(name: str) -> None:
    shown = CliRunner().invoke(models, [name, "--help"]).output
    assert f"zeroclaw models {name}" in shown
    assert "Exit codes: 0" in shown
