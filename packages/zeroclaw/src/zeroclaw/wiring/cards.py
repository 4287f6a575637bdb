"""Collects what people are told of the families that are installed."""

from __future__ import annotations

from zeroclaw.discovery import entry_points
from zeroclaw.wiring.families import table_factories
from zeroclaw_api.factory import OfferedFamily
from zeroclaw_api.family import FamilyCard
from zeroclaw_api.groups import PROVIDER_GROUP

__all__ = ["family_cards"]


def family_cards() -> dict[str, FamilyCard]:
    """The card of each family that has one, by its name, sorted. Raises `EntryPointBroken`."""
    factories: dict[str, object] = {
        **table_factories(),
        **{name: entry.load() for name, entry in entry_points(PROVIDER_GROUP).items()},
    }
    return {
        name: factory.card
        for name, factory in sorted(factories.items())
        if isinstance(factory, OfferedFamily)
    }
