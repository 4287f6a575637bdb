"""A card tells of a family without loading it."""

from __future__ import annotations

from zeroclaw_api.family import FamilyCard


def test_card_needs_nothing_but_a_title() -> None:
    card = FamilyCard("Some")
    assert not card.needs_key
    assert card.variables == ()


def test_variables_begin_with_that_of_the_key() -> None:
    assert FamilyCard("Some", "KEY", signs=("A", "B")).variables == ("KEY", "A", "B")
    assert FamilyCard("Some", signs=("A", "B")).variables == ("A", "B")
