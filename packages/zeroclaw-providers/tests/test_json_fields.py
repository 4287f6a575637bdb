"""Fields are read leniently, whatever a server put in them."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_providers.json_fields import count_of, items_of, loaded, object_of, text_of


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (12, 12),
        (12.0, 12),
        ("12", 12),
        ("12.0", 12),
        (0, 0),
        (-1, None),
        (True, None),
        (None, None),
        ("many", None),
        ("nan", None),
        ("1e999", None),
        ([1], None),
    ],
)
def test_counts_come_as_floats_or_text(value: Json, count: int | None) -> None:
    assert count_of(value) == count


def test_values_of_another_kind_read_as_empty() -> None:
    assert (object_of([1]), items_of({"a": 1}), text_of({}), text_of(True)) == ({}, (), "", "")
    assert text_of(7) == "7"


@pytest.mark.parametrize("text", ["{", "", "[" * 100_000, b"\xff"])
def test_what_is_no_json_raises_one_kind_of_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):
        loaded(text)


def test_half_a_character_passes_the_parser() -> None:
    assert loaded('"\\ud83d"') == "\ud83d"
