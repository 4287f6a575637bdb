"""Whatever the schema, each kind of endpoint takes what is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from importlib import import_module
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import items_of, object_of
from zeroclaw_providers.schema_cleaner.cleaning import cleaned
from zeroclaw_providers.schema_cleaner.strategies import (
    ANTHROPIC,
    CONSERVATIVE,
    GEMINI,
    OPENAI,
    Strategy,
)
from zeroclaw_providers.schema_cleaner.values import spelled

JSON_SCHEMA: Final = import_module("jsonschema")
"""It comes without types."""

Checker = Callable[[JsonObject], Iterator[str]]

IN_ONE: Final = (
    *("items", "contains", "additionalProperties", "propertyNames", "contentSchema"),
    *("not", "if", "then", "else"),
)
IN_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
IN_TABLES: Final = ("properties", "patternProperties", "dependentSchemas")
UNIONS: Final = {"allOf", "anyOf", "oneOf"}


def places(schema: JsonObject) -> Iterator[JsonObject]:
    """The schema with all that are in it."""
    yield schema
    inside = [schema[key] for key in IN_ONE if key in schema]
    inside += [member for key in IN_LISTS for member in items_of(schema.get(key))]
    inside += [member for key in IN_TABLES for member in object_of(schema.get(key)).values()]
    for each in inside:
        if isinstance(each, dict):
            yield from places(each)


def everywhere(schema: JsonObject) -> Iterator[str]:
    """What no endpoint takes."""
    properties = schema.get("properties")
    if schema.get("type") != "object" or not isinstance(properties, dict):
        yield "the root is no object with properties"
    if {*UNIONS, "enum", "not"} & schema.keys():
        yield "the root is a union"
    for place in places(schema):
        if any(key.startswith("$") or key == "definitions" for key in place):
            yield "there is a reference"
        if not {*items_of(place.get("required"))} <= object_of(place.get("properties")).keys():
            yield "something is required that is no property"
        if "array" in (place.get("type"), *items_of(place.get("type"))) and "items" not in place:
            yield "an array does not say what is in it"
        values = items_of(place.get("enum"))
        if "enum" in place and (not values or len({*map(spelled, values)}) < len(values)):
            yield "an enum is empty, or names a value twice"


def openai(schema: JsonObject) -> Iterator[str]:
    """What OpenAI refuses, and Anthropic too: both take the metaschema of 2020-12."""
    yield from everywhere(schema)
    try:
        JSON_SCHEMA.Draft202012Validator.check_schema(schema)
    except JSON_SCHEMA.SchemaError as error:
        yield str(error)


def gemini(schema: JsonObject) -> Iterator[str]:
    """What does not fit the `Schema` message of Gemini, in its oldest form."""
    yield from everywhere(schema)
    known = {"type", "title", "description", "nullable", "enum", "default"}
    known |= {"properties", "required", "items", "anyOf"}
    for place in places(schema):
        if not place.keys() <= known:
            yield "there is a field it does not know"
        if "anyOf" in place and len(place) > 1:
            yield "anyOf is not alone"
        if "anyOf" not in place and not isinstance(place.get("type"), str):
            yield "there is not one type"
        if "type" in place and place["type"] not in (
            *("string", "number", "integer", "boolean", "object", "array"),
        ):
            yield "there is an unknown type"
        if "enum" in place and place["type"] != "string":
            yield "there is an enum that is not of strings"
        if not all(isinstance(value, str) and value for value in items_of(place.get("enum"))):
            yield "a value of an enum is no string, or empty"
        if "items" in place and place["type"] != "array":
            yield "there are items of what is no array"
        if {"properties", "required"} & place.keys() and place["type"] != "object":
            yield "there are properties of what is no object"


def conservative(schema: JsonObject) -> Iterator[str]:
    """What a simple chat template, or a simple grammar, trips over."""
    yield from openai(schema)
    for place in places(schema):
        if {"additionalProperties", "patternProperties", "oneOf", "allOf", "not"} & place.keys():
            yield "there is a keyword that few servers know"
        if not isinstance(place.get("type", ""), str):
            yield "there are several types"


CHECKERS: Final[tuple[tuple[Strategy, Checker], ...]] = (
    (OPENAI, openai),
    (ANTHROPIC, openai),
    (GEMINI, gemini),
    (CONSERVATIVE, conservative),
)
EACH = pytest.mark.parametrize("strategy", [OPENAI, ANTHROPIC, GEMINI, CONSERVATIVE])

TYPES = st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"])
NAMES = st.sampled_from(
    ["a", "b", "pattern", "enum", "$ref", "$id", "definitions", "properties", "default", "type"]
)
VALUES: Final[st.SearchStrategy[Json]] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0, "", "a", "ab"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)
REFERENCES = st.sampled_from(["#/$defs/a", "#/$defs/b"])
STRANGE_REFERENCES = st.sampled_from(
    ["#", "#/properties/a", "#/definitions/a", "#/nowhere", "#/%24defs/~0", "other.json", "#a"]
)


def keywords(
    inner: st.SearchStrategy[Json], references: st.SearchStrategy[str]
) -> st.SearchStrategy[Json]:
    """Schemas of a few keywords, each with a value of its kind."""
    number = st.integers(-2, 3)
    count = st.integers(0, 2)
    several = st.lists(inner, min_size=1, max_size=3)
    table = st.dictionaries(NAMES, inner, max_size=3)
    names = st.lists(NAMES, unique=True, max_size=2)
    by_keyword: dict[str, st.SearchStrategy[Json]] = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "properties": table,
        "required": names,
        "items": inner,
        "anyOf": several,
        "oneOf": several,
        "allOf": several,
        "prefixItems": several,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "contains": inner,
        "minContains": count,
        "maxContains": count,
        "additionalProperties": inner,
        "propertyNames": inner,
        "dependentSchemas": table,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "e"]), inner, max_size=2),
        "dependentRequired": st.dictionaries(NAMES, names, max_size=2),
        "unevaluatedProperties": inner,
        "unevaluatedItems": inner,
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "const": VALUES,
        "default": VALUES,
        "examples": st.lists(VALUES, max_size=2),
        "title": st.sampled_from(["T", ""]),
        "description": st.sampled_from(["It is.", "b"]),
        "minimum": number,
        "exclusiveMaximum": number,
        "multipleOf": st.integers(1, 2),
        "minLength": count,
        "maxItems": count,
        "minProperties": count,
        "maxProperties": count,
        "pattern": st.sampled_from(["^a", "b$"]),
        "format": st.just("date"),
        "uniqueItems": st.booleans(),
        "x-vendor": VALUES,
        "nullable": st.booleans(),
        "$ref": references,
        "$comment": st.just("c"),
    }
    pairs = st.one_of(
        *(st.tuples(st.just(key), value) for key, value in by_keyword.items()),
        # The ones that matter, more often.
        *(st.tuples(st.just(key), by_keyword[key]) for key in ("properties", "anyOf", "type")),
    )
    return st.lists(pairs, max_size=4).map(dict)


def schemas(
    references: st.SearchStrategy[str], leaves: int = 7
) -> st.SearchStrategy[dict[str, Json]]:
    """Objects' schemas with two definitions that references can be about."""
    inner: st.SearchStrategy[Json] = st.recursive(
        st.booleans() | TYPES.map(lambda name: {"type": name}) | st.just({}),
        lambda below: keywords(below, references),
        max_leaves=leaves,
    )
    definitions = st.fixed_dictionaries({"a": inner, "b": inner, "~": inner})
    return st.tuples(keywords(inner, references), definitions).map(
        lambda drawn: {**object_of(drawn[0]), "$defs": drawn[1]}
    )


