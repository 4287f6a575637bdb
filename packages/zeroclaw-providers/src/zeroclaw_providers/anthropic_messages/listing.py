"""Reads the list of models of an endpoint that speaks Anthropic's protocol."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from zeroclaw_api.json import Json
from zeroclaw_providers.json_fields import object_of
from zeroclaw_providers.listing import names_in

__all__ = ["anthropic_names", "list_url"]

PATH: Final = "/models"
QUERY: Final = "limit=1000"
"""The longest page there is: more models than anybody has."""


def anthropic_names(body: Json) -> tuple[str, ...]:
    """The names, the newest model first."""
    return names_in(object_of(body).get("data"), "id")


def list_url(url: str, endpoint: str) -> str:
    """Where the list is, of an API whose requests go to `url`, which ends with `endpoint`."""
    parts = urlsplit(url)
    path = parts.path.removesuffix(endpoint) + PATH
    query = f"{parts.query}&{QUERY}" if parts.query else QUERY
    return parts._replace(path=path, query=query).geturl()
