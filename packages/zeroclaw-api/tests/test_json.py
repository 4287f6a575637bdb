"""JSON is read strictly, written in one spelling."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import (
    Json,
    JsonObject,
    canonical_json,
    parse_json,
    parse_json_object,
    well_formed,
)
from zeroclaw_testing.strategies import json_objects, json_values, texts


@given(json_values())
def test_written_value_is_read_back(value: Json) -> None:
    assert parse_json(canonical_json(value)) == value
    assert parse_json(canonical_json(value).encode()) == value


@given(json_objects())
def test_order_of_keys_does_not_change_the_spelling(value: JsonObject) -> None:
    backwards = dict(reversed(list(value.items())))
    assert canonical_json(backwards) == canonical_json(value)


@given(st.text() | st.binary() | st.text('[]{},:"\\u09dDe.-+ ntf'))
def test_any_text_is_json_or_refused(text: str | bytes) -> None:
    with suppress(InvalidJson):
        value = parse_json(text)
        assert parse_json(canonical_json(value)) == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e999", "too large a number"),
        ("[-1e999]", "too large a number"),
        ('{"a": 1, "a": 2}', "'a' occurs twice"),
        ('[{"b": {"x": 1, "\\u0078": 2}}]', "'x' occurs twice"),
        ('"\\ud800"', "surrogate"),
        ('{"\\udc00": 1}', "surrogate"),
        ("", "Expecting value"),
        ("{'a': 1}", "property name"),
        ("[1,]", "Expecting value|trailing comma"),
        ("1 2", "Extra data"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "digits"),
        (b"\xff\xfe", "."),
        (b'"\xff"', "decode"),
    ],
)
def test_what_is_not_strict_json_is_refused(text: str | bytes, problem: str) -> None:
    with pytest.raises(InvalidJson, match=problem):
        parse_json(text)


def test_escaped_pair_is_one_character() -> None:
    assert parse_json('"\\ud83d\\udc1f"') == "🐟"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("null", "null"),
        ("true", "a boolean"),
        ("3", "a number"),
        ("3.5", "a number"),
        ('"x"', "a string"),
        ("[]", "an array"),
    ],
)
def test_anything_but_an_object_is_named(text: str, kind: str) -> None:
    with pytest.raises(InvalidJson, match=f"expected an object, found {kind}"):
        parse_json_object(text)


def test_canonical_spelling_is_compact_and_sorted() -> None:
    value: JsonObject = {"b": [1, 2.5, None, True], "a": "ü\u2028", "A": {}}
    assert canonical_json(value) == '{"A":{},"a":"ü\u2028","b":[1,2.5,null,true]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_values_outside_json_have_no_spelling(value: Json) -> None:
    with pytest.raises(InvalidJson):
        canonical_json(value)


def test_value_nested_too_deeply_has_no_spelling() -> None:
    deep: Json = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InvalidJson, match="nested too deeply"):
        canonical_json(deep)


@given(texts())
def test_good_text_is_well_formed_already(text: str) -> None:
    assert well_formed(text) == text


@given(st.text(st.characters(categories=["Cs", "L"]), max_size=8))
def test_half_characters_become_something_that_can_be_written(text: str) -> None:
    shown = well_formed(text)
    assert json.loads(json.dumps(shown).encode()) == shown
    shown.encode()
