"""The command about the ledger offers what it should."""

from __future__ import annotations

from click.testing import CliRunner

from zeroclaw.commands.audit import audit


def test_help_lists_what_can_be_done_with_the_ledger() -> None:
    shown = CliRunner().invoke(audit, ["--help"])
    assert shown.exit_code == 0
    for command in ("verify", "show", "export"):
        assert f"\n  {command} " in shown.output


def test_every_command_tells_its_exit_codes() -> None:
    for command in audit.commands:
        shown = CliRunner().invoke(audit, [command, "--help"])
        assert "Exit codes: 0 " in shown.output


def test_count_beyond_reason_is_refused() -> None:
    assert CliRunner().invoke(audit, ["show", "--last", "0"]).exit_code == 2
