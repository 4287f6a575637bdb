"""Checks values against the part of JSON Schema that function tools generate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from attrs import frozen

import zeroclaw_api as api
from zeroclaw_api.json import Json, JsonObject

__all__ = ["SubsetValidator"]

CHECKED: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"}
)
DESCRIBING: Final = frozenset({"title", "description", "default", "examples", "$schema"})

TYPES: Final = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})

Violations: TypeAlias = "Iterator[api.Violation]"


@frozen
class SubsetValidator:
    """Knows `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `anyOf`.

    A schema that needs more is refused when its tool is added, never half checked.
    """

    def unsupported(self, schema: JsonObject) -> tuple[api.Violation, ...]:
        """Keywords outside the subset, or with a value that is no schema."""
        return tuple(_unsupported(schema, "parameters"))

    def violations(self, schema: JsonObject, value: Json) -> tuple[api.Violation, ...]:
        """Every way in which the value does not fit."""
        return tuple(_violations(schema, value, ""))


def _unsupported(schema: Json, where: str) -> Violations:
    if not isinstance(schema, Mapping):
        yield api.Violation(where, "a schema must be an object")
        return
    for keyword in sorted(schema.keys() - CHECKED - DESCRIBING):
        yield api.Violation(where, f"the keyword {keyword!r} needs a validator of its own")
    yield from _misspelled(schema, where)
    properties = schema.get("properties", {})
    if isinstance(properties, Mapping):
        for name, below in properties.items():
            yield from _unsupported(below, f"{where}.{name}")
    for keyword in ("items", "additionalProperties"):
        if not isinstance(schema.get(keyword, True), bool):
            yield from _unsupported(schema[keyword], f"{where}.{keyword}")
    for index, below in enumerate(_list(schema.get("anyOf"))):
        yield from _unsupported(below, f"{where}.anyOf[{index}]")


def _misspelled(schema: JsonObject, where: str) -> Violations:
    """Known keywords whose values could not be checked by."""
    kinds = schema.get("type", ())
    for kind in (kinds,) if isinstance(kinds, str) else _list(kinds):
        if not isinstance(kind, str) or kind not in TYPES:
            yield api.Violation(where, f"there is no type {kind!r}")
    if not isinstance(kinds, str | list | tuple):
        yield api.Violation(where, "type must be a name or a list of names")
    if not isinstance(schema.get("properties", {}), Mapping):
        yield api.Violation(where, "properties must be an object")
    for keyword in ("required", "enum", "anyOf"):
        if not isinstance(schema.get(keyword, ()), list | tuple):
            yield api.Violation(where, f"{keyword} must be a list")


def _violations(schema: Json, value: Json, where: str) -> Violations:
    if schema is False:
        yield api.Violation(where, "is not allowed")
    if not isinstance(schema, Mapping):
        return
    if "anyOf" in schema:
        options = [tuple(_violations(option, value, where)) for option in _list(schema["anyOf"])]
        if all(options):
            yield api.Violation(
                where, "fits none of the allowed forms: " + _first_problems(options)
            )
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else _list(kinds)
    if allowed and not any(_is_of_type(value, str(kind)) for kind in allowed):
        yield api.Violation(
            where, f"must be {' or '.join(map(str, allowed))}, not {_type_of(value)}"
        )
        return
    if "enum" in schema and not any(_same(value, option) for option in _list(schema["enum"])):
        yield api.Violation(where, f"must be one of {list(_list(schema['enum']))}")
    if isinstance(value, Mapping):
        yield from _object_violations(schema, value, where)
    elif isinstance(value, list | tuple) and "items" in schema:
        for index, item in enumerate(value):
            yield from _violations(schema["items"], item, f"{where}[{index}]")


def _object_violations(schema: JsonObject, value: JsonObject, where: str) -> Violations:
    prefix = f"{where}." if where else ""
    properties = schema.get("properties", {})
    known = properties if isinstance(properties, Mapping) else {}
    for name in _list(schema.get("required")):
        if name not in value:
            yield api.Violation(f"{prefix}{name}", "is missing")
    for name, item in value.items():
        if name in known:
            yield from _violations(known[name], item, f"{prefix}{name}")
        elif schema.get("additionalProperties") is False:
            yield api.Violation(f"{prefix}{name}", f"is unknown; known are {sorted(known)}")
        else:
            yield from _violations(schema.get("additionalProperties"), item, f"{prefix}{name}")


def _is_of_type(value: Json, kind: str) -> bool:
    actual = _type_of(value)
    if kind == "number":
        return actual in ("number", "integer")
    return kind == actual


def _type_of(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case _:
            return "array"


def _same(left: Json, right: Json) -> bool:
    """Equality as JSON has it: true is not 1, at any depth."""
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _list(value: Json) -> tuple[Json, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _first_problems(options: list[tuple[api.Violation, ...]]) -> str:
    return "; ".join(dict.fromkeys(option[0].problem for option in options if option))
