"""The subset of JSON Schema is checked whole; what lies outside is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_runtime import SubsetValidator
from zeroclaw_testing.strategies import json_values

VALIDATOR = SubsetValidator()
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


def fits(schema: JsonObject, value: Json) -> bool:
    return not VALIDATOR.violations(schema, value)


def problems(schema: JsonObject, value: Json) -> list[tuple[str, str]]:
    return [(found.where, found.problem) for found in VALIDATOR.violations(schema, value)]


def naive_type(value: Json) -> set[str]:
    """The types a value has, decided by another way than the validator's."""
    if isinstance(value, bool) or value is None:
        return {"boolean"} if value is not None else {"null"}
    kinds: dict[type, set[str]] = {
        int: {"integer", "number"},
        float: {"number"},
        str: {"string"},
        list: {"array"},
        dict: {"object"},
    }
    return kinds[type(value)]


@given(json_values(), st.sampled_from(TYPES))
def test_type_agrees_with_a_second_opinion(value: Json, kind: str) -> None:
    assert fits({"type": kind}, value) is (kind in naive_type(value))


@given(json_values(), st.lists(st.sampled_from(TYPES), min_size=1))
def test_several_types_mean_any_of_them_in_either_spelling(value: Json, kinds: list[str]) -> None:
    expected = any(fits({"type": kind}, value) for kind in kinds)
    assert fits({"type": kinds}, value) is expected
    assert fits({"anyOf": [{"type": kind} for kind in kinds]}, value) is expected


@given(st.dictionaries(st.sampled_from("abc"), json_values()), st.sets(st.sampled_from("abc")))
def test_object_fits_exactly_when_each_part_does(
    value: dict[str, Json], required: set[str]
) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "required": sorted(required),
        "additionalProperties": False,
    }
    expected = (
        required <= value.keys()
        and value.keys() <= {"a", "b"}
        and ("a" not in value or fits({"type": "string"}, value["a"]))
        and ("b" not in value or fits({"type": "integer"}, value["b"]))
    )
    assert fits(schema, value) is expected


@given(st.lists(json_values()), st.sampled_from(TYPES))
def test_array_fits_exactly_when_each_item_does(value: list[Json], kind: str) -> None:
    expected = all(fits({"type": kind}, item) for item in value)
    assert fits({"type": "array", "items": {"type": kind}}, value) is expected


@given(json_values())
def test_value_fits_an_enum_that_holds_it(value: Json) -> None:
    assert fits({"enum": [value]}, value)
    assert fits({}, value)


@pytest.mark.parametrize(
    ("option", "value"), [(1, True), (0, False), ([1], [True]), ({"a": 0}, {"a": False})]
)
def test_true_is_not_one_at_any_depth(option: Json, value: Json) -> None:
    assert not fits({"enum": [option]}, value)
    assert fits({"enum": [option]}, option)


def test_every_violation_names_its_place() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "mode": {"enum": ["fast", "slow"]},
        },
        "required": ["name", "mode"],
        "additionalProperties": {"type": "integer"},
    }
    assert problems(schema, {"tags": ["a", 1], "mode": "odd", "extra": "x"}) == [
        ("name", "is missing"),
        ("tags[1]", "must be string, not integer"),
        ("mode", "must be one of ['fast', 'slow']"),
        ("extra", "must be integer, not string"),
    ]


def test_no_form_that_fits_tells_what_each_wanted() -> None:
    ((where, problem),) = problems({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1)
    assert where == ""
    for wanted in ("fits none of the allowed forms", "must be string", "must be null"):
        assert wanted in problem


def test_items_that_are_forbidden_do_not_pass() -> None:
    schema: JsonObject = {"type": "array", "items": False}
    assert VALIDATOR.unsupported(schema) == ()
    assert fits(schema, [])
    assert not fits(schema, [1])
    assert fits({"type": "array", "items": True}, [1])


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "x"},
        {"properties": {"a": {"minLength": 1}}},
        {"properties": {"a": False}},
        {"items": {"format": "uri"}},
        {"additionalProperties": {"maximum": 1}},
        {"anyOf": [{"type": "string"}, {"const": 1}]},
        {"type": "strng"},
        {"type": 5},
        {"type": ["string", None]},
        {"properties": ["a"]},
        {"required": "a"},
        {"enum": "a"},
        {"anyOf": {"type": "string"}},
    ],
)
def test_schema_that_could_only_be_half_checked_is_named(schema: JsonObject) -> None:
    assert VALIDATOR.unsupported(schema)


def test_words_that_only_describe_are_no_obstacle() -> None:
    schema: JsonObject = {
        "title": "t",
        "description": "d",
        "type": "object",
        "default": {},
        "examples": [],
        "properties": {"a": {"anyOf": [{"type": "string"}], "description": "x"}},
        "additionalProperties": True,
    }
    assert VALIDATOR.unsupported(schema) == ()