VALID = schemas(REFERENCES)
"""Schemas as the specification wants them."""
STRANGE = schemas(REFERENCES | STRANGE_REFERENCES)


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Json]:
    """Schemas with a wrong value somewhere, references to nowhere, keywords of old editions."""
    schema = deepcopy(draw(STRANGE))
    targets = [place for place in places(schema) if isinstance(place, dict)]
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.sampled_from(targets))
        keyword = draw(
            st.sampled_from([*place, "items", "type", "required", "definitions", "$id", "id"])
        )
        place[keyword] = draw(VALUES | st.just([{"type": "string"}]) | st.just("STRING"))
    return schema


ANY = VALID | spoilt()


def problems_of(schema: JsonObject, checker: Checker) -> list[str]:
    return [*checker(schema)]


@given(schema=ANY)
def test_every_schema_becomes_one_that_its_endpoint_takes(schema: JsonObject) -> None:
    for strategy, checker in CHECKERS:
        assert problems_of(cleaned(schema, strategy), checker) == []


@given(schema=ANY)
def test_cleaning_again_changes_nothing_to_the_byte(schema: JsonObject) -> None:
    before = deepcopy(schema)
    for strategy, _ in CHECKERS:
        once = cleaned(schema, strategy)
        assert json.dumps(cleaned(once, strategy)) == json.dumps(once)
        assert json.dumps(cleaned(deepcopy(schema), strategy)) == json.dumps(once)
    assert schema == before


