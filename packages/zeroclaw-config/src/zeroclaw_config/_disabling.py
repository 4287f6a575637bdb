"""Decide which entries of a configuration its problems disable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.config import HINT

__all__ = ["Broken", "broken_entries", "follow"]

Broken = dict[KeyPath, list[KeyPath]]
"""The entries that are disabled, each with the places of the problems it is disabled for."""

_MODELS: KeyPath = ("providers", "models")
_REFERENCES = {"model_provider": _MODELS, "runtime_profile": ("runtime_profiles",)}
"""What an agent or a route may refer to that can be disabled. A risk profile cannot: it guards."""


def broken_entries(places: Iterable[KeyPath]) -> tuple[Broken, list[KeyPath]]:
    """The entries that problems lie in; the places of those that spoil the whole file."""
    broken: Broken = {}
    fatal = []
    for place in places:
        entry = _entry(place)
        if entry is None:
            fatal.append(place)
        else:
            broken.setdefault(entry, []).append(place)
    return broken, fatal


def follow(broken: Broken, section: str, tables: Mapping[str, Mapping[str, object]]) -> Broken:
    """What is broken, with what of a section refers to it; that has its problems as well."""
    found = {entry: list(places) for entry, places in broken.items()}
    for alias, table in tables.items():
        for key, referred in _REFERENCES.items():
            name = table.get(key)
            if isinstance(name, str):
                for cause in _causes(referred, name):
                    if cause in broken:
                        found.setdefault((section, alias), []).extend(broken[cause])
    return found


def _entry(place: KeyPath) -> KeyPath | None:
    """The smallest part of the file that can do without what is wrong at a place."""
    if place[:2] == _MODELS and len(place) > 2:
        return place[:4]
    if place[0] in ("agents", "model_routes", "runtime_profiles") and len(place) > 1:
        return place[:2]
    return None


def _causes(section: KeyPath, name: str) -> list[KeyPath]:
    if section != _MODELS:
        return [(*section, name)]
    if name.startswith(HINT):
        return [("model_routes", name.removeprefix(HINT))]
    family, _, alias = name.partition(".")
    # A family that is not installed is broken as a whole.
    return [(*section, family), (*section, family, alias)]
