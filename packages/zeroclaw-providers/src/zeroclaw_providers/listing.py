"""Asks an endpoint which models it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zeroclaw_api.json import Json
from zeroclaw_providers.endpoint import Endpoint
from zeroclaw_providers.json_fields import items_of, loaded, object_of

__all__ = ["fetched_list", "names_in"]

MOST_BYTES: Final = 8 * 1024 * 1024
"""Some endpoints list thousands of models, each with its prices."""


async def fetched_list(endpoint: Endpoint, url: str, headers: Mapping[str, str]) -> Json:
    """What the endpoint sends; None for what is no JSON. Raises `ProviderError`."""
    body = await endpoint.get(url, headers, MOST_BYTES)
    try:
        return loaded(body)
    except ValueError:
        return None


def names_in(items: Json, key: str) -> tuple[str, ...]:
    """What the items of a list are called, each once; names that cannot be shown are left out."""
    names = (object_of(item).get(key) for item in items_of(items))
    return tuple(dict.fromkeys(n for n in names if isinstance(n, str) and _is_name(n)))


def _is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()
