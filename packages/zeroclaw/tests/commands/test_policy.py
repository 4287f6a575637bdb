"""The command about policies explains itself before it loads anything."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from zeroclaw.commands.policy import policy

HEAVY = ("trio", "attrs", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_group_alone_lists_what_it_can_do() -> None:
    shown = CliRunner().invoke(policy, []).output
    assert "check" in shown
    assert "Examples:" in shown


def test_help_has_examples_with_exit_codes() -> None:
    shown = CliRunner().invoke(policy, ["check", "--help"]).output
    assert "zeroclaw policy check -- git status" in shown
    assert "Exit codes: 0" in shown


def test_check_without_a_command_is_wrong_usage() -> None:
    assert CliRunner().invoke(policy, ["check"]).exit_code == 2


def test_module_of_the_command_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.policy; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
