"""Words the row of a vendor as the card that people choose from."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from zeroclaw_api.family import FamilyCard
from zeroclaw_providers.vendors.vendor import Vendor

__all__ = ["card_of"]

_THIS_MACHINE: Final = frozenset({"127.0.0.1", "localhost"})


def card_of(vendor: Vendor, asks: tuple[str, ...] = ()) -> FamilyCard:
    """The card; `asks` are settings that the vendor's family wants besides a model."""
    is_here = urlsplit(vendor.url).hostname in _THIS_MACHINE
    return FamilyCard(
        vendor.title,
        vendor.key,
        needs_key=vendor.needs_key,
        address=vendor.url if is_here else "",
        regions=tuple(vendor.regions),
        asks=asks,
    )
