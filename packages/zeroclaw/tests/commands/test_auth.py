"""The command about logins offers what it should."""

from __future__ import annotations

from click.testing import CliRunner

from zeroclaw.commands.auth import auth


def test_help_lists_what_can_be_done_with_logins() -> None:
    shown = CliRunner().invoke(auth, ["--help"])
    assert shown.exit_code == 0
    for command in ("login", "list", "logout"):
        assert f"\n  {command} " in shown.output


def test_every_command_about_logins_tells_its_exit_codes() -> None:
    for command in auth.commands:
        shown = CliRunner().invoke(auth, [command, "--help"])
        assert "Exit codes: 0 " in shown.output
