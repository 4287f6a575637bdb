"""A value in a message is one short printable line without a secret."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._shown_value import LONGEST, shown_value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (date(2026, 1, 2), "2026-01-02"),
        ("carefull", '"carefull"'),
        ("", '""'),
        ("two\nlines\x1b[31m", '"two\ufffdlines\ufffd[31m"'),
        ({"a": 1}, None),
        ([1], None),
    ],
)
def test_value_is_shown_as_the_file_has_it(value: object, shown: str | None) -> None:
    assert shown_value(value, is_secret=False) == shown


@pytest.mark.parametrize(
    "value",
    [
        "sk-proj-4f9a8b7c6d5e4f3a2b1c",
        "http://me:hush@example.com/v1",
        "Bearer ghp_16charactersof1token",
        "dGhpcyBpcyBhIHNlY3JldA==9",
    ],
)
def test_text_that_looks_like_a_key_is_masked(value: str) -> None:
    assert shown_value(value, is_secret=False) == "***"


def test_value_of_a_secret_key_is_masked_whatever_it_is() -> None:
    assert {shown_value(value, is_secret=True) for value in ("x", 3, True, [1])} == {"***"}


@given(st.text())
def test_any_text_stays_short_and_printable(value: str) -> None:
    shown = shown_value(value, is_secret=False)
    assert shown is not None
    assert len(shown) <= LONGEST + 3
    assert shown.isprintable()
