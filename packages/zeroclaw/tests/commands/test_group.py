"""The root of the command line lists what is installed."""

from __future__ import annotations

from click.testing import CliRunner

from zeroclaw.commands.group import group
from zeroclaw.version import VERSION


def test_help_lists_every_command_with_what_it_does() -> None:
    done = CliRunner().invoke(group, ["--help"])
    assert done.exit_code == 0
    assert "agent        Chat with an agent" in done.output
    assert "completions  Print" in done.output


def test_version_is_told_wherever_it_is_asked() -> None:
    assert CliRunner().invoke(group, ["--version"]).output == f"zeroclaw {VERSION}\n"


def test_unknown_command_is_wrong_usage() -> None:
    done = CliRunner().invoke(group, ["agnet"])
    assert done.exit_code == 2
    assert "No such command 'agnet'" in done.output
