"""The commands about codes offer what they should."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from otp_homes import code_now, enrolled, home_of

from zeroclaw.commands.otp import otp


def test_help_lists_what_can_be_done_with_codes() -> None:
    shown = CliRunner().invoke(otp, ["--help"])
    assert shown.exit_code == 0
    for command in ("enroll", "status", "verify", "disable"):
        assert f"\n  {command} " in shown.output


def test_every_command_about_codes_tells_its_exit_codes() -> None:
    for command in otp.commands:
        shown = CliRunner().invoke(otp, [command, "--help"])
        assert "Exit codes: 0 " in shown.output


def test_codes_are_read_from_a_pipe(tmp_path: Path) -> None:
    enrolled(tmp_path)
    runner = CliRunner(env=home_of(tmp_path))
    done = runner.invoke(otp, ["verify", "--json"], input=f"{code_now()}\n")
    assert (done.exit_code, json.loads(done.stdout)["accepted"]) == (0, True)
    done = runner.invoke(otp, ["disable"], input=f"{code_now(1)}\n")
    assert done.exit_code == 0
    done = runner.invoke(otp, ["status", "--json"])
    assert json.loads(done.stdout)["enrolled"] is False
    done = runner.invoke(otp, ["enroll", "--json"], input="no code\n")
    assert done.exit_code == 2
