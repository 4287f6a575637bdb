"""Tests of taking JSON from a file."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json
from zeroclaw_api.services import Validator
from zeroclaw_config.files.json_values import json_object, json_schema, json_value
from zeroclaw_config.files.notes import Notes

TREES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(TREES)
def test_json_is_taken_as_it_is(value: Json) -> None:
    notes = Notes("f")
    assert json_value(value, (), notes) == value
    assert not notes


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), datetime.date(2026, 11, 30), datetime.time(1), b"bytes", {1}],
)
def test_what_json_does_not_know_is_noted_where_it_is(value: object) -> None:
    notes = Notes("f")
    json_object({"a": [1, value]}, ("args",), notes)
    (problem,) = notes.problems
    assert problem.key == "args.a[1]"


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ("text", "s must be a JSON Schema"),
        ([], "s must be a JSON Schema"),
        (True, "s must be a JSON Schema"),
        ({"properties": {}}, "s.type is missing"),
        ({"type": "array"}, "s.type must be object"),
        ({"type": "object", "oneOf": []}, "cannot be checked: unknown oneOf"),
        (
            {"type": "object", "properties": {"a": {"type": "strin"}}},
            "cannot be checked at `a`: there is no type 'strin'",
        ),
    ],
)
def test_what_cannot_be_checked_by_is_refused(
    schema: object, problem: str, validator: Validator
) -> None:
    notes = Notes("f")
    assert json_schema(schema, ("s",), validator, notes, of_type="object") is None
    assert problem in str(notes.problems[0])


def test_a_schema_that_can_be_checked_by_is_kept(validator: Validator) -> None:
    notes = Notes("f")
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert json_schema(schema, (), validator, notes, of_type="object") == schema
    assert json_schema({"type": "array"}, (), validator, notes) == {"type": "array"}
    assert not notes
    assert parse_json(canonical_json(schema)) == schema
