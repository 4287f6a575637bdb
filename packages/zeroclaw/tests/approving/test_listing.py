"""Approvals are listed so that each can be judged, whatever is in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from approval_homes import COMMIT, HOSTILE, approval, approval_file, environment, given

from zeroclaw.approving.listing import run
from zeroclaw.kept_approvals.entries import approvals_text, digest_of
from zeroclaw_api.approvals import CommandPrefix, SamePath

Output = pytest.CaptureFixture[str]


def test_each_approval_is_one_line_with_its_id(tmp_path: Path, capfd: Output) -> None:
    given(tmp_path, approval(), approval(SamePath("/a"), agent="helper", tool="file_write"))
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert first.startswith(f"{digest_of(approval(COMMIT))[:8]}  main    shell ")
    assert first.endswith("  you  commands that begin with: git commit")
    assert " helper  file_write  " in second
    assert second.endswith("this path: /a")


def test_hostile_approval_is_shown_harmlessly(tmp_path: Path, capfd: Output) -> None:
    given(tmp_path, approval(CommandPrefix(("git", HOSTILE)), HOSTILE, HOSTILE), approval())
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


def test_programs_get_everything_as_it_is(tmp_path: Path, capfd: Output) -> None:
    given(tmp_path, approval(CommandPrefix(("git", HOSTILE))), approval(agent="other"))
    assert run(environment(tmp_path), agent="main", as_json=True, debug=False) == 0
    (form,) = json.loads(capfd.readouterr().out)
    assert form["scope"] == {"type": "command_prefix", "words": ["git", HOSTILE]}
    assert (form["agent"], form["tool"]) == ("main", "shell")
    assert form["by"]["display"] == "you"
    assert form["at"] == "2026-01-01T00:00:00+00:00"
    assert len(form["id"]) == 8


def test_empty_list_is_told_beside_the_output(tmp_path: Path, capfd: Output) -> None:
    given(tmp_path, approval())
    assert run(environment(tmp_path), agent="other", as_json=False, debug=False) == 0
    shown = capfd.readouterr()
    assert (shown.out, "Nothing was approved" in shown.err) == ("", True)
    assert run(environment(tmp_path), agent="other", as_json=True, debug=False) == 0
    assert json.loads(capfd.readouterr().out) == []


def test_colours_are_only_ours_and_only_where_they_are_wanted(
    tmp_path: Path, capfd: Output
) -> None:
    given(tmp_path, approval(CommandPrefix(("git", HOSTILE))))
    wanted = {"ZEROCLAW_HOME": str(tmp_path), "FORCE_COLOR": "1"}
    assert run(wanted, as_json=False, debug=False) == 0
    assert capfd.readouterr().out.count("\x1b[") == 2
    assert run({"ZEROCLAW_HOME": str(tmp_path)}, as_json=False, debug=False) == 0
    assert "\x1b" not in capfd.readouterr().out


def test_approval_of_a_time_that_is_not_here_is_listed(tmp_path: Path, capfd: Output) -> None:
    data = approvals_text([approval()]).replace(b"2026-01-01", b"0001-01-01")
    approval_file(tmp_path).path.write_bytes(data)
    assert run(environment(tmp_path), as_json=False, debug=False) == 0
    assert "0001-01-01" in capfd.readouterr().out


def test_spoilt_file_fails_and_says_that_nothing_is_approved(tmp_path: Path, capfd: Output) -> None:
    approval_file(tmp_path).path.write_text("spoilt")
    assert run(environment(tmp_path), as_json=True, debug=False) == 1
    shown = capfd.readouterr()
    assert (shown.out, "Nothing counts as approved" in shown.err) == ("", True)
