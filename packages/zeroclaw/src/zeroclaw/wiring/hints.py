"""Finds the model that an agent names, or hints at by what it is wanted for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zeroclaw.errors import HintUnanswered
from zeroclaw.wiring.chain import ChainLink, renamed
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.usage import Price
from zeroclaw_config import HINT, Config
from zeroclaw_providers.catalogue.model_facts import ModelFacts

__all__ = ["Facts", "meant_model"]

Facts = Callable[[str, str], ModelFacts | None]
"""What is known about a model of a family; None when that is nothing."""


def meant_model(reference: str, config: Config, facts: Facts) -> ChainLink:
    """The entry that a reference of the config names. Raises `HintUnanswered`."""
    if not reference.startswith(HINT):
        return ChainLink(reference, config.models[reference])
    hint = reference.removeprefix(HINT)
    route = config.routes.get(hint)
    if route is not None:
        settings = config.models[route.model_provider]
        model = settings.model if route.model is None else route.model
        is_own = model == settings.model
        return ChainLink(route.model_provider, settings if is_own else renamed(settings, model))
    found = _cheapest(config.models, facts) if hint == "cheapest" else _seeing(config.models, facts)
    if found is None:
        problem = say("no_model_has_price" if hint == "cheapest" else "no_model_sees")
        raise HintUnanswered(path=str(config.path), hint=hint, problem=problem)
    return ChainLink(found, config.models[found])


def _cheapest(models: Mapping[str, ModelSettings], facts: Facts) -> str | None:
    """The entry with the lowest sum of the prices of a token in and a token out."""
    prices = {name: _price(name, settings, facts) for name, settings in models.items()}
    known = {name: price.input + price.output for name, price in prices.items() if price}
    return min(known, key=known.__getitem__, default=None)


def _price(name: str, settings: ModelSettings, facts: Facts) -> Price | None:
    if settings.price is not None:
        return settings.price
    known = facts(name.partition(".")[0], settings.model)
    return None if known is None or known.prices is None else known.prices.per_token


def _seeing(models: Mapping[str, ModelSettings], facts: Facts) -> str | None:
    for name, settings in models.items():
        known = facts(name.partition(".")[0], settings.model)
        if known is not None and known.vision:
            return name
    return None
