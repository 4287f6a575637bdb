"""Joins the unions of an object's schema into one plain list of properties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject, canonical_json
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.schema_cleaner.walk import NEVER

__all__ = ["flattened", "may_be_object"]

UNIONS: Final = ("allOf", "anyOf", "oneOf")
LEFT_OUT: Final = {*UNIONS, "not", "if", "then", "else", "enum"}
"""What endpoints refuse at the root of a tool's parameters."""
OWN: Final = LEFT_OUT | {"properties", "required", "additionalProperties", "patternProperties"}


def flattened(schema: JsonObject, *, is_exact: bool) -> dict[str, Json]:
    """The schema without unions; an object that fits the one given fits this.

    With `is_exact` that holds to the letter: a property that some variant does not speak of may
    be anything. Without, it is what the other variants say of it.
    """
    flat = _Flat.of(schema, is_exact=is_exact)
    written = {key: value for key, value in schema.items() if key not in LEFT_OUT}
    for key, value in flat.keywords().items():
        if value is None:
            written.pop(key, None)
        else:
            written[key] = value
    return written


def may_be_object(schema: JsonObject) -> bool:
    """Whether an object can fit, as far as its types tell."""
    declared = schema.get("type", "object")
    return ("object" in (items_of(declared) or (declared,))) and schema != NEVER


@define
class _Flat:
    """Properties, each with the schemas that all apply to it, or to whatever of it is known."""

    is_exact: bool
    properties: dict[str, dict[str, Json]] = Factory(dict)
    required: dict[Json, None] = Factory(dict)
    patterns: dict[str, dict[str, Json]] = Factory(dict)
    additional: Json = None

    @classmethod
    def of(cls, schema: JsonObject, *, is_exact: bool) -> _Flat:
        flat = cls(is_exact)
        for name, value in _members(schema, "properties"):
            flat.properties[name] = {canonical_json(value): value}
        for name, value in _members(schema, "patternProperties"):
            flat.patterns[name] = {canonical_json(value): value}
        flat.required = dict.fromkeys(items_of(schema.get("required")))
        flat.additional = schema.get("additionalProperties")
        for member in items_of(schema.get("allOf")):
            if isinstance(member, Mapping):
                flat.narrow(cls.of(member, is_exact=is_exact))
        for key in ("anyOf", "oneOf"):
            branches = [
                cls.of(member, is_exact=is_exact)
                for member in items_of(schema.get(key))
                if isinstance(member, Mapping) and may_be_object(member)
            ]
            if branches:
                flat.narrow(cls.one_of(branches, is_exact=is_exact))
        return flat

    @classmethod
    def one_of(cls, branches: list[_Flat], *, is_exact: bool) -> _Flat:
        flat = cls(is_exact)
        said: dict[str, dict[str, Json]] = {}
        spoken_of: dict[str, int] = {}
        for branch in branches:
            for name, schemas in branch.properties.items():
                value = _joined(schemas, is_exact=is_exact)
                said.setdefault(name, {}).setdefault(canonical_json(value), value)
                spoken_of[name] = spoken_of.get(name, 0) + branch.is_open
        open_ones = sum(branch.is_open for branch in branches)
        for name, variants in said.items():
            if is_exact and spoken_of[name] < open_ones:
                variants.setdefault("{}", {})
            value = _either([*variants.values()], is_exact=is_exact)
            flat.properties[name] = {canonical_json(value): value}
        in_all = (
            name for name in branches[0].required if all(name in b.required for b in branches[1:])
        )
        flat.required = dict.fromkeys(in_all)
        flat.additional = None if open_ones else False
        return flat

    @property
    def is_open(self) -> bool:
        """Whether there may be properties that it does not name."""
        return self.additional is not False or bool(self.patterns)

    def narrow(self, other: _Flat) -> None:
        """Let what the other says apply too."""
        for mine, others in (
            (self.properties, other.properties),
            (self.patterns, other.patterns),
        ):
            for name, schemas in others.items():
                mine.setdefault(name, {}).update(schemas)
        self.required.update(other.required)
        if other.additional is False or self.additional is None:
            self.additional = other.additional

    def keywords(self) -> dict[str, Json]:
        """As keywords; one without a value is not to be there."""
        return {
            "properties": self._written(self.properties),
            "required": [name for name in self.required if name in self.properties] or None,
            "patternProperties": self._written(self.patterns),
            "additionalProperties": self.additional,
        }

    def _written(self, table: Mapping[str, dict[str, Json]]) -> Json:
        written = {
            name: _joined(schemas, is_exact=self.is_exact) for name, schemas in table.items()
        }
        return written or None


def _members(schema: JsonObject, key: str) -> Iterable[tuple[str, Json]]:
    members = schema.get(key)
    return members.items() if isinstance(members, Mapping) else ()


def _joined(schemas: Mapping[str, Json], *, is_exact: bool) -> Json:
    """All of them at once; where it need not be exact, the first that says anything."""
    if len(schemas) == 1:
        return next(iter(schemas.values()))
    telling = [schema for spelling, schema in schemas.items() if spelling != "{}"]
    if not is_exact or len(telling) == 1:
        return telling[0]
    return {"allOf": telling}


def _either(schemas: list[Json], *, is_exact: bool) -> Json:
    telling = schemas if is_exact else [schema for schema in schemas if schema != {}]
    if len(telling) > 1:
        return {"anyOf": telling}
    return telling[0] if telling else {}
