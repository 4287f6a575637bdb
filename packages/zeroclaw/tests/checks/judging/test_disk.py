"""Room is judged in bytes, a probe by whether it could be written."""

from __future__ import annotations

import pytest

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.disk import DiskFacts, judge_disk


@pytest.mark.parametrize(
    ("free", "severity"),
    [
        (500_000_000, Severity.OK),
        (499_999_999, Severity.WARNING),
        (50_000_000, Severity.WARNING),
        (49_999_999, Severity.ERROR),
        (None, Severity.OK),
    ],
)
def test_free_room_decides_the_severity(free: int | None, severity: Severity) -> None:
    [finding] = judge_disk(DiskFacts("/h", free))
    assert finding.severity is severity


def test_refused_probe_is_an_error_whatever_the_room() -> None:
    [finding] = judge_disk(DiskFacts("/h", 10**12, "Read-only file system"))
    assert finding.severity is Severity.ERROR
    assert "Read-only file system" in finding.text


def test_missing_home_is_told_as_one_to_be_made() -> None:
    [finding] = judge_disk(DiskFacts("/h", 10**9, is_missing=True))
    assert finding.text.startswith("The home can be made in /h")
