"""A window of grace is for one principal with one action, for its time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from zeroclaw_api.principal import Principal
from zeroclaw_runtime.security.otp.grace import Grace

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LENGTH = timedelta(seconds=300)
ME = Principal("telegram", "home", "42", "me")
GRANTED = Grace().granted(ME, "shell", NOW, LENGTH)


def test_principal_is_not_asked_again_for_the_same_action() -> None:
    assert GRANTED.holds(ME, "shell", NOW)
    assert GRANTED.holds(evolve(ME, display="another"), "shell", NOW + LENGTH / 2)


@pytest.mark.parametrize(
    ("principal", "action", "after"),
    [
        (evolve(ME, user_id="43"), "shell", timedelta()),
        (evolve(ME, alias="work"), "shell", timedelta()),
        (evolve(ME, transport="local"), "shell", timedelta()),
        (ME, "file_write", timedelta()),
        (ME, "shell", LENGTH),
        (ME, "shell", timedelta(seconds=-1)),
    ],
)
def test_window_is_for_nobody_and_nothing_else(
    principal: Principal, action: str, after: timedelta
) -> None:
    assert not GRANTED.holds(principal, action, NOW + after)


def test_windows_that_are_over_are_forgotten() -> None:
    later = NOW + LENGTH
    assert GRANTED.granted(ME, "x", later, LENGTH) == Grace().granted(ME, "x", later, LENGTH)
