"""What is written is read back the same."""

from __future__ import annotations

import datetime
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.migration.toml_text import header_text, pair_text, value_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = (
    TEXTS
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.times()
    | st.datetimes()
    | st.datetimes(timezones=st.just(datetime.UTC))
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(TEXTS, VALUES)
def test_every_value_survives_being_written(key: str, value: object) -> None:
    assert tomllib.loads(pair_text(key, value)) == {key: value}


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_every_header_names_its_table(path: list[str]) -> None:
    table: object = {"x": 1}
    for key in reversed(path):
        table = {key: table}
    assert tomllib.loads(header_text(tuple(path)) + "\nx = 1") == table


def test_an_element_of_an_array_has_two_brackets() -> None:
    assert header_text(("a", "b c"), is_element=True) == '[[a."b c"]]'


def test_what_toml_lacks_is_refused() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        value_text(None)
