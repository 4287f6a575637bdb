"""The commands about providers explain themselves before they load anything."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from zeroclaw.commands.providers import providers

HEAVY = ("trio", "attrs", "pydantic", "httpx", "sqlalchemy", "zeroclaw_runtime")


def test_group_alone_lists_what_it_can_do() -> None:
    shown = CliRunner().invoke(providers, []).output
    assert all(name in shown for name in ("check", "list"))
    assert "Examples:" in shown


@pytest.mark.parametrize("name", ["check", "list"])
def test_each_command_has_examples_with_exit_codes(name: str) -> None:
    shown = CliRunner().invoke(providers, [name, "--help"]).output
    assert f"zeroclaw providers {name}" in shown
    assert "Exit codes: 0" in shown
    assert "130 cancelled" in shown


def test_help_says_that_asking_may_cost_something() -> None:
    shown = CliRunner().invoke(providers, ["check", "--help"]).output
    assert "fraction of a cent" in " ".join(shown.split())


@pytest.mark.parametrize("seconds", ["0", "-5", "3601", "soon", "nan"])
def test_time_that_makes_no_sense_is_wrong_usage(seconds: str) -> None:
    assert CliRunner().invoke(providers, ["check", f"--timeout={seconds}"]).exit_code == 2


def test_flag_is_not_taken_for_the_time() -> None:
    done = CliRunner().invoke(providers, ["check", "--timeout", "--json"])
    assert done.exit_code == 2
    assert "requires an argument" in done.stderr


def test_module_of_the_commands_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.providers; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
