"""Reads the list of models of an endpoint that speaks OpenAI's protocols."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from zeroclaw_api.json import Json
from zeroclaw_providers.listing import names_in

__all__ = ["list_url", "openai_names"]

PATH: Final = "/models"


def openai_names(body: Json) -> tuple[str, ...]:
    """The names; most wrap the list, as OpenAI does, some send just the list."""
    return names_in(body.get("data") if isinstance(body, dict) else body, "id")


def list_url(url: str, endpoint: str) -> str:
    """Where the list is, of an API whose requests go to `url`, which ends with `endpoint`."""
    parts = urlsplit(url)
    return parts._replace(path=parts.path.removesuffix(endpoint) + PATH).geturl()
