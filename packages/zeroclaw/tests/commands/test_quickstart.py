"""The quickstart command explains itself before it loads anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.quickstart import quickstart

HEAVY = ("trio", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime", "zeroclaw_config")


def test_help_has_examples_and_exit_codes() -> None:
    text = CliRunner().invoke(quickstart, ["--help"]).output
    assert "zeroclaw quickstart --local --yes" in text
    assert "130 cancelled" in text


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.quickstart; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_preset_is_wrong_usage() -> None:
    done = CliRunner().invoke(quickstart, ["--preset", "reckless"])
    assert done.exit_code == 2
    assert "supervised" in done.output
