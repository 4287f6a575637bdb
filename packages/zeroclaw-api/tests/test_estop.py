"""A state of the emergency stop tells whether it stops anything."""

from __future__ import annotations

import pytest

from zeroclaw_api.estop import EstopState


@pytest.mark.parametrize(
    "state",
    [
        EstopState(kill_all=True),
        EstopState(network_kill=True),
        EstopState(blocked_domains=("example.com",)),
        EstopState(frozen_tools=("shell",)),
    ],
)
def test_state_with_any_level_is_engaged(state: EstopState) -> None:
    assert state.is_engaged


def test_state_without_a_level_stops_nothing() -> None:
    assert not EstopState().is_engaged
