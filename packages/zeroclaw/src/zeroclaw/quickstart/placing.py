"""Asks where the model is, with whatever else that place wants to be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.offers import (
    WELL_KNOWN,
    Cards,
    Offer,
    endpoint_offer,
    family_offer,
    in_order,
    lacks_key,
)
from zeroclaw.quickstart.questions import Questions
from zeroclaw.quickstart.setup import Families, endpoint_problem
from zeroclaw.words import say

__all__ = ["Placing"]

NO_VARIABLE: Final = "none"


@frozen(eq=False)
class Placing:
    """The questions about a place, to somebody who can be asked."""

    questions: Questions
    cards: Cards = field(repr=False)
    environ: Mapping[str, str] = field(repr=False)
    families: Families = field(repr=False)

    def chosen(self, ready: Sequence[Offer]) -> Offer:
        """One of those that are `ready`, of the well-known, of all, or an endpoint by its URL."""
        there = {offer.family for offer in ready}
        absent = [
            family_offer(family, self.cards[family], self.environ)
            for family in in_order(self.cards)
            if family not in there
        ]
        known = [offer for offer in absent if offer.family in WELL_KNOWN]
        others = [offer for offer in absent if offer.family not in WELL_KNOWN]
        titles = [*map(_title, ready), *map(_name, known), say("quickstart_offer_other")]
        offers = (*ready, *known, None, *others)
        shown = len(titles)
        titles += map(_name, others)
        chosen = offers[self.questions.search(say("quickstart_offers"), titles, shown)]
        return self._endpoint() if chosen is None else self.completed(chosen)

    def completed(self, offer: Offer) -> Offer:
        """The offer with what its family wants besides a model. Raises `WrongUsage`."""
        card = self.cards.get(offer.family)
        if card is None:
            return offer
        told = dict(offer.settings)
        key_env = offer.key_env
        if lacks_key(offer, self.cards):
            key_env = self._key_variable(card.key_variable)
            if key_env is None:
                facts = {"variable": card.key_variable, "title": card.title}
                raise WrongUsage(problem=say("quickstart_key_missing", **facts))
        if card.regions and "uri" not in told:
            heading = say("quickstart_region", title=card.title)
            region = card.regions[self.questions.choose(heading, card.regions, 0)]
            if region != card.regions[0]:
                told["region"] = region
        for setting in card.asks:
            if setting not in told:
                label = say("quickstart_setting", setting=setting, title=card.title)
                told[setting] = self.questions.text(label, None, lambda _: None)
        return evolve(offer, key_env=key_env, settings=tuple(told.items()))

    def _endpoint(self) -> Offer:
        uri = self.questions.text(
            say("quickstart_uri"), None, lambda text: endpoint_problem(text, self.families)
        )
        return endpoint_offer(uri, key_env=self._key_variable(NO_VARIABLE))

    def _key_variable(self, usual: str) -> str | None:
        """Which variable holds the key; None for none."""

        def unset(name: str) -> str | None:
            is_set = name == NO_VARIABLE or bool(self.environ.get(name, "").strip())
            return None if is_set else say("quickstart_key_unset")

        name = self.questions.text(say("quickstart_key_env"), usual, unset)
        return None if name == NO_VARIABLE else name


def _title(offer: Offer) -> str:
    """What a place is that needs nothing more."""
    if offer.is_bundled:
        return say("quickstart_offer_bundled")
    if offer.program:
        return say("quickstart_offer_program", title=offer.title, program=offer.program)
    if offer.models:
        count = len(offer.models)
        return say("quickstart_offer_server", title=offer.title, count=count)
    if offer.key_env is None:
        return _name(offer)
    return say("quickstart_offer_key", title=offer.title, variable=offer.key_env)


def _name(offer: Offer) -> str:
    """A place by both names under which people look for it."""
    return f"{offer.title} ({offer.family})"
