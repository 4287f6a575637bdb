"""Writes a schema anew without references, keyword by keyword."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, TypeGuard, assert_never

from attrs import Factory, define, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.schema_cleaner.budget import Budget
from zeroclaw_providers.schema_cleaner.keywords import (
    BINDING,
    GONE,
    SHAPES,
    TYPES,
    Shape,
)
from zeroclaw_providers.schema_cleaner.references import References
from zeroclaw_providers.schema_cleaner.values import distinct

__all__ = ["NEVER", "Walk", "Written"]

SCHEMA_UNITS: Final = 32
KEYWORD_UNITS: Final = 8
NAME_UNITS: Final = 40
"""For a name that is required, which may get a schema of its own."""
LONGEST_TYPE: Final = max(map(len, TYPES))
NEVER: Final[JsonObject] = {"not": {}}
"""The schema that nothing fits, which some spell `false`."""


@frozen
class Written:
    """A schema as it was written. Unless `is_exact`, more fits it than the original."""

    schema: dict[str, Json]
    is_exact: bool = True


@frozen
class _Value:
    value: Json
    is_exact: bool = True


@define
class Walk:
    """One pass over one schema.

    It follows the structure: only what stands where a schema may stand is read as one. What comes
    out is JSON Schema 2020-12; whatever was refused on the way leaves it less strict, never more.
    """

    references: References
    budget: Budget
    _open: set[int] = Factory(set)
    _depth: int = 0
    _foreign: int = 0

    def schema(self, node: Json) -> Written:
        """Write one schema."""
        if isinstance(node, bool):
            return Written({} if node else dict(NEVER))
        if not isinstance(node, Mapping):
            return Written({}, is_exact=False)
        if id(node) in self._open:
            return self._stub(node)
        if not self._may_enter(node):
            return Written({}, is_exact=False)
        # Below the root, an identifier moves the place from where its references are read.
        is_foreign = self._depth > 0 and isinstance(node.get("$id"), str)
        self._open.add(id(node))
        self._depth += 1
        self._foreign += is_foreign
        try:
            return self._reference(node) if "$ref" in node else self._keywords(node)
        finally:
            self._foreign -= is_foreign
            self._depth -= 1
            self._open.discard(id(node))

    def _may_enter(self, node: JsonObject) -> bool:
        if self._depth >= self.budget.limits.depth:
            self.budget.is_too_deep = True
            return False
        return self.budget.spend(SCHEMA_UNITS + KEYWORD_UNITS * len(node))

    def _reference(self, node: JsonObject) -> Written:
        reference = node["$ref"]
        rest = {key: value for key, value in node.items() if key != "$ref"}
        target = None
        if isinstance(reference, str) and not self._foreign:
            target = self.references.target(reference)
        if target is None:
            return Written(self._keywords(rest).schema, is_exact=False)
        if not rest.keys() & BINDING:
            found = self.schema(target)
            return Written({**found.schema, **self._keywords(rest).schema}, found.is_exact)
        return self._keywords({**rest, "allOf": [*items_of(rest.get("allOf")), target]})

    def _stub(self, node: JsonObject) -> Written:
        """For a schema inside itself: what it is, without what it holds."""
        kept = {key: node[key] for key in ("type", "title", "description") if key in node}
        return Written(self._keywords(kept).schema, is_exact=False)

    def _keywords(self, node: JsonObject) -> Written:
        modern = _modern(node)
        written: dict[str, Json] = {}
        loose: set[str] = set()
        for key, value in modern.items():
            found = None if _must_go(key, modern) else self._value(key, value)
            if found is None or not found.is_exact:
                loose.add(key)
            if found is not None:
                written["enum" if key == "const" else key] = found.value
        self._settle(written, loose, modern)
        return Written(written, is_exact=not loose & BINDING)

    def _settle(self, written: dict[str, Json], loose: set[str], node: JsonObject) -> None:
        """Make what was written of the keywords agree."""
        tables = ("properties", "patternProperties")
        lost = [key for key in tables if _is_shorter(key, written, node)]
        if lost and written.pop("additionalProperties", None) is not None:
            loose.add("additionalProperties")
        _drop_stricter(written, loose)
        if not _settle_required(written, is_complete=not lost):
            loose.add("required")
        if "array" in _types(written) and "items" not in written:
            written["items"] = {}

    def _value(self, key: str, value: Json) -> _Value | None:
        """A keyword's value; None when it is none, or does not fit any more."""
        shape = SHAPES.get(key)
        match shape:
            case Shape.SCHEMA:
                return self._one(key, value)
            case Shape.SCHEMAS:
                return self._list(key, value)
            case Shape.SCHEMA_MAP:
                return self._map(value)
            case Shape.TYPE:
                return _type_names(value)
            case Shape.ENUM:
                fits = bool(value) and self.budget.spend_value(value)
                values = distinct(items_of(value)) if fits else []
                return _Value(values) if values else None
            case Shape.NAMES:
                return self._names(value)
            case Shape.NAME_MAP:
                return self._name_map(value)
            case None:
                # A vendor's own keyword.
                return _Value(value) if self._fits(key, value) else None
            case Shape.VALUE if key == "const":
                return _Value([value]) if self._fits(key, value) else None
            case (
                Shape.VALUE
                | Shape.VALUES
                | Shape.NUMBER
                | Shape.POSITIVE
                | Shape.COUNT
                | Shape.TEXT
                | Shape.FLAG
            ):
                is_right = _is_of_shape(shape, value)
                return _Value(value) if is_right and self._fits(key, value) else None
        assert_never(shape)

    def _fits(self, key: str, value: Json) -> bool:
        return self.budget.spend(len(key)) and self.budget.spend_value(value)

    def _one(self, key: str, value: Json) -> _Value | None:
        if key == "additionalProperties" and isinstance(value, bool):
            return _Value(value)
        if not isinstance(value, Mapping | bool):
            return None
        found = self.schema(value)
        return _Value(found.schema, found.is_exact)

    def _list(self, key: str, value: Json) -> _Value | None:
        members = items_of(value)
        written: list[Json] = []
        is_exact = True
        for member in members:
            found = self.schema(member)
            is_exact = is_exact and found.is_exact
            if self.budget.is_spent:
                # Fewer members of `allOf` are less strict; of the others, they would be more.
                if key != "allOf":
                    return None
                is_exact = False
                break
            written.append(found.schema)
        return _Value(written, is_exact) if written else None

    def _map(self, value: Json) -> _Value | None:
        if not isinstance(value, Mapping):
            return None
        # All names first: when room is short they stay, without what was said of their values.
        names: list[str] = []
        for name in value:
            if not self.budget.spend(len(name) + SCHEMA_UNITS):
                break
            names.append(name)
        written: dict[str, Json] = {}
        is_exact = len(names) == len(value)
        for name in names:
            found = self.schema(value[name])
            written[name] = found.schema
            is_exact = is_exact and found.is_exact
        return _Value(written, is_exact)

    def _names(self, value: Json) -> _Value | None:
        kept: dict[str, None] = {}
        is_exact = isinstance(value, list | tuple)
        for name in items_of(value):
            if not isinstance(name, str) or not self.budget.spend(NAME_UNITS + len(name)):
                is_exact = False
                break
            kept[name] = None
        return _Value([*kept], is_exact)

    def _name_map(self, value: Json) -> _Value | None:
        if not isinstance(value, Mapping) or not self.budget.spend_value(value):
            return None
        lists = {key: items_of(names) for key, names in value.items()}
        if not all(isinstance(name, str) for names in lists.values() for name in names):
            return None
        return _Value({key: distinct(names) for key, names in lists.items()})


