"""Finds the families of models that are installed, without loading what runs them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from zeroclaw.discovery import EntryPoint, entry_points
from zeroclaw_api.factory import ModelSettings, ProviderFactory
from zeroclaw_api.groups import PROVIDER_GROUP

__all__ = ["Families", "installed_families"]

Families = dict[str, Callable[[], type[ModelSettings]]]
"""Each family with what loads its settings class."""


def installed_families() -> Families:
    """Every family of an installed distribution."""
    return {
        family: partial(_settings_model, entry)
        for family, entry in entry_points(PROVIDER_GROUP).items()
    }


def _settings_model(entry: EntryPoint) -> type[ModelSettings]:
    factory = cast("ProviderFactory[ModelSettings]", entry.load())
    return factory.settings_model()
