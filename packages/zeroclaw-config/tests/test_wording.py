"""Tests of our words for a validator's findings."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core.core_schema import ErrorType

from zeroclaw_config._wording import clause


@pytest.mark.parametrize(
    ("kind", "context", "words"),
    [
        ("missing", {}, "is missing"),
        ("extra_forbidden", {}, "is not a known key"),
        ("string_type", {}, "must be text"),
        ("int_from_float", {}, "must be a whole number"),
        ("int_parsing", {}, "must be a whole number"),
        ("bool_parsing", {}, "must be true or false"),
        ("float_type", {}, "must be a number"),
        ("list_type", {}, "must be a list"),
        ("model_type", {"class_name": "X"}, "must be a table"),
        ("literal_error", {"expected": "'a', 'b' or 'c'"}, "must be a, b or c"),
        ("enum", {"expected": "'a' or 'b'"}, "must be a or b"),
        ("greater_than", {"gt": 0.0}, "must be greater than 0"),
        ("less_than_equal", {"le": 1000}, "must be at most 1000"),
        ("finite_number", {}, "must be a finite number"),
        ("string_too_short", {"min_length": 1}, "must have at least 1 characters"),
        ("too_long", {"max_length": 9}, "must have at most 9 entries"),
        ("value_error", {"error": ValueError("x")}, "is not acceptable"),
        ("made_up", {}, "is not acceptable"),
    ],
)
def test_each_kind_of_finding_has_words(kind: str, context: dict[str, object], words: str) -> None:
    assert clause(kind, context) == words


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_every_kind_the_validator_has_makes_a_clause(kind: str) -> None:
    assert clause(kind, {}).startswith(("is ", "must "))


@given(st.text(), st.dictionaries(st.text(), st.text()))
def test_any_kind_with_any_facts_makes_a_clause(kind: str, context: dict[str, object]) -> None:
    assert clause(kind, context)
