"""Every shell gets a script that asks this command for completions."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from zeroclaw.commands.group import group


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_asks_the_command_itself(shell: str) -> None:
    done = CliRunner().invoke(group, ["completions", shell])
    assert done.exit_code == 0
    assert f"_ZEROCLAW_COMPLETE={shell}_complete" in done.output


def test_unknown_shell_is_wrong_usage() -> None:
    done = CliRunner().invoke(group, ["completions", "tcsh"])
    assert done.exit_code == 2
    assert "bash" in done.output
