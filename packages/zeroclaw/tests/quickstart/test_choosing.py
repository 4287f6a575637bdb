"""The model that is proposed can talk, or act where that is known."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from zeroclaw.quickstart.choosing import proposed
from zeroclaw.quickstart.offers import Offer
from zeroclaw.wiring.cards import family_cards
from zeroclaw_api.json import JsonObject
from zeroclaw_providers.catalogue.reading import ModelCatalogue
from zeroclaw_providers.catalogue.tables import tables_in

NOTHING: Final = ModelCatalogue()


def model(context: int, dollars: int, *, tools: bool = True) -> JsonObject:
    prices: JsonObject = {"input": dollars, "output": dollars}
    return {"context_window": context, "tools": tools, "prices": prices}


def catalogue(family: JsonObject) -> ModelCatalogue:
    date = datetime(2027, 1, 1, tzinfo=UTC).date().isoformat()
    return ModelCatalogue(tables_in({"date": date, "sources": [], "families": {"some": family}}))


SOME: Final = catalogue(
    {
        "old": model(8_000, 1),
        "cheap": model(400_000, 1),
        "fair": model(400_000, 5),
        "dear": model(400_000, 50),
        "fair-preview": model(400_000, 6),
        "fair-2026-11-30": model(400_000, 7),
        "talker": model(400_000, 5, tools=False),
    }
)


@pytest.mark.parametrize(
    ("usual", "listed", "first"),
    [
        ("best", (), "best"),
        ("best", ("other", "best"), "best"),
        ("gone", ("text-embedding-3", "chat"), "chat"),
        ("", ("nomic-embed-text", "llama3.2:3b"), "llama3.2:3b"),
        ("", ("nomic-embed-text",), "nomic-embed-text"),
        ("", ("chat", "some/auto"), "some/auto"),
        ("", (), None),
    ],
)
def test_proposed_model_can_chat_if_any_can(
    usual: str, listed: tuple[str, ...], first: str | None
) -> None:
    offer = Offer("unheard_of", "main", "Some", usual_model=usual)
    assert proposed(offer, listed, NOTHING) == first


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        ((), "fair"),
        (("old", "fair"), "fair"),
        (("old", "unknown"), "old"),
        (("unknown", "talker"), "unknown"),
    ],
)
def test_known_models_that_act_go_before_others(listed: tuple[str, ...], first: str) -> None:
    assert proposed(Offer("some", "main", "Some"), listed, SOME) == first


@pytest.mark.parametrize("family", ["openai", "anthropic", "gemini", "groq", "mistral", "xai"])
def test_well_known_families_have_a_proposal_without_their_list(family: str) -> None:
    card = family_cards()[family]
    name = proposed(Offer(family, "main", card.title), (), NOTHING)
    assert name is not None
    facts = NOTHING.facts_of(family, name)
    assert facts is not None
    assert facts.tools
