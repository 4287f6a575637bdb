"""Translates the list of models that models.dev publishes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from pydantic import ValidationError

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.catalogue.model_facts import facts_in
from zeroclaw_providers.json_fields import items_of, object_of
from zeroclaw_providers.vendors.table import VENDORS

__all__ = ["translated"]

_FAMILIES: Final[Mapping[str, str]] = {
    "amazon-bedrock": "bedrock",
    "github-copilot": "copilot",
    "google": "gemini",
    **{row.models_dev: row.name for row in VENDORS.values() if row.models_dev},
}
"""Where they call a vendor otherwise than we do."""

_LIMITS: Final = (("context_window", "context"), ("max_output", "output"))
_ABILITIES: Final = (
    ("tools", "tool_call"),
    ("reasoning", "reasoning"),
    ("json_mode", "structured_output"),
)
_PRICES: Final = (
    ("input", "input"),
    ("output", "output"),
    ("cached_input", "cache_read"),
    ("cache_write", "cache_write"),
)


def translated(document: JsonObject, wanted: Collection[str]) -> dict[str, dict[str, JsonObject]]:
    """The wanted families with their models, each as a table has it.

    What makes no sense is left out.
    """
    families: dict[str, dict[str, JsonObject]] = {}
    for vendor, about in document.items():
        family = _FAMILIES.get(vendor, vendor.replace("-", "_"))
        if family not in wanted:
            continue
        models = dict(_models(object_of(object_of(about).get("models"))))
        if models:
            families.setdefault(family, {}).update(models)
    return families


def _models(listed: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    for model, about in listed.items():
        entry = _entry(object_of(about))
        if not entry or not model.isprintable():
            continue
        try:
            facts_in(entry)
        except ValidationError:
            # A number that cannot be true is no reason to do without all the others.
            continue
        yield model, entry


def _entry(about: JsonObject) -> JsonObject:
    entry: dict[str, Json] = {}
    limits, costs = object_of(about.get("limit")), object_of(about.get("cost"))
    for ours, theirs in _LIMITS:
        if limits.get(theirs):
            entry[ours] = limits[theirs]
    takes = items_of(object_of(about.get("modalities")).get("input"))
    if takes:
        entry["vision"] = "image" in takes
    for ours, theirs in _ABILITIES:
        if theirs in about:
            entry[ours] = about[theirs]
    prices = {ours: costs[theirs] for ours, theirs in _PRICES if costs.get(theirs) is not None}
    # Nothing for both is what a subscription or a trial looks like, not a price to count with.
    if {"input", "output"} <= prices.keys() and (prices["input"] or prices["output"]):
        entry["prices"] = prices
    return entry
