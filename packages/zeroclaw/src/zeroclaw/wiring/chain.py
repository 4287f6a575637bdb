"""Lists the models that are asked one after the other when the first one fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol, cast

from attrs import field, frozen

from zeroclaw_api.factory import FallbackSettings, ModelSettings

__all__ = ["MOST_STEPS", "ChainLink", "chain_of", "renamed"]

MOST_STEPS: Final = 3
"""From the first entry to another that it leads to."""


class _Copied(Protocol):
    """What the settings of every family are: a pydantic model."""

    def model_copy(self, *, update: Mapping[str, object]) -> ModelSettings: ...


@frozen
class ChainLink:
    """One model, with the entry of the config, such as `custom.home`, through which it is asked."""

    provider: str
    settings: ModelSettings = field(repr=False)


def renamed(settings: ModelSettings, model: str) -> ModelSettings:
    """The settings for another model of the same entry, whose price nobody told."""
    return cast("_Copied", settings).model_copy(update={"model": model, "prices": None})


def chain_of(
    provider: str, settings: ModelSettings, models: Mapping[str, ModelSettings]
) -> tuple[ChainLink, ...]:
    """The model of an entry, then all that it falls back to, each once.

    The other models of an entry come before other entries, and those with all that is theirs
    before the next. An entry that `models` do not have is disabled, and left out.
    """
    links: dict[tuple[str, str], ChainLink] = {}
    for link in _links(provider, settings, models, (), MOST_STEPS):
        links.setdefault((link.provider, link.settings.model), link)
    return tuple(links.values())


def _links(
    provider: str,
    settings: ModelSettings,
    models: Mapping[str, ModelSettings],
    above: tuple[str, ...],
    steps: int,
) -> Iterator[ChainLink]:
    yield ChainLink(provider, settings)
    if not isinstance(settings, FallbackSettings):
        return
    for model in settings.fallback_models:
        yield ChainLink(provider, renamed(settings, model))
    above = (*above, provider)
    for other in settings.fallback:
        if steps and other in models and other not in above:
            yield from _links(other, models[other], models, above, steps - 1)
