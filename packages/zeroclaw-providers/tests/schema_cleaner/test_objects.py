"""The unions of an object become one list of properties."""

from __future__ import annotations

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.schema_cleaner.objects import flattened, may_be_object

TEXT: JsonObject = {"type": "string"}
COUNT: JsonObject = {"type": "integer"}
OPEN: JsonObject = {
    "description": "Either.",
    "oneOf": [
        {"properties": {"kind": {"enum": ["a"]}, "x": TEXT}, "required": ["kind", "x"]},
        {"properties": {"kind": {"enum": ["b"]}, "y": COUNT}, "required": ["kind"]},
        {"type": "string"},
    ],
}


def test_variants_become_properties_of_which_the_shared_ones_are_required() -> None:
    assert flattened(OPEN, is_exact=False) == {
        "description": "Either.",
        "properties": {
            "kind": {"anyOf": [{"enum": ["a"]}, {"enum": ["b"]}]},
            "x": TEXT,
            "y": COUNT,
        },
        "required": ["kind"],
    }


def test_to_the_letter_an_open_variant_may_have_anything() -> None:
    properties = flattened(OPEN, is_exact=True)["properties"]
    assert isinstance(properties, dict)
    assert properties["x"] == {"anyOf": [TEXT, {}]}


def test_to_the_letter_closed_variants_say_it_all() -> None:
    closed: JsonObject = {
        "anyOf": [
            {"properties": {"x": TEXT}, "additionalProperties": False},
            {"properties": {"y": COUNT}, "additionalProperties": False},
        ]
    }
    assert flattened(closed, is_exact=True) == {
        "properties": {"x": TEXT, "y": COUNT},
        "additionalProperties": False,
    }


def test_all_parts_of_a_whole_hold_together() -> None:
    whole: JsonObject = {
        "allOf": [
            {"properties": {"a": TEXT}, "required": ["a"]},
            {"properties": {"a": {"minLength": 1}, "b": COUNT}, "required": ["b"]},
        ],
        "properties": {"b": {}},
        "minProperties": 1,
    }
    assert flattened(whole, is_exact=True) == {
        "properties": {"b": COUNT, "a": {"allOf": [TEXT, {"minLength": 1}]}},
        "minProperties": 1,
        "required": ["a", "b"],
    }


def test_a_choice_of_what_is_required_leaves_the_properties() -> None:
    schema: JsonObject = {
        "properties": {"a": TEXT, "b": TEXT},
        "anyOf": [
            {"properties": {"a": {}}, "required": ["a"]},
            {"properties": {"b": {}}, "required": ["b"]},
        ],
    }
    for is_exact in (True, False):
        assert flattened(schema, is_exact=is_exact) == {"properties": {"a": TEXT, "b": TEXT}}


def test_what_endpoints_refuse_at_the_root_goes() -> None:
    assert flattened({"not": {}, "if": {}, "enum": [{}], "title": "T"}, is_exact=True) == {
        "title": "T"
    }


def test_types_tell_whether_an_object_can_fit() -> None:
    assert may_be_object({})
    assert may_be_object({"type": ["null", "object"]})
    assert not may_be_object({"type": "array"})
    assert not may_be_object({"not": {}})
