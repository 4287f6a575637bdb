"""A clock is judged by the year, then by what providers say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.clock import judge_clock

NOW: Final = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("skews", "severity"),
    [
        ({}, Severity.OK),
        ({"custom.a": 60.0}, Severity.OK),
        ({"custom.a": 61.0}, Severity.WARNING),
        ({"custom.a": -61.0}, Severity.WARNING),
        ({"custom.a": 9000.0, "custom.b": -1.0}, Severity.OK),
    ],
)
def test_the_provider_that_agrees_best_decides(skews: dict[str, float], severity: Severity) -> None:
    [finding] = judge_clock(NOW, skews)
    assert finding.severity is severity


def test_direction_of_the_difference_is_told() -> None:
    assert "120 seconds ahead" in judge_clock(NOW, {"custom.a": 120.0})[0].text
    assert "120 seconds behind" in judge_clock(NOW, {"custom.a": -120.0})[0].text


@pytest.mark.parametrize("year", [1970, 2025, 2100])
def test_year_that_cannot_be_is_an_error(year: int) -> None:
    [finding] = judge_clock(NOW.replace(year=year), {})
    assert finding.severity is Severity.ERROR
