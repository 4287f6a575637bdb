"""Chooses which model of a place to propose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from zeroclaw.quickstart.offers import Offer
from zeroclaw_providers.catalogue.model_facts import ModelFacts
from zeroclaw_providers.catalogue.reading import ModelCatalogue

__all__ = ["proposed"]

_NOT_FOR_CHAT: Final = (
    "audio",
    "dall-e",
    "embed",
    "guard",
    "image",
    "live",
    "moderation",
    "realtime",
    "rerank",
    "safety",
    "search",
    "transcribe",
    "tts",
    "whisper",
)
_UNSETTLED: Final = (":", "beta", "exp", "preview")
"""Parts of the names of models that come and go, or answer in another way."""
_EDITION: Final = re.compile(r"\d{4}")
"""A year, or a month with a day: in the name of an edition that will not be there for long."""
_OWN_CHOICE: Final = "auto"


def proposed(offer: Offer, listed: Sequence[str], catalogue: ModelCatalogue) -> str | None:
    """The model to propose; None when there is nothing to go by.

    What the place lists counts before what is known of its family. Raises `ModelsFileUnusable`.
    """
    if offer.usual_model and (not listed or offer.usual_model in listed):
        return offer.usual_model
    names = listed or catalogue.models_of(offer.family)
    talking = [name for name in names if not any(w in name.lower() for w in _NOT_FOR_CHAT)]
    chosen = next((name for name in talking if name.rpartition("/")[2] == _OWN_CHOICE), None)
    facts = {name: catalogue.facts_of(offer.family, name) for name in talking}
    acting = {name: told for name, told in facts.items() if told is not None and told.tools}
    if chosen is not None or acting:
        own = {name: told for name, told in acting.items() if offer.family in name.lower()}
        return chosen or _fair(own or acting)
    return next(iter(talking), None) or next(iter(listed), None)


def _fair(known: Mapping[str, ModelFacts]) -> str:
    """Of models that can act, one of middling price among those that read the most.

    Newer models read more, so that this leaves the old ones out, whatever they are called.
    """
    widest = max(facts.context_window or 0 for facts in known.values())
    wide = [name for name, facts in known.items() if (facts.context_window or 0) * 2 >= widest]
    settled = [name for name in wide if _is_settled(name)]
    ordered = sorted(settled or wide, key=lambda name: (_dollars(known[name]), name))
    return ordered[len(ordered) // 2]


def _is_settled(name: str) -> bool:
    return not (_EDITION.search(name) or any(part in name for part in _UNSETTLED))


def _dollars(facts: ModelFacts) -> float:
    return 0.0 if facts.prices is None else float(facts.prices.input + facts.prices.output)
