"""A schema is written anew by its structure, never by its words."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.schema_cleaner.budget import LARGEST, Budget, Limits
from zeroclaw_providers.schema_cleaner.references import References
from zeroclaw_providers.schema_cleaner.walk import NEVER, Walk, Written

NODE: JsonObject = {
    "type": "object",
    "title": "Node",
    "properties": {"next": {"$ref": "#/$defs/node"}, "name": {"type": "string"}},
}


def walked(schema: JsonObject, limits: Limits = LARGEST) -> Written:
    return Walk(References(schema), Budget(limits)).schema(schema)


def written(schema: JsonObject) -> JsonObject:
    return walked(schema).schema


@pytest.mark.parametrize("table", ["properties", "patternProperties", "dependentSchemas"])
@pytest.mark.parametrize("name", ["pattern", "$ref", "$id", "$defs", "definitions", "enum", "id"])
def test_a_word_that_is_a_name_is_no_keyword(table: str, name: str) -> None:
    schema: JsonObject = {table: {name: {"type": "string"}}}
    assert written(schema) == schema
    assert written({"items": {"$ref": "#/$defs/x"}, "$defs": {"x": schema}}) == {"items": schema}


@pytest.mark.parametrize("keyword", ["default", "const", "enum", "examples", "x-vendor"])
def test_what_stands_in_a_value_is_no_schema(keyword: str) -> None:
    inside: Json = {"$ref": "#/$defs/x", "const": 1, "$id": "x", "type": "any", "required": 7}
    value = [inside] if keyword in ("enum", "examples") else inside
    expected = {"enum": [inside]} if keyword == "const" else {keyword: value}
    assert written({keyword: value}) == expected


def test_a_reference_is_replaced_by_what_it_points_to() -> None:
    schema: JsonObject = {
        "properties": {
            "a": {"$ref": "#/$defs/x", "description": "Mine."},
            "b": {"$ref": "#/properties/c/items"},
            "c": {"items": {"type": "integer"}},
            "d": {"$ref": "#/definitions/y~1z"},
        },
        "$defs": {"x": {"type": "string", "description": "Any."}},
        "definitions": {"y/z": {"$ref": "#/$defs/x"}},
    }
    assert walked(schema) == Written(
        {
            "properties": {
                "a": {"type": "string", "description": "Mine."},
                "b": {"type": "integer"},
                "c": {"items": {"type": "integer"}},
                "d": {"type": "string", "description": "Any."},
            }
        }
    )


def test_what_stands_beside_a_reference_holds_too() -> None:
    schema: JsonObject = {
        "$ref": "#/$defs/x",
        "minLength": 2,
        "allOf": [{"maxLength": 9}],
        "$defs": {"x": {"type": "string"}},
    }
    assert written(schema) == {"minLength": 2, "allOf": [{"maxLength": 9}, {"type": "string"}]}


def test_a_schema_inside_itself_says_what_it_is_alone() -> None:
    assert walked({"items": {"$ref": "#/$defs/node"}, "$defs": {"node": NODE}}) == Written(
        {
            "items": {
                **NODE,
                "properties": {
                    "next": {"type": "object", "title": "Node"},
                    "name": {"type": "string"},
                },
            }
        },
        is_exact=False,
    )
    assert written({"type": "array", "items": {"$ref": "#"}}) == {
        "type": "array",
        "items": {"type": "array", "items": {}},
    }
    assert written({"$ref": "#"}) == {}


def test_a_reference_to_nowhere_leaves_what_was_told() -> None:
    assert walked({"items": {"$ref": "#/no", "title": "T", "default": 1}}) == Written(
        {"items": {"title": "T", "default": 1}}, is_exact=False
    )


def test_below_an_identifier_of_its_own_nothing_is_looked_up() -> None:
    schema: JsonObject = {
        "items": {"$id": "urn:own", "contains": {"$ref": "#/$defs/x"}},
        "$defs": {"x": {"type": "string"}},
    }
    assert walked(schema) == Written({"items": {"contains": {}}}, is_exact=False)


@pytest.mark.parametrize(
    "stricter",
    [
        {"not": {"$ref": "#"}},
        {"if": {"$ref": "#/no"}, "then": NEVER, "else": NEVER},
        {"not": {"anyOf": [{"type": "string"}, {"unevaluatedItems": False}]}},
    ],
)
def test_what_would_become_stricter_goes(stricter: JsonObject) -> None:
    assert walked(stricter) == Written({}, is_exact=False)


def test_a_choice_of_one_among_less_strict_ones_is_of_any() -> None:
    exact: JsonObject = {"oneOf": [{"type": "string"}, {"type": "null"}]}
    assert walked(exact) == Written(dict(exact))
    loose: JsonObject = {"oneOf": [{"type": "string"}, {"$ref": "#/no"}]}
    assert written(loose) == {"anyOf": [{"type": "string"}, {}]}
    assert written({**loose, "anyOf": [{"type": "null"}]}) == {"anyOf": [{"type": "null"}]}
    assert written({"contains": {"$ref": "#/no"}, "maxContains": 1}) == {"contains": {}}


def test_older_editions_are_written_as_the_latest() -> None:
    assert written({"items": [{"type": "string"}, True], "additionalItems": False}) == {
        "prefixItems": [{"type": "string"}, {}],
        "items": NEVER,
    }
    assert written({"type": "STRING", "exclusiveMinimum": True, "minimum": 1, "id": "x"}) == {
        "type": "string",
        "minimum": 1,
    }


def test_values_of_the_wrong_kind_go() -> None:
    schema: JsonObject = {
        "type": ["string", "float"],
        "enum": [],
        "required": "a",
        "anyOf": [],
        "properties": [],
        "minLength": -1,
        "maxItems": 1.5,
        "multipleOf": 0,
        "minimum": True,
        "pattern": 7,
        "uniqueItems": "yes",
        "items": "string",
        "dependentRequired": {"a": [1]},
        "default": float("nan"),
    }
    assert written(schema) == {}
    assert written({"items": {"anyOf": ["string", {"type": "null"}]}}) == {
        "items": {"anyOf": [{}, {"type": "null"}]}
    }


def test_what_is_required_is_a_property() -> None:
    assert written({"required": ["a", "a"]}) == {"required": ["a"], "properties": {"a": {}}}
    closed: JsonObject = {"required": ["a"], "additionalProperties": False}
    assert walked(closed) == Written({"additionalProperties": False}, is_exact=False)
    assert walked({"required": []}) == Written({})


def test_an_array_says_what_is_in_it() -> None:
    assert written({"type": ["null", "array"]}) == {"type": ["null", "array"], "items": {}}


def test_names_stay_when_there_is_no_room_for_their_schemas() -> None:
    table: JsonObject = {f"p{n}": {"type": "string", "description": "x" * 90} for n in range(9)}
    schema: JsonObject = {"properties": table, "additionalProperties": False}
    short = walked(schema, Limits(units=600, depth=9))
    properties = short.schema["properties"]
    assert isinstance(properties, dict)
    assert properties.keys() == table.keys()
    assert properties["p8"] == {}
    assert short.schema["additionalProperties"] is False
    assert "additionalProperties" not in walked(schema, Limits(units=200, depth=9)).schema


@pytest.mark.parametrize("union", ["anyOf", "oneOf"])
def test_a_union_is_whole_or_not_at_all(union: str) -> None:
    schema: JsonObject = {union: [{"enum": [n]} for n in range(90)]}
    assert walked(schema, Limits(units=900, depth=9)) == Written({}, is_exact=False)
    several = walked({"allOf": schema[union]}, Limits(units=900, depth=9)).schema["allOf"]
    assert isinstance(several, list)
    assert 0 < len(several) < 90
