"""An examination ends with an exit code that says whether something is an error."""

from __future__ import annotations

import json

import pytest

from zeroclaw.checks.doctor import ExamineRequest, run


def test_findings_are_printed_as_json_with_an_exit_code(
    capfd: pytest.CaptureFixture[str],
) -> None:
    code = run(ExamineRequest(as_json=True, is_offline=True), debug=False)
    shown = capfd.readouterr()
    summary = json.loads(shown.out)["summary"]
    assert code == (1 if summary["error"] else 0)
    assert shown.err == ""


def test_alias_that_is_no_text_is_wrong_usage(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(ExamineRequest(alias="caf\udce9"), debug=False) == 2
    assert "--agent" in capfd.readouterr().err
