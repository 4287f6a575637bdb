"""People are told of every family that is installed."""

from __future__ import annotations

from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families

BY_URL = {"custom", "local"}
"""What these need is asked for in another way."""


def test_every_family_is_offered_but_those_without_a_name() -> None:
    assert set(installed_families()) - set(family_cards()) == BY_URL


def test_titles_of_families_tell_them_apart() -> None:
    titles = [card.title for card in family_cards().values()]
    assert len(set(titles)) == len(titles)
    assert all(titles)


def test_families_that_need_a_key_name_its_variable() -> None:
    wanting = {name: card for name, card in family_cards().items() if card.needs_key}
    assert {"openai", "anthropic", "gemini", "groq"} <= set(wanting)
    assert all(card.key_variable for card in wanting.values())
