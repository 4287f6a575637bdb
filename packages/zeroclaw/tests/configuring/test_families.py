"""Families come from what is installed, each loaded when it is asked for."""

from __future__ import annotations

from zeroclaw.configuring.families import installed_families
from zeroclaw.wiring.agent import families


def test_families_are_those_that_an_agent_can_use() -> None:
    assert installed_families().keys() == families().keys()


def test_family_gives_the_class_that_the_wiring_takes() -> None:
    assert installed_families()["custom"]() is families()["custom"]()
