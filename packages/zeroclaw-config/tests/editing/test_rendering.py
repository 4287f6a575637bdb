"""Tests of writing values as TOML."""

from __future__ import annotations

import datetime
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.editing._rendering import are_tables, block, inline, key_text, keys_text
from zeroclaw_config.editing.values import ConfigValue, same_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
OFFSETS = st.none() | st.integers(-1439, 1439).map(
    lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes))
)
SCALARS = (
    TEXTS
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.datetimes(timezones=OFFSETS)
    | st.dates()
    | st.times()
)
VALUES: st.SearchStrategy[ConfigValue] = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=6
)


@given(VALUES)
def test_a_value_in_one_line_is_read_as_it_was(value: ConfigValue) -> None:
    text = inline(value)
    assert "\n" not in text
    assert same_value(tomllib.loads(f"v = {text}\n")["v"], value)


@given(st.dictionaries(TEXTS, VALUES), st.sampled_from(["\n", "\r\n"]))
def test_a_table_with_headers_is_read_as_it_was(value: dict[str, ConfigValue], end: str) -> None:
    assert same_value(tomllib.loads(block(("t", 0, "é"), value, end)), {"t": {"é": value}})


def test_tables_of_a_list_get_a_header_each() -> None:
    tables: ConfigValue = [{"a": 1, "env": {"X": "1"}}, {}]
    assert are_tables(tables)
    expected = '[[m.s]]\na = 1\n\n[m.s.env]\nX = "1"\n\n[[m.s]]\n'
    assert block(("m", "s"), tables, "\n") == expected


def test_keys_are_quoted_where_they_must_be() -> None:
    assert key_text("a-b_1") == "a-b_1"
    assert key_text("a b") == '"a b"'
    assert keys_text(("a", 3, "")) == 'a.""'
