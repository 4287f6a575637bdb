"""Kept blocks survive the way through the history."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_testing.strategies import json_objects


@given(json_objects(), st.integers(0, 10**6), st.integers(0, 256))
def test_a_block_comes_back_from_its_data_as_it_was(
    fields: JsonObject, characters: int, calls: int
) -> None:
    kept = KeptBlock({**fields, "type": "thinking"}, characters, calls)
    assert KeptBlock.of(kept.data()) == kept


@pytest.mark.parametrize("data", [{}, {"block": None}, {"block": {}}, {"block": {"type": ""}}])
def test_data_without_a_block_gives_none(data: dict[str, Json]) -> None:
    assert KeptBlock.of(data) is None


def test_a_place_that_is_missing_is_the_beginning() -> None:
    assert KeptBlock.of({"block": {"type": "x"}}) == KeptBlock({"type": "x"}, 0, 0)
