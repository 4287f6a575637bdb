"""Errors of the emergency stop leave no doubt about what holds."""

from __future__ import annotations

from zeroclaw.stopping.errors import EstopNotEngaged, EstopNotResumed


def test_errors_say_what_holds_now() -> None:
    facts = {"path": "/h/estop.json", "problem": "it is a link"}
    assert str(EstopNotEngaged(**facts)).startswith("NOTHING WAS STOPPED: /h/estop.json")
    assert "stays stopped" in str(EstopNotResumed(**facts))
