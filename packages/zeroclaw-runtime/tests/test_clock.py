"""The clock of the machine tells the time in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from zeroclaw_api.services import Clock
from zeroclaw_runtime import SystemClock


def test_time_is_aware_and_that_of_the_machine() -> None:
    clock: Clock = SystemClock()
    before = datetime.now(UTC)
    now = clock.now()
    assert now.utcoffset() == timedelta(0)
    assert before <= now <= datetime.now(UTC)
