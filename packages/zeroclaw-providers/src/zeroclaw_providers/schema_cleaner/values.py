"""Tells which JSON values are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zeroclaw_api.json import Json, canonical_json

__all__ = ["distinct", "kind_of", "spelled"]


def spelled(value: Json) -> str:
    """One spelling of a value, in which `1` is `1.0` and is not `true`, as JSON Schema has it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return canonical_json(value)


def distinct(values: Iterable[Json]) -> list[Json]:
    """The values, each the first time it comes."""
    first: dict[str, Json] = {}
    for value in values:
        first.setdefault(spelled(value), value)
    return [*first.values()]


def kind_of(value: Json) -> str:
    """The narrowest type of JSON Schema that a value has."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case _:
            return "array"
