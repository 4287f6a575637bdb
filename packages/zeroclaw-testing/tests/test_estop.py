"""The emergency stop of a test stops what it is told to."""

from __future__ import annotations

from zeroclaw_api.estop import EstopState
from zeroclaw_testing.estop import ManualEstop


def test_stop_that_was_given_is_there_from_the_start() -> None:
    estop = ManualEstop(EstopState(kill_all=True))
    assert estop.current().kill_all
    estop.set(EstopState())
    assert not estop.current().is_engaged
