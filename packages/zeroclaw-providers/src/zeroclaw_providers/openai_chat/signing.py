"""Turns the key of an endpoint into the headers that show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

__all__ = ["Signing", "api_key_header", "bearer"]

Signing: TypeAlias = Callable[[str], Mapping[str, str]]
"""Called for each request, since some headers are good for a short time only."""


def bearer(key: str) -> Mapping[str, str]:
    """The key itself, as nearly all want it."""
    return {"Authorization": f"Bearer {key}"}


def api_key_header(key: str) -> Mapping[str, str]:
    """The key in a header of its own, as Azure wants it."""
    return {"api-key": key}
