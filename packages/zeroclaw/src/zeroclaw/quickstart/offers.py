"""The places where a model can be asked, as they are offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from shutil import which
from typing import Final

from attrs import frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked
from zeroclaw.words import say
from zeroclaw_api.family import FamilyCard

__all__ = [
    "BUNDLED",
    "CUSTOM",
    "UNNAMED",
    "WELL_KNOWN",
    "Cards",
    "Offer",
    "endpoint_offer",
    "family_offer",
    "in_order",
    "lacks_key",
    "named_offer",
    "ready_offers",
]

Cards = Mapping[str, FamilyCard]
"""What is told of each family, by its name."""

CUSTOM: Final = "custom"
LOCAL: Final = "local"
UNNAMED: Final = "endpoint"
"""The alias of an endpoint that nobody named."""
FIRST_ALIAS: Final = "main"

WELL_KNOWN: Final = (
    "openai",
    "anthropic",
    "gemini",
    "openrouter",
    "mistral",
    "groq",
    "deepseek",
    "xai",
)
"""Families that most people look for, which are shown before anybody searches."""

_OTHER_USES: Final = frozenset({"CLOUDFLARE_API_TOKEN", "GITHUB_TOKEN", "HF_TOKEN"})
"""Variables that many have set for something else."""


@frozen
class Offer:
    """One place where a model can be asked; its entry will be `family.alias`.

    `settings` are keys of that entry besides the model and its key, which a variable `key_env`
    holds. `usual_model` leaves the choice to the place, `models` are what it lists. `is_here` says
    that it is a server of this machine; a `program` is one that is run.
    """

    family: str
    alias: str
    title: str
    key_env: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    usual_model: str = ""
    models: tuple[str, ...] = ()
    is_here: bool = False
    program: str = ""

    @property
    def is_bundled(self) -> bool:
        """Whether it is the model that comes along."""
        return self.family == LOCAL

    @property
    def nick(self) -> str:
        """The word that tells it from other places."""
        return self.alias if self.family in (CUSTOM, LOCAL) else self.family


BUNDLED: Final = Offer(LOCAL, "bundled", "bundled")


def endpoint_offer(uri: str, name: str | None = None, key_env: str | None = None) -> Offer:
    """An endpoint that speaks OpenAI chat completions, by the root of its API."""
    return Offer(CUSTOM, name or UNNAMED, uri, key_env, (("uri", uri),))


def family_offer(family: str, card: FamilyCard, environ: Mapping[str, str]) -> Offer:
    """A family as it is here, with its key if the environment has it."""
    return Offer(
        family,
        FIRST_ALIAS,
        card.title,
        card.key_variable if _is_set(environ, card.key_variable) else None,
        usual_model=card.usual_model,
        is_here=bool(card.address),
        program=card.program,
    )


def in_order(families: Iterable[str]) -> list[str]:
    """The well-known families first, then the others by their names."""
    known = {family: place for place, family in enumerate(WELL_KNOWN)}
    return sorted(families, key=lambda family: (known.get(family, len(known)), family))


def ready_offers(
    cards: Cards, environ: Mapping[str, str], *, has_bundled: bool
) -> tuple[Offer, ...]:
    """What needs nothing more: keys, programs, the bundled model, then what is likely to work."""
    keys, programs, likely = [], [], []
    for family in in_order(cards):
        card = cards[family]
        offer = family_offer(family, card, environ)
        if card.asks or card.address:
            continue
        if card.program:
            if which(card.program, path=environ.get("PATH")):
                programs.append(offer)
        elif offer.key_env is not None and offer.key_env not in _OTHER_USES:
            keys.append(offer)
        elif any(_is_set(environ, variable) for variable in card.variables):
            likely.append(offer)
    return (*keys, *programs, *((BUNDLED,) if has_bundled else ()), *likely)


def named_offer(asked: Asked, environ: Mapping[str, str], cards: Cards) -> Offer | None:
    """The place that the command line names; None when it names none. Raises `WrongUsage`."""
    name, uri, key_env = asked.model_provider, asked.uri, asked.api_key_env
    if asked.is_local or (name == LOCAL and uri is None):
        return BUNDLED
    if key_env is not None and not _is_set(environ, key_env):
        # What was given is not quoted: it may be the key itself.
        raise WrongUsage(problem=say("quickstart_key_env_unset"))
    family = None if name is None else _family_named(name, cards)
    if uri is not None and family is None:
        return endpoint_offer(uri, name, key_env)
    if name is None:
        return None
    if family is None:
        raise WrongUsage(problem=_unknown(name, cards))
    # The usual key belongs to the usual place, so that it is not sent to another.
    usual = None if uri is not None else family_offer(family, cards[family], environ).key_env
    return Offer(
        family,
        FIRST_ALIAS,
        cards[family].title,
        key_env or usual,
        () if uri is None else (("uri", uri),),
        cards[family].usual_model,
        is_here=bool(cards[family].address),
        program=cards[family].program,
    )


def lacks_key(offer: Offer, cards: Cards) -> bool:
    """Whether its usual place answers nothing without a key, and there is none."""
    card = cards.get(offer.family)
    is_usual = "uri" not in dict(offer.settings)
    return card is not None and card.needs_key and offer.key_env is None and is_usual


def _family_named(name: str, cards: Cards) -> str | None:
    if name in cards:
        return name
    return {_plain(family): family for family in cards}.get(_plain(name))


def _plain(name: str) -> str:
    """A name without what people write in different ways, such as `LM Studio` and `lm_studio`."""
    return "".join(character for character in name.casefold() if character.isalnum())


def _unknown(name: str, cards: Cards) -> str:
    near = get_close_matches(name.casefold(), cards, n=1)
    if near:
        return say("quickstart_provider_meant", name=repr(name), near=near[0])
    known = ", ".join(family for family in WELL_KNOWN if family in cards)
    return say("quickstart_unknown_provider", name=repr(name), known=known)


def _is_set(environ: Mapping[str, str], variable: str) -> bool:
    return bool(environ.get(variable, "").strip())
