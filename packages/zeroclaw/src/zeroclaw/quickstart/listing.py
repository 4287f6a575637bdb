"""Asks places which models they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import evolve

from zeroclaw.quickstart.offers import Cards, Offer, family_offer, in_order
from zeroclaw.quickstart.setup import Families, Setup, settings_of
from zeroclaw.wiring.families import provider_factory
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.provider import ListsModels

__all__ = ["LISTING_SECONDS", "PROBE_SECONDS", "answering_servers", "models_at", "usual_servers"]

PROBE_SECONDS: Final = 0.5
"""For a server of this machine: one that is there answers at once."""
LISTING_SECONDS: Final = 5.0
"""For a service: without its list, the model's name can still be typed."""
CLOSE_SECONDS: Final = 1.0

_ANY_MODEL: Final = "any"


async def models_at(
    offer: Offer,
    environ: Mapping[str, str],
    families: Families,
    services: ProviderServices,
    seconds: float = LISTING_SECONDS,
) -> tuple[str, ...]:
    """The names it lists; none when it lists none, or not in time."""
    names: tuple[str, ...] = ()
    try:
        settings = settings_of(Setup(offer, _ANY_MODEL, "main"), environ, families)
        client = provider_factory(offer.family).build(settings, services, offer.alias)
        try:
            if isinstance(client, ListsModels):
                with trio.move_on_after(seconds):
                    names = (await client.models()).names
        finally:
            with trio.move_on_after(CLOSE_SECONDS, shield=True):
                await client.aclose()
    except ZeroClawError:
        # Whatever keeps it from telling, the model itself is tried later.
        return ()
    return names


def usual_servers(cards: Cards, environ: Mapping[str, str]) -> tuple[Offer, ...]:
    """The servers that people run, one for each port that they usually take."""
    servers: dict[int | None, Offer] = {}
    for family in in_order(cards):
        if cards[family].address:
            port = urlsplit(cards[family].address).port
            servers.setdefault(port, family_offer(family, cards[family], environ))
    return tuple(servers.values())


async def answering_servers(
    servers: Sequence[Offer],
    environ: Mapping[str, str],
    families: Families,
    services: ProviderServices,
) -> tuple[Offer, ...]:
    """The servers that list a model, in their own order; all are asked at once."""
    found: dict[Offer, tuple[str, ...]] = {}

    async def ask(server: Offer) -> None:
        found[server] = await models_at(server, environ, families, services, PROBE_SECONDS)

    async with trio.open_nursery() as nursery:
        for server in servers:
            nursery.start_soon(ask, server)
    return tuple(evolve(each, models=found[each]) for each in servers if found[each])
