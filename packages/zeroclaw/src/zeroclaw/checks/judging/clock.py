"""Judges the clock of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = ["judge_clock"]

FIRST_YEAR: Final = 2026
"""The program is no older."""
LAST_YEAR: Final = 2099
MOST_SKEW: Final = 60.0
"""Seconds: less does no harm, as an answer takes some time to come."""


def judge_clock(now: datetime, skews: Mapping[str, float]) -> list[Finding]:
    """`skews` are the seconds by which this clock is ahead of that of providers, by their name."""
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        return [error(Subject.CLOCK, "check_clock_year", year=now.year)]
    provider = min(skews, key=lambda name: abs(skews[name]), default=None)
    # Of several clocks the one that agrees best counts: a server's own may be wrong as well.
    if provider is None:
        return [fine(Subject.CLOCK, "check_clock_alone", now=f"{now:%Y-%m-%d %H:%M:%S} UTC")]
    skew = skews[provider]
    told = {"provider": provider, "seconds": f"{abs(skew):.0f}"}
    if abs(skew) <= MOST_SKEW:
        return [fine(Subject.CLOCK, "check_clock", **told)]
    key = "check_clock_fast" if skew > 0 else "check_clock_slow"
    return [warning(Subject.CLOCK, key, **told)]
