"""The commands of the emergency stop offer what they should."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from otp_homes import home_of

from zeroclaw.commands.estop import estop

COMMANDS = ("kill-all", "network", "domains", "tools", "resume", "status")


def test_help_lists_what_can_be_stopped() -> None:
    shown = CliRunner().invoke(estop, ["--help"])
    assert shown.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in shown.output


def test_every_command_of_the_stop_tells_its_exit_codes() -> None:
    for command in estop.commands:
        shown = CliRunner().invoke(estop, [command, "--help"])
        assert "Exit codes: 0 " in shown.output


def run(root: Path, *words: str) -> dict[str, object]:
    done = CliRunner(env=home_of(root)).invoke(estop, [*words, "--json"])
    assert done.exit_code == 0, done.output
    form: dict[str, object] = json.loads(done.stdout)
    return form


def test_levels_add_up_until_each_is_taken_back(tmp_path: Path) -> None:
    run(tmp_path, "kill-all")
    run(tmp_path, "network")
    run(tmp_path, "domains", "b.invalid", "*.A.invalid", "b.invalid")
    form = run(tmp_path, "tools", "Shell")
    levels = [form[key] for key in ("kill_all", "network_kill", "blocked_domains", "frozen_tools")]
    assert levels == [True, True, ["a.invalid", "b.invalid"], ["shell"]]
    form = run(tmp_path, "resume")
    assert (form["kill_all"], form["network_kill"]) == (False, True)
    form = run(tmp_path, "resume", "--network", "--domain", "a.invalid", "--tool", "SHELL")
    assert (form["network_kill"], form["frozen_tools"]) == (False, [])
    assert form["blocked_domains"] == ["b.invalid"]
    assert run(tmp_path, "resume", "--domain", "b.invalid")["engaged"] is False
    assert run(tmp_path, "status")["engaged"] is False


def test_options_without_a_name_take_back_nothing(tmp_path: Path) -> None:
    run(tmp_path, "kill-all")
    runner = CliRunner(env=home_of(tmp_path))
    assert runner.invoke(estop, ["resume", "--tool", ""]).exit_code == 2
    assert runner.invoke(estop, ["domains"]).exit_code == 2
    assert run(tmp_path, "status")["kill_all"] is True
