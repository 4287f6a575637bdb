"""The command about secrets offers what it should."""

from __future__ import annotations

from click.testing import CliRunner

from zeroclaw.commands.secrets import secrets


def test_help_lists_what_can_be_done_with_secrets() -> None:
    shown = CliRunner().invoke(secrets, ["--help"])
    assert shown.exit_code == 0
    for command in ("set", "list", "remove", "rotate-key"):
        assert f"\n  {command} " in shown.output


def test_every_command_tells_its_exit_codes() -> None:
    for command in secrets.commands:
        shown = CliRunner().invoke(secrets, [command, "--help"])
        assert "Exit codes: 0 " in shown.output


def test_value_on_the_command_line_is_refused_unquoted() -> None:
    shown = CliRunner().invoke(secrets, ["set", "a.b", "sk-planted", "sk-more"])
    assert shown.exit_code != 0
    assert "sk-" not in shown.output
