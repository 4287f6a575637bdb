"""The status ends with an exit code that says whether the config can be used."""

from __future__ import annotations

import json

import pytest

from zeroclaw.checks.status import run


def test_status_is_printed_as_json_with_an_exit_code(capfd: pytest.CaptureFixture[str]) -> None:
    code = run(as_json=True, debug=False)
    form = json.loads(capfd.readouterr().out)
    assert code == (0 if form["config"]["problem"] is None else 1)
