"""The commands about the configuration explain themselves before they load anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from config_homes import ConfigHome

from zeroclaw.commands.config import config
from zeroclaw.commands.group import group

HEAVY = ("attrs", "trio", "pydantic", "tomlkit", "zeroclaw_config", "zeroclaw.words")
COMMANDS = (
    *("path", "list", "get", "set", "unset", "patch", "validate", "schema", "docs", "migrate"),
    *("alias add", "alias rename", "alias remove"),
)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_says_what_it_does(name: str) -> None:
    done = CliRunner().invoke(config, [*name.split(), "--help"])
    assert done.exit_code == 0
    assert "Usage: config" in done.output


def test_group_lists_its_exit_codes_with_examples() -> None:
    shown = CliRunner().invoke(group, ["config", "--help"]).output
    assert "zeroclaw config get agents.main.model_provider" in shown
    assert "130 cancelled" in shown


def test_module_of_the_config_commands_loads_nothing_heavy() -> None:
    code = (
        "import sys, zeroclaw.commands.config; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def completed(home: Path, words: str, number: int) -> list[str]:
    variables = {
        "COMP_WORDS": words,
        "COMP_CWORD": str(number),
        "_ZEROCLAW_COMPLETE": "bash_complete",
        "ZEROCLAW_HOME": str(home),
    }
    with CliRunner().isolation(env=variables) as (out, _, _):
        with pytest.raises(SystemExit):
            group.main([], prog_name="zeroclaw")
        return [line.partition(",")[2] for line in out.getvalue().decode().splitlines()]


def test_shell_completes_keys_that_nobody_wrote_yet(tmp_path: Path) -> None:
    ConfigHome(tmp_path).write()
    found = completed(tmp_path, "zeroclaw config get agents.", 3)
    assert found == [
        "agents.main.model_provider",
        "agents.main.risk_profile",
        "agents.main.runtime_profile",
    ]


def test_shell_completes_aliases_of_the_table_before_them(tmp_path: Path) -> None:
    ConfigHome(tmp_path).write()
    words = "zeroclaw config alias rename providers.models.custom h"
    assert completed(tmp_path, words, 5) == ["home"]
    assert completed(tmp_path, "zeroclaw config alias rename ag", 4) == ["agents"]
