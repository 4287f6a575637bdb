"""Asks the endpoints of a config which models they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from zeroclaw.home import Home
from zeroclaw.wiring.families import provider_factory
from zeroclaw.wiring.references import with_references
from zeroclaw.wiring.services import ProviderSurroundings, open_surroundings
from zeroclaw.words import error_text
from zeroclaw_api.errors import ProviderError, ZeroClawError
from zeroclaw_api.factory import KeyedSettings, ModelSettings
from zeroclaw_api.provider import ListsModels
from zeroclaw_providers.extra_headers import with_extra_headers

__all__ = ["LISTING_SECONDS", "Listing", "ask_endpoints"]

LISTING_SECONDS: Final = 5.0
"""For one endpoint, whatever it needs before it can be asked aside."""
CLOSE_SECONDS: Final = 1.0


@frozen
class Listing:
    """What the endpoint of an alias lists; `problem` says why it could not be asked."""

    address: str
    models: tuple[str, ...] = ()
    problem: str | None = None


async def ask_endpoints(
    models: Mapping[str, ModelSettings],
    file: str,
    environ: Mapping[str, str],
    seconds: float = LISTING_SECONDS,
) -> tuple[Listing, ...]:
    """Ask those that have such lists, all at the same time; `file` is the config they are in."""
    listings: dict[str, Listing] = {}

    async def ask(
        surroundings: ProviderSurroundings, address: str, settings: ModelSettings
    ) -> None:
        try:
            settings = await with_references(
                settings, f"providers.models.{address}", file, surroundings.references
            )
            listing = await _listed(address, settings, surroundings, seconds)
        except ZeroClawError as error:
            listing = Listing(address, problem=error_text(error))
        if listing is not None:
            listings[address] = listing

    home = Home(Path(file).parent)
    async with open_surroundings(home, environ) as surroundings, trio.open_nursery() as nursery:
        for address, settings in models.items():
            nursery.start_soon(ask, surroundings, address, settings)
    return tuple(listings[address] for address in models if address in listings)


async def _listed(
    address: str, settings: ModelSettings, surroundings: ProviderSurroundings, seconds: float
) -> Listing | None:
    """What it lists, to the first of its keys that is good; None where it has no such list."""
    keyed: Sequence[ModelSettings] = (
        settings.for_each_key() if isinstance(settings, KeyedSettings) else (settings,)
    )
    for one in keyed[:-1]:
        try:
            return await _listed_to(address, one, surroundings, seconds)
        except ProviderError:
            # The next key may be good.
            continue
    return await _listed_to(address, keyed[-1], surroundings, seconds)


async def _listed_to(
    address: str, settings: ModelSettings, surroundings: ProviderSurroundings, seconds: float
) -> Listing | None:
    family, _, alias = address.partition(".")
    services = with_extra_headers(surroundings.services, settings)
    client = provider_factory(family).build(settings, services, alias)
    names: tuple[str, ...] = ()
    try:
        if not isinstance(client, ListsModels):
            return None
        with trio.move_on_after(seconds):
            names = (await client.models()).names
        return Listing(address, names)
    finally:
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await client.aclose()
