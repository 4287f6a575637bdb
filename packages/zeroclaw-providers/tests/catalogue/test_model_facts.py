"""Facts about a model make sense, or are refused with where they do not."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from zeroclaw_api.json import Json
from zeroclaw_api.usage import Price
from zeroclaw_providers.catalogue.model_facts import ModelFacts, facts_in, problem_in


def test_what_nobody_told_is_unknown_rather_than_false() -> None:
    facts = facts_in({"tools": False})
    assert facts.tools is False
    assert facts.vision is None
    assert facts.prices is None


def test_prices_are_exact_to_the_nanodollar() -> None:
    facts = facts_in({"prices": {"input": 0.1, "output": 0.7, "cached_input": 0.0375}})
    assert facts.prices is not None
    assert facts.prices.input == Decimal("0.1")
    assert facts.prices.per_token == Price(input=100, output=700, cached_input=38)


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ({"context_window": 0}, "context_window"),
        ({"context_window": True}, "context_window"),
        ({"max_output": 100_000_001}, "max_output"),
        ({"vision": "yes"}, "vision"),
        ({"prices": {"input": 1}}, "prices.output"),
        ({"prices": {"input": -1, "output": 1}}, "prices.input"),
        ({"prices": {"input": 1, "output": 1_000_001}}, "prices.output"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_key(entry: dict[str, Json], where: str) -> None:
    with pytest.raises(ValidationError) as caught:
        facts_in(entry)
    assert problem_in(caught.value).startswith(f"{where}: ")


def test_keys_of_a_later_version_are_left_alone() -> None:
    assert facts_in({"smell": "roses"}) == ModelFacts()
