"""Hold that JSON is read strictly, its end found without a look into strings."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tool_call_parser.strict_json import Json, end_of_json, parse_json

# Small, since every beginning of each is looked at.
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
CONTAINERS = st.lists(VALUES, max_size=3) | st.dictionaries(st.text(), VALUES, max_size=3)


@given(CONTAINERS, st.booleans(), st.text())
def test_the_end_is_found_whatever_follows(value: Json, is_ascii: bool, rest: str) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii)
    assert end_of_json(text + rest, 0, len(text + rest)) == len(text)
    assert parse_json(text) == value


@given(CONTAINERS, st.booleans())
def test_every_beginning_of_a_value_asks_for_more(value: Json, is_ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii)
    for end in range(len(text)):
        with pytest.raises(EOFError):
            end_of_json(text, 0, end)


@pytest.mark.parametrize("text", ["{'a': 1}", "{a: 1}", "{NaN}", "[tru,", "x", "}", "[" * 300])
def test_what_no_text_makes_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="its"):
        end_of_json(text, 0, len(text))


@pytest.mark.parametrize(
    "text",
    [
        *("[NaN]", "[Infinity]", "[1e999]", "[1,]", '{"a": 1, "a": 2}', '{"a" 1}', '["\\ud800"]'),
        *('["\n"]', "[" * 100_000, "", "[" + "9" * 5_000 + "]"),
    ],
)
def test_ambiguous_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)
