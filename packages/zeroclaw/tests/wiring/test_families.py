"""Families come from what is installed, each loaded when it is asked for."""

from __future__ import annotations

from zeroclaw.discovery import entry_points
from zeroclaw.wiring.families import installed_families
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_providers import CustomSettings


def test_families_are_those_of_the_installed_distributions() -> None:
    assert installed_families().keys() == entry_points(PROVIDER_GROUP).keys()


def test_family_gives_its_own_settings_class() -> None:
    assert installed_families()["custom"]() is CustomSettings
