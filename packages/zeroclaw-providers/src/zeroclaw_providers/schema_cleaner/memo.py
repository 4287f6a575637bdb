"""Remembers cleaned schemas, since the same tools go along with every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from attrs import Factory, define

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.schema_cleaner.cleaning import cleaned
from zeroclaw_providers.schema_cleaner.strategies import Strategy

__all__ = ["CleanSchema", "Cleaner"]

CleanSchema: TypeAlias = Callable[[JsonObject], JsonObject]
"""Makes a schema one that its endpoint takes; a pure function, which anybody may call."""

MOST_REMEMBERED: Final = 256
"""Schemas; more tools than any request carries."""


@define(eq=False)
class Cleaner:
    """`cleaned` for one strategy. A schema is known again by identity: it must not change."""

    strategy: Strategy
    _known: dict[int, tuple[JsonObject, JsonObject]] = Factory(dict)

    def __call__(self, schema: JsonObject) -> JsonObject:
        """The cleaned schema, the same object each time."""
        # Held beside its result, so that no other schema gets its identity meanwhile.
        known = self._known.get(id(schema))
        if known is None:
            if len(self._known) >= MOST_REMEMBERED:
                del self._known[next(iter(self._known))]
            known = self._known[id(schema)] = (schema, cleaned(schema, self.strategy))
        return known[1]
