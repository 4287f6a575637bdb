"""The recording observer keeps what it sees."""

from __future__ import annotations

import pytest

from zeroclaw_testing.kits.observer import OBSERVATIONS
from zeroclaw_testing.observers import RecordingObserver


def test_observations_are_kept_in_order_even_when_it_fails() -> None:
    observer = RecordingObserver()
    observer.observe(OBSERVATIONS[0])
    observer.fails = OSError("full")
    with pytest.raises(OSError, match="full"):
        observer.observe(OBSERVATIONS[1])
    assert observer.observations == list(OBSERVATIONS[:2])
