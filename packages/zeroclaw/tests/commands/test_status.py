"""The command that tells what is configured explains itself before it loads anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.status import status

HEAVY = ("trio", "attrs", "pydantic", "httpcore", "sqlalchemy", "zeroclaw_runtime")


def test_help_has_examples_with_exit_codes() -> None:
    shown = CliRunner().invoke(status, ["--help"]).output
    assert "zeroclaw status --json" in shown
    assert "Exit codes: 0 the config can be used, 1 it cannot" in shown


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.status; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_telling_the_status_loads_neither_network_nor_database_library() -> None:
    heavy = ("httpcore", "sqlalchemy", "alembic", "cryptography", "rich.console")
    code = (
        "import sys, zeroclaw.checks.status; "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
