"""Vendors that this distribution adds to those of zeroclaw-providers."""

from zeroclaw_providers.openai_chat.quirks import Quirks
from zeroclaw_providers.vendors.factory import VendorFactory
from zeroclaw_providers.vendors.vendor import Vendor

__all__ = ["families"]

ROWS = (
    Vendor("acme", "Acme", "https://api.example.com/v1", "ACME_API_KEY"),
    Vendor(
        "acme_old",
        "Acme, older models",
        "https://old.example.com/v1",
        "ACME_API_KEY",
        native_tools=False,
        quirks=Quirks(merge_system=True),
    ),
)

families = {vendor.name: VendorFactory(vendor) for vendor in ROWS}
