"""Tests of the values that a configuration can hold."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.editing.values import config_value, same_value, typed_value
from zeroclaw_config.errors import ValueTypeMismatch

SECRET = "sk-planted-7f3a9c"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[("true", True), ("false", False), ("12", 12), ("-1.5", -1.5), ("1e3", 1000.0)],
        *[("0x1F", 31), ("1_000", 1000), (" 7 ", 7), ("[1, 'a']", [1, "a"])],
        ("{a = 1, b = {c = true}}", {"a": 1, "b": {"c": True}}),
        *[("True", "True"), ("007", "007"), ("nan", "nan"), ("inf", "inf"), ("", "")],
        *[("1979-05-27", "1979-05-27"), ('"quoted"', '"quoted"'), ("custom.home", "custom.home")],
        ("9" * 301, "9" * 301),
    ],
)
def test_a_word_gets_the_type_that_it_spells(text: str, value: object) -> None:
    assert same_value(typed_value(text, "k"), value)


def test_a_word_stays_text_when_asked() -> None:
    assert typed_value("12", "k", as_text=True) == "12"
    assert typed_value("[1]", "k", as_text=True) == "[1]"


@pytest.mark.parametrize(
    "text", [f"[{SECRET}", "{" + SECRET + "}", "[1]\nother = 2", f"[{SECRET}]"]
)
def test_a_broken_list_is_refused_without_its_text(text: str) -> None:
    with pytest.raises(ValueTypeMismatch) as caught:
        typed_value(text, "a.b")
    assert "`a.b` begins like a" in str(caught.value)
    assert SECRET not in f"{caught.value!r}{caught.value.__context__}"


def test_what_toml_cannot_hold_is_refused() -> None:
    for value in (None, {"a": [None]}, object(), "\udcff", {"\udcff": 1}):
        with pytest.raises(ValueTypeMismatch):
            config_value(value, "k")


def test_a_value_of_many_levels_is_refused() -> None:
    value: object = 1
    for _ in range(100):
        value = [value]
    with pytest.raises(ValueTypeMismatch, match="levels deep"):
        config_value(value, "k")


@given(
    st.recursive(st.integers() | st.text() | st.floats() | st.booleans(), st.lists, max_leaves=6)
)
def test_a_value_is_the_same_as_itself(value: object) -> None:
    assert same_value(value, value)
    assert same_value(value, config_value(value, "k"))


def test_values_of_other_types_are_not_the_same() -> None:
    assert not same_value(1, True)
    assert not same_value(1, 1.0)
    assert not same_value([1], [1, 2])
    assert not same_value({"a": 1}, {"b": 1})
    assert same_value(math.nan, math.nan)
