"""Token counts come to what every other protocol reports."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_providers.anthropic_messages.usage import Counts

START: JsonObject = {
    "input_tokens": 10,
    "cache_read_input_tokens": 200,
    "cache_creation_input_tokens": 30,
    "output_tokens": 1,
}


def test_input_is_all_input_whichever_way_it_went() -> None:
    assert Counts().take(START) == Usage(240, 1, 200, 30)


def test_a_later_count_replaces_an_earlier_one() -> None:
    counts = Counts()
    counts.take(START)
    assert counts.take({"output_tokens": 50, "input_tokens": 12}) == Usage(242, 50, 200, 30)


def test_a_zero_does_not_undo_what_was_counted() -> None:
    counts = Counts()
    before = counts.take(START)
    assert counts.take({"input_tokens": 0, "output_tokens": 0}) == before


def test_thinking_is_counted_as_part_of_the_output() -> None:
    usage = Counts().take({"output_tokens": 9, "output_tokens_details": {"thinking_tokens": 4}})
    assert usage == Usage(None, 9, reasoning_tokens=4)


@pytest.mark.parametrize("odd", [{}, {"input_tokens": None}, {"input_tokens": -1}])
def test_what_is_no_count_stays_unknown(odd: JsonObject) -> None:
    assert Counts().take(odd) == Usage()
