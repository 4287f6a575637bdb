"""Says a schema in the few keywords that some endpoints know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.schema_cleaner.keywords import TYPES
from zeroclaw_providers.schema_cleaner.objects import flattened
from zeroclaw_providers.schema_cleaner.strategies import Nulls, Strategy
from zeroclaw_providers.schema_cleaner.values import distinct, kind_of, spelled
from zeroclaw_providers.schema_cleaner.walk import NEVER

__all__ = ["narrowed"]

BESIDE: Final = ("title", "description", "default")
"""What says something of a value whatever its type."""
ORDER: Final = ("type", "title", "description", "nullable", "enum", "anyOf")
BY_TYPE: Final[Mapping[str, tuple[str, ...]]] = {
    "string": ("format", "pattern", "minLength", "maxLength"),
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
    "array": ("minItems", "maxItems"),
}
ANYTHING: Final[tuple[JsonObject, ...]] = (
    {"type": "string"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "object"},
    {"type": "array", "items": {"type": "string"}},
)
"""How any value is declared where each schema must have a type."""
MAX_NAMED_VALUES: Final = 20
MAX_NAMED_LETTERS: Final = 200


def narrowed(schema: JsonObject, strategy: Strategy) -> dict[str, Json]:
    """A schema without references, as the walk writes it, in the keywords of a strategy.

    Of two conditions that cannot be said together, the one that tells a model more stays.
    """
    whole = _without_all_of(schema)
    union = items_of(whole.get("anyOf")) or items_of(whole.get("oneOf"))
    if union and (whole.get("type") == "object" or "properties" in whole):
        whole = flattened(whole, is_exact=False)
    elif union and not {"enum", "items", "prefixItems"} & whole.keys():
        return _union(whole, union, strategy)
    types = _types(whole)
    is_nullable = "null" in types or whole.get("nullable") is True
    kinds = [kind for kind in types if kind != "null"]
    if not kinds and is_nullable and strategy.nulls is Nulls.DROPPED:
        return _ordered({**_beside(whole), "type": "null"})
    if not kinds and is_nullable:
        kinds = ["string"]
    branches = [_of_type(kind, whole, strategy) for kind in kinds]
    return _one_of(branches, _Around(_beside(whole), is_nullable), strategy)


@define
class _Around:
    """What holds for a union as a whole."""

    beside: dict[str, Json]
    is_nullable: bool


def _union(whole: JsonObject, union: Iterable[Json], strategy: Strategy) -> dict[str, Json]:
    """A union of schemas of different kinds; none of its branches is a union when it is done."""
    around = _Around(_beside(whole), whole.get("nullable") is True)
    types = {"type": whole["type"]} if "type" in whole else {}
    branches: list[dict[str, Json]] = []
    for member in union:
        if not isinstance(member, Mapping) or member == NEVER or not member:
            continue
        if _types(member) == ["null"]:
            around.is_nullable = True
            continue
        # What the schema says of types beside its union holds in each branch.
        part = narrowed({**types, **member}, strategy)
        inner = [dict(each) for each in items_of(part.get("anyOf")) if isinstance(each, Mapping)]
        for branch in inner or [part]:
            if branch.pop("nullable", False):
                around.is_nullable = True
            branches.append(branch)
    if not branches:
        rest = {key: value for key, value in whole.items() if key not in ("anyOf", "oneOf")}
        if around.is_nullable:
            rest.setdefault("type", "null")
        return narrowed(rest, strategy)
    return _one_of(branches, around, strategy)


def _one_of(
    branches: list[dict[str, Json]], around: _Around, strategy: Strategy
) -> dict[str, Json]:
    """The branches as one schema: a single one, one `enum`, else a union."""
    if not branches and strategy.needs_type:
        branches = [dict(branch) for branch in ANYTHING]
    kept = _merged_literals(_distinct_branches(branches))
    is_flagged = around.is_nullable and strategy.nulls is Nulls.AS_FLAG
    if len(kept) < 2:
        only = kept[0] if kept else {}
        beside = {**around.beside}
        if strategy.string_enums:
            beside = _with_note(beside, only)
        return _ordered({**only, **beside, **({"nullable": True} if is_flagged else {})})
    if not strategy.lone_unions:
        return _ordered({**around.beside, "anyOf": kept})
    first = kept[0]
    told = [text for text in (around.beside.get("description"), first.get("description")) if text]
    if told:
        first["description"] = "\n".join(str(text) for text in dict.fromkeys(told))
    if is_flagged:
        first["nullable"] = True
    return {"anyOf": [_ordered(branch) for branch in kept]}


def _with_note(beside: dict[str, Json], only: JsonObject) -> dict[str, Json]:
    """A note on values goes after the description from around it, rather than being replaced."""
    note, outer = only.get("description"), beside.get("description")
    if isinstance(note, str) and isinstance(outer, str) and note not in outer:
        return {**beside, "description": f"{outer}\n{note}"}
    return beside


def _distinct_branches(branches: Iterable[dict[str, Json]]) -> list[dict[str, Json]]:
    """Those that differ in more than what is told about them."""
    first: dict[str, dict[str, Json]] = {}
    for branch in branches:
        bare = {key: value for key, value in branch.items() if key not in BESIDE}
        first.setdefault(spelled(bare), branch)
    return [*first.values()]


def _merged_literals(branches: list[dict[str, Json]]) -> list[dict[str, Json]]:
    types = {spelled(branch.get("type")) for branch in branches}
    if len(branches) < 2 or len(types) > 1 or not all("enum" in branch for branch in branches):
        return branches
    values = distinct(value for branch in branches for value in items_of(branch["enum"]))
    return [{"type": branches[0]["type"], "enum": values}]


def _of_type(kind: str, whole: JsonObject, strategy: Strategy) -> dict[str, Json]:
    """What the schema says of values of one type."""
    known = strategy.keywords or frozenset()
    part: dict[str, Json] = {"type": kind}
    part |= {key: whole[key] for key in BY_TYPE.get(kind, ()) if key in whole and key in known}
    values = [value for value in items_of(whole.get("enum")) if _is_kind(value, kind)]
    if values and _fit(values, strategy):
        part["enum"] = values
    elif values:
        part["description"] = _named(values)
    if kind == "array":
        part["items"] = _items(whole, strategy)
    if kind == "object":
        part |= _properties(whole, strategy)
    return part


def _fit(values: Iterable[Json], strategy: Strategy) -> bool:
    return not strategy.string_enums or all(isinstance(v, str) and v for v in values)


def _named(values: list[Json]) -> str:
    shown: list[str] = []
    for value in values[:MAX_NAMED_VALUES]:
        shown.append(json.dumps(value, ensure_ascii=False))
        if sum(map(len, shown)) > MAX_NAMED_LETTERS:
            shown.pop()
            break
    more = ["…"] if len(shown) < len(values) else []
    return f"One of: {', '.join((*shown, *more))}."


def _properties(whole: JsonObject, strategy: Strategy) -> dict[str, Json]:
    declared = whole.get("properties")
    if not isinstance(declared, Mapping):
        return {}
    written: dict[str, Json] = {
        name: narrowed(value, strategy)
        for name, value in declared.items()
        if isinstance(value, Mapping) and value != NEVER
    }
    required = [name for name in items_of(whole.get("required")) if name in written]
    return {"properties": written, **({"required": required} if required else {})}


def _items(whole: JsonObject, strategy: Strategy) -> dict[str, Json]:
    members = [*items_of(whole.get("prefixItems")), whole.get("items")]
    telling = [each for each in members if isinstance(each, Mapping) and each and each != NEVER]
    return narrowed({"anyOf": telling} if len(telling) > 1 else dict(*telling), strategy)


def _types(schema: JsonObject) -> list[str]:
    """Its types, as it says or as its other keywords tell; none when it may be anything."""
    declared = schema.get("type")
    names = [str(name) for name in (items_of(declared) or ((declared,) if declared else ()))]
    values = items_of(schema.get("enum"))
    kinds = {kind_of(value) for value in values}
    if not names:
        names = [name for name in TYPES if name in kinds]
    elif values:
        possible = [n for n in names if n in kinds or (n == "number" and "integer" in kinds)]
        names = possible or names
    if not names and "properties" in schema:
        names = ["object"]
    if not names and {"items", "prefixItems"} & schema.keys():
        names = ["array"]
    return [name for name in names if name != "integer" or "number" not in names]


def _is_kind(value: Json, kind: str) -> bool:
    return kind_of(value) == kind or (kind == "number" and kind_of(value) == "integer")


def _without_all_of(schema: JsonObject) -> JsonObject:
    """The members of `allOf` in the schema itself; what both say, it says itself."""
    if "allOf" not in schema:
        return schema
    whole = {key: value for key, value in schema.items() if key != "allOf"}
    properties: dict[str, Json] = {}
    required: dict[Json, None] = {}
    members = [whole, *(m for m in items_of(schema["allOf"]) if isinstance(m, Mapping))]
    for member in members[:1] + [_without_all_of(member) for member in members[1:]]:
        for key, value in member.items():
            if key == "properties" and isinstance(value, Mapping):
                for name, each in value.items():
                    properties[name] = properties.get(name) or each
            elif key == "required":
                required.update(dict.fromkeys(items_of(value)))
            else:
                whole.setdefault(key, value)
    if properties:
        whole["properties"] = properties
    if required:
        whole["required"] = [*required]
    return whole


def _beside(whole: JsonObject) -> dict[str, Json]:
    return {key: whole[key] for key in BESIDE if key in whole}


def _ordered(schema: JsonObject) -> dict[str, Json]:
    first = {key: schema[key] for key in ORDER if key in schema}
    return {**first, **{key: value for key, value in schema.items() if key not in first}}
