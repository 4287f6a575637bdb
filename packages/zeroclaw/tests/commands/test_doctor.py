"""The command that examines explains itself before it loads anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.doctor import doctor

HEAVY = ("trio", "attrs", "pydantic", "httpcore", "sqlalchemy", "zeroclaw_runtime")


def test_help_has_examples_with_exit_codes() -> None:
    shown = CliRunner().invoke(doctor, ["--help"]).output
    assert "zeroclaw doctor --offline" in shown
    assert "Exit codes: 0 nothing is an error, 1 something is" in shown


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.doctor; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
