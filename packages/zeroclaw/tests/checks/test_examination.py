"""All subjects are examined at the same time, within a limit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
import trio

from zeroclaw.checks.examination import Examination, examine
from zeroclaw.checks.finding import Severity, Subject
from zeroclaw.home import Home
from zeroclaw_config import UnknownAgent

SECONDS: Final = 60
CONFIG: Final = """\
schema_version = 3
[providers.models.custom.home]
uri = "http://127.0.0.1:9/v1"
model = "m"
[providers.models.custom.spare]
uri = "http://127.0.0.1:9/v1"
model = "m"
[agents.main]
model_provider = "custom.home"
"""


def asked(home: Path, alias: str | None = None) -> Examination:
    (home / "config.toml").write_text(CONFIG)
    return Examination(Home(home), {}, os.geteuid(), alias, is_offline=True)


async def test_every_subject_is_found_in_its_order(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        found = await examine(asked(tmp_path))
    assert list(dict.fromkeys(finding.subject for finding in found)) == list(Subject)


async def test_no_time_at_all_says_what_was_not_found_out(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        found = await examine(asked(tmp_path), seconds=0)
    assert [finding.subject for finding in found] == list(Subject)
    assert {finding.severity for finding in found} == {Severity.ERROR}
    assert "was not found out within 0 seconds" in found[0].text


async def test_one_agent_needs_only_its_own_provider(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        found = await examine(asked(tmp_path, "main"))
    texts = [finding.text for finding in found if finding.subject is Subject.PROVIDERS]
    assert texts == ["custom.home was not asked."]


async def test_agent_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS), pytest.RaisesGroup(UnknownAgent, flatten_subgroups=True):
        await examine(asked(tmp_path, "nobody"))
