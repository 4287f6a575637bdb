"""Asks endpoints which models they have."""

from __future__ import annotations

from typing import Final

import trio
from attrs import evolve

from zeroclaw.quickstart.offers import SERVERS, Offer
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.json import Json, parse_json
from zeroclaw_api.services import Http, HttpRequest

__all__ = ["LISTING_SECONDS", "PROBE_SECONDS", "answering_servers", "models_of"]

PROBE_SECONDS: Final = 0.5
"""For a server of this machine: one that is there answers at once."""
LISTING_SECONDS: Final = 5.0
"""For a service: without its list, the model's name can still be typed."""
MOST_BYTES: Final = 8 * 1024 * 1024
"""Some services list thousands of models, each with its prices."""


async def models_of(http: Http, uri: str, key: str | None, seconds: float) -> tuple[str, ...]:
    """The names it lists; none when it lists none, or not in time."""
    headers = {"Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    url = f"{uri.rstrip('/')}/models"
    request = HttpRequest(method="GET", url=url, headers=headers, timeout=seconds)
    models: tuple[str, ...] = ()
    with trio.move_on_after(seconds):
        try:
            async with http.send(request) as response:
                if response.status == 200:
                    models = _names(parse_json(await response.read(MOST_BYTES)))
        except ZeroClawError:
            # Whatever keeps it from telling, the model itself is tried later.
            return ()
    return models


async def answering_servers(http: Http, servers: tuple[Offer, ...] = SERVERS) -> tuple[Offer, ...]:
    """The servers that list a model, in their own order; all are asked at once."""
    found: dict[str, tuple[str, ...]] = {}

    async def ask(server: Offer) -> None:
        found[server.name] = await models_of(http, server.uri or "", None, PROBE_SECONDS)

    async with trio.open_nursery() as nursery:
        for server in servers:
            nursery.start_soon(ask, server)
    return tuple(evolve(s, models=found[s.name]) for s in servers if found[s.name])


def _names(body: Json) -> tuple[str, ...]:
    # Most wrap the list, as OpenAI does; some send just the list.
    listed = body.get("data") if isinstance(body, dict) else body
    if not isinstance(listed, list):
        return ()
    names = (item.get("id") for item in listed if isinstance(item, dict))
    return tuple(dict.fromkeys(n for n in names if isinstance(n, str) and _is_name(n)))


def _is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()
