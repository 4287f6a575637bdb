"""Few keywords still tell a model what to write."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.schema_cleaner.narrow import ANYTHING, narrowed
from zeroclaw_providers.schema_cleaner.strategies import CONSERVATIVE, GEMINI

TEXT: JsonObject = {"type": "string"}
COUNT: JsonObject = {"type": "integer"}


@pytest.mark.parametrize(
    ("schema", "gemini", "conservative"),
    [
        ({"type": ["string", "null"]}, {**TEXT, "nullable": True}, TEXT),
        ({"type": ["string", "integer"]}, {"anyOf": [TEXT, COUNT]}, {"anyOf": [TEXT, COUNT]}),
        ({"type": ["integer", "number"]}, {"type": "number"}, {"type": "number"}),
        ({"type": "null"}, {**TEXT, "nullable": True}, {"type": "null"}),
        ({"properties": {"a": TEXT}}, *[{"type": "object", "properties": {"a": TEXT}}] * 2),
        ({"prefixItems": [TEXT]}, *[{"type": "array", "items": TEXT}] * 2),
        ({"minLength": 1}, {"anyOf": [*ANYTHING]}, {}),
        ({"type": "string", "minLength": 1}, TEXT, {**TEXT, "minLength": 1}),
        ({"type": "boolean", "items": {}, "properties": {}}, *[{"type": "boolean"}] * 2),
    ],
)
def test_each_schema_has_one_type_or_is_a_union(
    schema: JsonObject, gemini: JsonObject, conservative: JsonObject
) -> None:
    assert narrowed(schema, GEMINI) == gemini
    assert narrowed(schema, CONSERVATIVE) == conservative


@pytest.mark.parametrize("union", ["anyOf", "oneOf"])
def test_a_union_with_null_is_what_else_it_is(union: str) -> None:
    schema: JsonObject = {union: [TEXT, {"type": "null"}], "description": "D", "default": None}
    told: JsonObject = {**TEXT, "description": "D", "default": None}
    assert narrowed(schema, GEMINI) == {**told, "nullable": True}
    assert narrowed(schema, CONSERVATIVE) == told


def test_beside_a_union_nothing_stands_where_nothing_may() -> None:
    schema: JsonObject = {
        "anyOf": [{**TEXT, "description": "a name"}, {"anyOf": [COUNT, {"type": "null"}]}],
        "description": "Who:",
        "title": "T",
    }
    assert narrowed(schema, GEMINI) == {
        "anyOf": [{**TEXT, "description": "Who:\na name", "nullable": True}, COUNT]
    }
    assert narrowed(schema, CONSERVATIVE) == {
        "title": "T",
        "description": "Who:",
        "anyOf": [{**TEXT, "description": "a name"}, COUNT],
    }


def test_a_union_of_values_becomes_one_list_of_them() -> None:
    schema: JsonObject = {"oneOf": [{"enum": ["a"], "title": "A"}, {"enum": ["b", "a"]}]}
    assert narrowed(schema, GEMINI) == {**TEXT, "enum": ["a", "b"]}


def test_the_type_beside_a_union_holds_in_each_branch() -> None:
    schema: JsonObject = {"type": "string", "anyOf": [{"minLength": 3}, {"format": "date"}]}
    assert narrowed(schema, CONSERVATIVE) == {
        "anyOf": [{**TEXT, "minLength": 3}, {**TEXT, "format": "date"}]
    }
    assert narrowed(schema, GEMINI) == TEXT


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([1, 2, None], {**COUNT, "description": "One of: 1, 2.", "nullable": True}),
        ([True], {"type": "boolean", "description": "One of: true."}),
        (["", "a"], {**TEXT, "description": 'One of: "", "a".'}),
        ([1.0, 0.5], {"type": "number", "description": "One of: 1.0, 0.5."}),
        (["a", 1], {"anyOf": [{**TEXT, "enum": ["a"]}, {**COUNT, "description": "One of: 1."}]}),
        ([*range(99)], {**COUNT, "description": f"One of: {', '.join(map(str, range(20)))}, …."}),
        (["x" * 500, ""], {**TEXT, "description": "One of: …."}),
    ],
)
def test_values_that_are_no_strings_are_named_instead(
    values: list[Json], written: JsonObject
) -> None:
    assert narrowed({"enum": values}, GEMINI) == written


def test_a_note_on_values_comes_after_the_description() -> None:
    assert narrowed({"enum": [1], "description": "D"}, GEMINI) == {
        **COUNT,
        "description": "D\nOne of: 1.",
    }
    assert narrowed({"enum": [1], "description": "D"}, CONSERVATIVE) == {
        **COUNT,
        "description": "D",
        "enum": [1],
    }


def test_parts_of_a_whole_are_told_as_one() -> None:
    schema: JsonObject = {
        "allOf": [
            {"type": "object", "properties": {"a": {}, "b": COUNT}, "required": ["a"]},
            {"properties": {"a": TEXT}, "required": ["b"], "description": "D"},
        ],
    }
    assert narrowed(schema, GEMINI) == {
        "type": "object",
        "description": "D",
        "properties": {"a": TEXT, "b": COUNT},
        "required": ["a", "b"],
    }


def test_what_nothing_fits_is_not_offered() -> None:
    schema: JsonObject = {"properties": {"a": {"not": {}}, "b": TEXT}, "required": ["a", "b"]}
    assert narrowed(schema, GEMINI) == {
        "type": "object",
        "properties": {"b": TEXT},
        "required": ["b"],
    }
    assert narrowed({"anyOf": [{"not": {}}, TEXT]}, GEMINI) == TEXT
    assert narrowed({"type": "array", "items": {"not": {}}}, CONSERVATIVE) == {
        "type": "array",
        "items": {},
    }


def test_variants_of_an_object_inside_are_joined_as_at_the_root() -> None:
    schema: JsonObject = {
        "type": "object",
        "anyOf": [{"properties": {"a": TEXT}}, {"properties": {"b": COUNT}}],
    }
    assert narrowed(schema, GEMINI) == {"type": "object", "properties": {"a": TEXT, "b": COUNT}}
