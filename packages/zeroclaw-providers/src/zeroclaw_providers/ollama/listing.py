"""Reads the list of models that an Ollama server has."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.json import Json
from zeroclaw_api.provider import ListedModels
from zeroclaw_providers.json_fields import object_of
from zeroclaw_providers.listing import names_in

__all__ = ["LIST_ENDPOINT", "ollama_models"]

LIST_ENDPOINT: Final = "/api/tags"
LATEST: Final = ":latest"


def ollama_models(body: Json) -> ListedModels:
    """The models; what is listed as the latest is found without that word."""
    names = names_in(object_of(body).get("models"), "name")
    short = (name.removesuffix(LATEST) for name in names if name.endswith(LATEST))
    return ListedModels(names, frozenset(short))
