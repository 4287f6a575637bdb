"""The factories of all vendors in the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from zeroclaw_providers.vendors.table import AZURE, VENDORS

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
    from zeroclaw_providers.vendors.azure_settings import AzureSettings
    from zeroclaw_providers.vendors.settings import VendorSettings
    from zeroclaw_providers.vendors.vendor import Vendor

__all__ = ["AzureFactory", "VendorFactory", "families"]


class VendorFactory:
    """A `zeroclaw_api.ProviderFactory` for one row of the table.

    `clock` tells the seconds since 1970, for tokens that are good for a short time.
    """

    def __init__(self, vendor: Vendor, clock: Callable[[], float] = time.time) -> None:
        self._vendor = vendor
        self._clock = clock

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return self._vendor.name

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_providers.vendors.cards import card_of

        return card_of(self._vendor)

    def settings_model(self) -> type[VendorSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.vendors.settings import settings_of

        return settings_of(self._vendor)

    def build(
        self, settings: VendorSettings, services: ProviderServices, alias: str
    ) -> OpenAIChatProvider:
        """See `Factory.build`. Raises `KeyMissing` where the vendor wants a key."""
        from zeroclaw_providers.vendors.building import root_of, vendor_provider

        url = root_of(self._vendor, settings)
        return vendor_provider(self._vendor, settings, services, alias, url=url, clock=self._clock)


class AzureFactory:
    """A `zeroclaw_api.ProviderFactory` for Azure, where each deployment has a URL of its own."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return AZURE.name

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_providers.vendors.cards import card_of

        return card_of(AZURE, asks=("resource",))

    def settings_model(self) -> type[AzureSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.vendors.azure_settings import AzureSettings

        return AzureSettings

    def build(
        self, settings: AzureSettings, services: ProviderServices, alias: str
    ) -> OpenAIChatProvider:
        """See `Factory.build`. Raises `KeyMissing`."""
        from zeroclaw_providers.vendors.azure_settings import deployment_url
        from zeroclaw_providers.vendors.building import vendor_provider

        url = deployment_url(AZURE.url, settings)
        return vendor_provider(AZURE, settings, services, alias, url=url, clock=time.time)


families: Final[Mapping[str, VendorFactory | AzureFactory]] = MappingProxyType(
    {
        **{name: VendorFactory(vendor) for name, vendor in VENDORS.items()},
        AZURE.name: AzureFactory(),
    }
)
"""Where the entry point of the group `zeroclaw.provider_tables` leads."""