def _modern(node: JsonObject) -> JsonObject:
    """The node in the spelling of 2020-12, where older ones have the same to say."""
    modern = dict(node)
    items = modern.get("items")
    if isinstance(items, list | tuple):
        modern["prefixItems"] = items
        rest = modern.pop("additionalItems", None)
        modern["items"] = {} if rest is None else rest
    return modern


def _must_go(key: str, node: JsonObject) -> bool:
    return key in GONE or key.startswith("$") or (key == "enum" and "const" in node)


def _is_shorter(key: str, written: JsonObject, node: JsonObject) -> bool:
    before, after = node.get(key), written.get(key)
    if not isinstance(before, Mapping):
        return False
    return not isinstance(after, Mapping) or len(after) < len(before)


def _drop_stricter(written: dict[str, Json], loose: set[str]) -> None:
    """Take out what is stricter now because something beside it, or in it, is less strict."""
    if "not" in loose:
        written.pop("not", None)
    if "if" in loose:
        for key in ("if", "then", "else"):
            written.pop(key, None)
    if "contains" in loose:
        written.pop("maxContains", None)
    if "oneOf" in loose and "oneOf" in written:
        members = written.pop("oneOf")
        written.setdefault("anyOf", members)
    if "prefixItems" in loose and "prefixItems" not in written:
        written.pop("items", None)


def _settle_required(written: dict[str, Json], *, is_complete: bool) -> bool:
    """Give what is required a property, which says the same, where that can be; else let it go."""
    names = items_of(written.get("required"))
    properties = written.get("properties")
    known: dict[str, Json] = dict(properties) if isinstance(properties, Mapping) else {}
    missing = [name for name in names if isinstance(name, str) and name not in known]
    if not {"additionalProperties", "patternProperties"} & written.keys() and is_complete:
        if missing:
            written["properties"] = {**known, **{name: {} for name in missing}}
            missing = []
    elif missing:
        written["required"] = [name for name in names if name in known]
    if not written.get("required", True):
        del written["required"]
    return not missing


def _types(written: JsonObject) -> tuple[Json, ...]:
    declared = written.get("type")
    return items_of(declared) or (declared,)


def _type_names(value: Json) -> _Value | None:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or len(names) > len(TYPES):
        return None
    lower = [
        name.lower() if isinstance(name, str) and len(name) <= LONGEST_TYPE else ""
        for name in names
    ]
    kept = [*dict.fromkeys(lower)]
    # One of an unknown name may be anything.
    if not kept or not {*kept} <= {*TYPES}:
        return None
    return _Value(kept if len(kept) > 1 else kept[0])


def _is_of_shape(shape: Shape, value: Json) -> bool:
    match shape:
        case Shape.VALUES:
            return isinstance(value, list | tuple)
        case Shape.NUMBER:
            return _is_number(value)
        case Shape.POSITIVE:
            return _is_number(value) and value > 0
        case Shape.COUNT:
            return _is_number(value) and value >= 0 and value == int(value)
        case Shape.TEXT:
            return isinstance(value, str)
        case Shape.FLAG:
            return isinstance(value, bool)
        case _:
            return True


def _is_number(value: Json) -> TypeGuard[int | float]:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)
