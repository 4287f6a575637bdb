"""One model with what is known about it, wherever it was found."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from attrs import frozen

from zeroclaw.models.errors import NothingKnown
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.usage import Price
from zeroclaw_config import Config
from zeroclaw_providers import TokenPrices
from zeroclaw_providers.catalogue.model_facts import ModelFacts
from zeroclaw_providers.catalogue.reading import ModelCatalogue

__all__ = ["KnownModel", "Prices", "configured", "described", "listed"]

_PER_DOLLAR: Final = 1_000
"""Nanodollars a token, for a dollar a million tokens."""


@frozen
class Prices:
    """US dollars for a million tokens, with whether the config says so; None is as input."""

    input: float
    output: float
    cached_input: float | None
    cache_write: float | None
    is_set: bool = False


@frozen
class KnownModel:
    """A model of a family. `alias` is where the config has it, None where it does not."""

    family: str
    model: str
    facts: ModelFacts
    prices: Prices | None
    alias: str | None = None

    @property
    def name(self) -> str:
        """As a list shows it: the alias with its family, or just the model."""
        return self.model if self.alias is None else f"{self.family}.{self.alias}"


def configured(
    config: Config, catalogue: ModelCatalogue, family: str | None = None
) -> Iterator[KnownModel]:
    """Every model of a config, or those of one family. Raises `ModelsFileUnusable`."""
    for address, settings in config.models.items():
        its_family, _, alias = address.partition(".")
        if family in (None, its_family):
            yield _with_settings(catalogue, its_family, alias, settings)


def listed(catalogue: ModelCatalogue, family: str) -> Iterator[KnownModel]:
    """Every model of a family that something is known about.

    Raises `NothingKnown`, `ModelsFileUnusable`.
    """
    models = catalogue.models_of(family)
    if not models:
        families = catalogue.families()
        hint = say("models_families", families=", ".join(families))
        near = get_close_matches(family, families, n=1)
        raise NothingKnown(name=family, hint=say("models_meant", name=near[0]) if near else hint)
    for model in models:
        yield _known(catalogue, family, model)


def described(config: Config | None, catalogue: ModelCatalogue, name: str) -> list[KnownModel]:
    """The models a name may mean: an alias such as `custom.home`, else a model of any family.

    A family before it, as in `openai/gpt-4o`, leaves that one. Raises `NothingKnown`,
    `ModelsFileUnusable`.
    """
    if config is not None and name in config.models:
        family, _, alias = name.partition(".")
        return [_with_settings(catalogue, family, alias, config.models[name])]
    families = catalogue.families()
    first, _, rest = name.partition("/")
    if first in families and catalogue.facts_of(first, rest) is not None:
        return [_known(catalogue, first, rest)]
    found = [
        _known(catalogue, family, name)
        for family in families
        if catalogue.facts_of(family, name) is not None
    ]
    if found:
        return found
    models = {model for family in families for model in catalogue.models_of(family)}
    near = get_close_matches(name, sorted(models), n=1)
    hint = say("models_meant", name=near[0]) if near else say("models_look")
    raise NothingKnown(name=name, hint=hint)


def _with_settings(
    catalogue: ModelCatalogue, family: str, alias: str, settings: ModelSettings
) -> KnownModel:
    known = _known(catalogue, family, settings.model)
    prices = known.prices if settings.price is None else _set(settings.price)
    return KnownModel(family, settings.model, known.facts, prices, alias)


def _known(catalogue: ModelCatalogue, family: str, model: str) -> KnownModel:
    facts = catalogue.facts_of(family, model) or ModelFacts()
    return KnownModel(family, model, facts, None if facts.prices is None else _told(facts.prices))


def _told(prices: TokenPrices) -> Prices:
    return Prices(
        float(prices.input),
        float(prices.output),
        None if prices.cached_input is None else float(prices.cached_input),
        None if prices.cache_write is None else float(prices.cache_write),
    )


def _set(price: Price) -> Prices:
    def dollars(nanodollars: int | None) -> float | None:
        return None if nanodollars is None else nanodollars / _PER_DOLLAR

    return Prices(
        price.input / _PER_DOLLAR,
        price.output / _PER_DOLLAR,
        dollars(price.cached_input),
        dollars(price.cache_write),
        is_set=True,
    )
