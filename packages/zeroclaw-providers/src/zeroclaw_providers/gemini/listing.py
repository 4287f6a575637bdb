"""Reads the list of models of the Gemini API."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.json import Json
from zeroclaw_providers.json_fields import items_of, object_of
from zeroclaw_providers.listing import names_in

__all__ = ["LIST_PATH", "gemini_names"]

LIST_PATH: Final = "/models?pageSize=1000"
COLLECTION: Final = "models/"
METHOD: Final = "generateContent"


def gemini_names(body: Json) -> tuple[str, ...]:
    """The names of the models that answer, without the collection that they are listed in."""
    listed = items_of(object_of(body).get("models"))
    answering = [item for item in listed if _answers(item)]
    return tuple(name.removeprefix(COLLECTION) for name in names_in(answering, "name"))


def _answers(item: Json) -> bool:
    methods = items_of(object_of(item).get("supportedGenerationMethods"))
    return not methods or METHOD in methods
