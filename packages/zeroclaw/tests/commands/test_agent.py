"""The agent command explains itself before it loads anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.agent import agent

HEAVY = ("trio", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_help_has_examples_and_exit_codes() -> None:
    text = CliRunner().invoke(agent, ["--help"]).output
    assert 'zeroclaw agent -m "What is in this workspace?"' in text
    assert "zeroclaw agent --local -m" in text
    assert "130 cancelled" in text


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.agent; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
