"""The manual clock moves only by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from zeroclaw_testing.clock import ManualClock


def test_clock_stands_still_until_it_is_advanced() -> None:
    clock = ManualClock()
    before = clock.now()
    assert clock.now() == before
    clock.advance(timedelta(hours=25))
    assert clock.now() - before == timedelta(hours=25)


def test_start_in_another_zone_is_shown_in_utc() -> None:
    start = datetime(2026, 6, 1, 2, tzinfo=timezone(timedelta(hours=2)))
    assert ManualClock(start).now() == datetime(2026, 6, 1, tzinfo=UTC)
