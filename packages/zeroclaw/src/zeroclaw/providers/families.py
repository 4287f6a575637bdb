"""What there is to say of a family of models before any of it is configured."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from attrs import frozen

from zeroclaw.errors import EntryPointBroken
from zeroclaw.wiring.families import provider_factory
from zeroclaw.words import say
from zeroclaw_api.factory import OfferedFamily
from zeroclaw_api.family import FamilyCard

__all__ = ["FamilyFacts", "KeyNeed", "Kind", "family_facts"]


class Kind(StrEnum):
    """What is behind a family, in the order in which the kinds are shown."""

    HERE = "here"
    ENDPOINT = "endpoint"
    PROGRAM = "program"
    VENDOR = "vendor"
    OTHER = "other"


class KeyNeed(StrEnum):
    """What a family shows who is asking; `LOGIN` is one that was made before."""

    NEEDED = "needed"
    OPTIONAL = "optional"
    LOGIN = "login"
    NONE = "none"
    UNKNOWN = "unknown"


@frozen
class FamilyFacts:
    """A family, with the `name` people know it by; None where it has none of its own.

    `variables` are those that show that somebody has it, the one of its key first.
    """

    family: str
    name: str | None = None
    kind: Kind = Kind.OTHER
    key: KeyNeed = KeyNeed.UNKNOWN
    variables: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """How it is shown."""
        if self.name is not None:
            return self.name
        is_known = self.kind is not Kind.OTHER
        return say(f"providers_title_{self.family}") if is_known else self.family

    @property
    def is_local(self) -> bool | None:
        """Whether the model runs on this machine, unless told otherwise; None when nobody knows."""
        match self.kind:
            case Kind.HERE:
                return True
            case Kind.PROGRAM | Kind.VENDOR:
                return False
            case Kind.ENDPOINT | Kind.OTHER:
                return None


_WITHOUT_CARD: Final[Mapping[str, FamilyFacts]] = {
    "custom": FamilyFacts("custom", None, Kind.ENDPOINT, KeyNeed.OPTIONAL),
    "local": FamilyFacts("local", None, Kind.HERE, KeyNeed.NONE),
}
"""Families of ours that are no service with a name."""


def family_facts(family: str) -> FamilyFacts:
    """What its card tells of a family; of one without a card, or not installed, its name alone."""
    try:
        factory = provider_factory(family)
    except EntryPointBroken:
        return FamilyFacts(family)
    if not isinstance(factory, OfferedFamily):
        return _WITHOUT_CARD.get(family, FamilyFacts(family))
    card = factory.card
    return FamilyFacts(family, card.title, _kind(card), _key(card), card.variables)


def _kind(card: FamilyCard) -> Kind:
    if card.program:
        return Kind.PROGRAM
    if card.address:
        return Kind.HERE
    return Kind.ENDPOINT if "uri" in card.asks else Kind.VENDOR


def _key(card: FamilyCard) -> KeyNeed:
    if card.needs_key:
        return KeyNeed.NEEDED
    is_open = card.key_variable or card.address or "uri" in card.asks
    return KeyNeed.OPTIONAL if is_open else KeyNeed.LOGIN
