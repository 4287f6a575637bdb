"""Finds what a reference inside a schema points to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import unquote

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject

__all__ = ["References"]

MAX_STEPS: Final = 256
"""In one pointer; a longer one points to nothing that would be kept."""


@define
class References:
    """The local references of one schema; each spelling is looked up once."""

    _root: JsonObject
    _found: dict[str, Json] = Factory(dict)

    def target(self, reference: str) -> JsonObject | bool | None:
        """The schema it points to; None when there is none, or it is another document's."""
        if reference not in self._found:
            self._found[reference] = self._look_up(reference)
        found = self._found[reference]
        return found if isinstance(found, Mapping | bool) else None

    def _look_up(self, reference: str) -> Json:
        if reference == "#":
            return self._root
        if not reference.startswith("#/") or reference.count("/") > MAX_STEPS:
            return None
        place: Json = self._root
        for raw in unquote(reference[2:]).split("/"):
            step = raw.replace("~1", "/").replace("~0", "~")
            if isinstance(place, Mapping):
                place = place.get(step)
            elif isinstance(place, list | tuple) and step.isdecimal() and len(step) < 9:
                place = place[int(step)] if int(step) < len(place) else None
            else:
                return None
            # Below an identifier of its own, pointers begin elsewhere.
            if isinstance(place, Mapping) and isinstance(place.get("$id"), str):
                return None
        return place
