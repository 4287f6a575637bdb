"""A schema is cleaned once, however often it is sent."""

from __future__ import annotations

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.schema_cleaner.memo import MOST_REMEMBERED, Cleaner
from zeroclaw_providers.schema_cleaner.strategies import GEMINI, OPENAI


def schema_of(type_name: str) -> JsonObject:
    return {"type": "object", "properties": {"a": {"type": type_name}}}


def test_the_same_schema_is_cleaned_once() -> None:
    clean = Cleaner(GEMINI)
    schema: JsonObject = {"properties": {"a": {"type": ["string", "null"]}}}
    assert clean(schema) is clean(schema)
    assert clean(schema) == {
        "type": "object",
        "properties": {"a": {"type": "string", "nullable": True}},
    }


def test_equal_schemas_are_not_taken_for_one_another() -> None:
    clean = Cleaner(OPENAI)
    one, other = ({"properties": {"a": {"default": value}}} for value in (1, True))
    assert "True" not in repr(clean(one))
    assert "True" in repr(clean(other))


def test_the_oldest_is_forgotten_when_there_are_too_many() -> None:
    clean = Cleaner(OPENAI)
    schemas = [schema_of("string") for _ in range(MOST_REMEMBERED + 1)]
    results = [clean(schema) for schema in schemas]
    assert clean(schemas[-1]) is results[-1]
    assert clean(schemas[1]) is results[1]
    assert clean(schemas[0]) is not results[0]
    assert clean(schemas[0]) == results[0]
