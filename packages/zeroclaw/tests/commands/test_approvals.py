"""The commands about approvals offer what they should."""

from __future__ import annotations

import json
from pathlib import Path

from approval_homes import approval, environment, given
from click.testing import CliRunner, Result

from zeroclaw.commands.approvals import approvals
from zeroclaw_api.approvals import SamePath


def invoke(root: Path, *words: str) -> Result:
    return CliRunner(env=environment(root)).invoke(approvals, words)


def test_help_lists_what_can_be_done_with_approvals() -> None:
    shown = CliRunner().invoke(approvals, ["--help"])
    assert shown.exit_code == 0
    for command in ("list", "revoke"):
        assert f"\n  {command} " in shown.output


def test_every_command_about_approvals_tells_its_exit_codes() -> None:
    for command in approvals.commands:
        shown = CliRunner().invoke(approvals, [command, "--help"])
        assert "Exit codes: 0 " in shown.output


def test_listed_ids_can_be_revoked(tmp_path: Path) -> None:
    file = given(tmp_path, approval(), approval(SamePath("/a"), "other"))
    listed = invoke(tmp_path, "list", "--json")
    ids = [form["id"] for form in json.loads(listed.stdout)]
    assert invoke(tmp_path, "revoke", ids[0]).exit_code == 0
    assert [form["id"] for form in json.loads(invoke(tmp_path, "list", "--json").stdout)] == ids[1:]
    assert invoke(tmp_path, "revoke", "--all", "-a", "other", "--yes").exit_code == 0
    assert file.read() == ()


def test_options_that_take_a_value_do_not_take_a_flag(tmp_path: Path) -> None:
    file = given(tmp_path, approval())
    assert invoke(tmp_path, "revoke", "--all", "-a", "--yes").exit_code == 2
    assert invoke(tmp_path, "revoke").exit_code == 2
    assert len(file.read()) == 1
