"""Offers the names of models, or of families, that may follow on a command line."""

from __future__ import annotations

import os

from zeroclaw.configuring.completing import aliases_of
from zeroclaw.errors import HomeUnusable
from zeroclaw.home import find_home
from zeroclaw_providers.catalogue.reading import ModelCatalogue, open_catalogue
from zeroclaw_providers.errors import ModelsFileUnusable

__all__ = ["families_like", "models_like"]


def families_like(incomplete: str) -> list[str]:
    """The families that begin like this."""
    return [family for family in _catalogue().families() if family.startswith(incomplete)]


def models_like(incomplete: str) -> list[str]:
    """The models of any family that begin like this, with the aliases of the config."""
    catalogue = _catalogue()
    known = {model for family in catalogue.families() for model in catalogue.models_of(family)}
    models = "providers.models"
    aliases = (
        f"{family}.{alias}"
        for family in aliases_of(models, "")
        for alias in aliases_of(f"{models}.{family}", "")
    )
    names = [*aliases, *sorted(known)]
    return [name for name in names if name.startswith(incomplete)]


def _catalogue() -> ModelCatalogue:
    try:
        return open_catalogue(find_home(os.environ).models)
    except (ModelsFileUnusable, HomeUnusable):
        # A question is no place to fail.
        return ModelCatalogue()
