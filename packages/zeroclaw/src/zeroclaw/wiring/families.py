"""Finds the families of models that are installed, without loading what runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias, cast

from zeroclaw.discovery import EntryPoint, claimed_twice, entry_points
from zeroclaw.errors import EntryPointBroken
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings, ProviderFactory
from zeroclaw_api.groups import PROVIDER_GROUP, PROVIDER_TABLE_GROUP

__all__ = ["Families", "installed_families", "provider_factory", "table_factories"]

Families = dict[str, Callable[[], type[ModelSettings]]]
"""Each family with what loads its settings class."""

Table: TypeAlias = Mapping[str, ProviderFactory[ModelSettings]]


def installed_families() -> Families:
    """Every family of an installed distribution; one of its own goes before one of a table.

    Raises `EntryPointBroken`.
    """
    families: Families = {
        family: partial(_settings_model, entry)
        for family, entry in entry_points(PROVIDER_GROUP).items()
    }
    for family, factory in table_factories().items():
        families.setdefault(family, factory.settings_model)
    return families


def provider_factory(family: str) -> ProviderFactory[ModelSettings]:
    """The factory of a family, one of its own before one of a table. Raises `EntryPointBroken`."""
    entry = entry_points(PROVIDER_GROUP).get(family)
    if entry is not None:
        return cast("ProviderFactory[ModelSettings]", entry.load())
    factory = table_factories().get(family)
    if factory is None:
        problem = say("entry_point_missing")
        raise EntryPointBroken(group=PROVIDER_GROUP, name=family, problem=problem)
    return factory


def table_factories() -> dict[str, ProviderFactory[ModelSettings]]:
    """The families of all installed tables.

    Raises `EntryPointBroken`, also when two tables claim one name.
    """
    found: dict[str, ProviderFactory[ModelSettings]] = {}
    claims: dict[str, EntryPoint] = {}
    for entry in entry_points(PROVIDER_TABLE_GROUP).values():
        for family, factory in cast("Table", entry.load()).items():
            if family in claims:
                raise claimed_twice(family, claims[family], entry)
            claims[family] = entry
            found[family] = factory
    return found


def _settings_model(entry: EntryPoint) -> type[ModelSettings]:
    factory = cast("ProviderFactory[ModelSettings]", entry.load())
    return factory.settings_model()
