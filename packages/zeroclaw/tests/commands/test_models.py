"""The commands about models explain themselves before they load anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.models import models

HEAVY = ("trio", "attrs", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_group_alone_lists_what_it_can_do() -> None:
    shown = CliRunner().invoke(models, []).output
    assert "fetch-bundled" in shown
    assert "Example:" in shown


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