def told_values(schema: Json) -> Iterator[str]:
    """All that stands under `enum`, `const`, `default`, wherever these words stand."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("const", "default"):
                yield spelled(value)
            if key == "enum":
                yield from map(spelled, items_of(value))
            yield from told_values(value)
    elif isinstance(schema, list):
        for member in schema:
            yield from told_values(member)


@given(schema=ANY)
def test_values_stay_what_they_were(schema: JsonObject) -> None:
    given_values = {*told_values(schema)}
    for strategy, _ in CHECKERS:
        for place in places(cleaned(schema, strategy)):
            assert {*map(spelled, items_of(place.get("enum")))} <= given_values
            assert "default" not in place or spelled(place["default"]) in given_values


@EACH
@given(names=st.lists(NAMES | st.text(max_size=8), unique=True), within=st.booleans())
def test_a_property_survives_whatever_its_name(
    strategy: Strategy, names: list[str], within: bool
) -> None:
    table: dict[str, Json] = {name: {"type": "string"} for name in names}
    below: JsonObject = {"type": "object", "properties": table, "required": names}
    around: JsonObject = {"properties": {"x": {"$ref": "#/$defs/d"}}, "$defs": {"d": below}}
    written = cleaned(around if within else below, strategy)
    found = object_of(object_of(written["properties"])["x"]) if within else written
    assert found["properties"] == table
    assert list(object_of(found["properties"])) == names


@given(schema=VALID, instances=st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=8))
def test_arguments_that_fitted_fit_what_is_made_of_the_schema(
    schema: JsonObject, instances: list[JsonObject]
) -> None:
    before = JSON_SCHEMA.Draft202012Validator(schema)
    after = [
        JSON_SCHEMA.Draft202012Validator(cleaned(schema, strategy))
        for strategy in (OPENAI, ANTHROPIC)
    ]
    for instance in instances:
        try:
            fitted = before.is_valid(instance)
        except RecursionError:
            return
        assert not fitted or all(judge.is_valid(instance) for judge in after)


BAD: Final[tuple[tuple[Checker, JsonObject], ...]] = (
    (openai, {"type": "array", "items": {}}),
    (openai, {"type": "object", "properties": {}, "anyOf": [{}]}),
    (openai, {"type": "object", "properties": {"a": {"type": "array"}}}),
    (openai, {"type": "object", "properties": {"a": {"$ref": "#"}}}),
    (openai, {"type": "object", "properties": {"a": {"type": "float"}}}),
    (openai, {"type": "object", "properties": {}, "required": ["a"]}),
    (openai, {"type": "object", "properties": {"a": {"enum": [1, 1.0]}}}),
    (gemini, {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}),
    (gemini, {"type": "object", "properties": {"a": {"type": "integer", "enum": [1]}}}),
    (gemini, {"type": "object", "properties": {"a": {"type": "string", "enum": [""]}}}),
    (gemini, {"type": "object", "properties": {"a": {"anyOf": [], "title": "A"}}}),
    (gemini, {"type": "object", "properties": {"a": {}}}),
    (gemini, {"type": "object", "properties": {"a": {"type": "string", "items": {}}}}),
    (gemini, {"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}}),
    (conservative, {"type": "object", "properties": {"a": {"type": ["string"]}}}),
    (conservative, {"type": "object", "properties": {}, "additionalProperties": False}),
)


@pytest.mark.parametrize(("checker", "schema"), BAD)
def test_control_the_judges_of_endpoints_refuse_what_those_refuse(
    checker: Checker, schema: JsonObject
) -> None:
    assert problems_of(schema, checker)


def test_control_a_stricter_schema_refuses_what_fitted() -> None:
    schema: Mapping[str, Json] = {"type": "object", "required": ["a"]}
    assert not JSON_SCHEMA.Draft202012Validator(schema).is_valid({})
    assert JSON_SCHEMA.Draft202012Validator(cleaned(schema, OPENAI)).is_valid({"a": 1})
