"""Looks up what is known about a model, whatever state the user's own list is in."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from zeroclaw.ending import tell
from zeroclaw.words import error_text, say
from zeroclaw_api.factory import TeachableSettings
from zeroclaw_runtime import ModelRoute

if TYPE_CHECKING:
    from zeroclaw_api.errors import ZeroClawError
    from zeroclaw_api.factory import ModelSettings
    from zeroclaw_providers.catalogue.model_facts import ModelFacts
    from zeroclaw_providers.catalogue.reading import ModelCatalogue

__all__ = ["facts_of", "knowing", "with_facts"]


def facts_of(family: str, model: str, own_list: Path) -> ModelFacts | None:
    """What is known; None when that is nothing.

    A list of the user's own that cannot be used is told about and left out.
    """
    # Loaded when there is a model to look up: what reads the tables brings pydantic along.
    from zeroclaw_providers.catalogue.reading import ModelCatalogue
    from zeroclaw_providers.errors import ModelsFileUnusable

    try:
        return _catalogue(own_list, _last_change(own_list)).facts_of(family, model)
    except ModelsFileUnusable as error:
        _tell_of(error)
        return ModelCatalogue().facts_of(family, model)


def knowing(settings: ModelSettings, facts: ModelFacts | None) -> ModelSettings:
    """The settings, for a model that sees, or takes no tools, where they leave that unsaid."""
    if facts is None or not isinstance(settings, TeachableSettings):
        return settings
    # That a model could take tools does not say that its endpoint does.
    native_tools = None if facts.tools else facts.tools
    return settings.knowing(vision=facts.vision, native_tools=native_tools)


def with_facts(route: ModelRoute, settings: ModelSettings, facts: ModelFacts | None) -> ModelRoute:
    """The route with the price and the length of answers; what is set wins, then what is known.

    No answer is made longer than the kernel has it because a model could write more.
    """
    known_price = None if facts is None or facts.prices is None else facts.prices.per_token
    longest = None if facts is None else facts.max_output
    return evolve(
        route,
        price=known_price if settings.price is None else settings.price,
        max_output_tokens=settings.max_tokens
        or min(route.max_output_tokens, longest or route.max_output_tokens),
    )


@lru_cache(maxsize=1)
def _catalogue(own_list: Path, _changed: int | None) -> ModelCatalogue:
    """The catalogue as it is since the list changed: several models are looked up at a start."""
    from zeroclaw_providers.catalogue.reading import ModelCatalogue, open_catalogue
    from zeroclaw_providers.errors import ModelsFileUnusable

    try:
        return open_catalogue(own_list)
    except ModelsFileUnusable as error:
        _tell_of(error)
        return ModelCatalogue()


def _last_change(own_list: Path) -> int | None:
    try:
        return own_list.stat().st_mtime_ns
    except OSError:
        return None


def _tell_of(error: ZeroClawError) -> None:
    tell(say("models_file_left_out", problem=error_text(error)))
