"""Makes the provider of a vendor from its row in the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from zeroclaw_api.factory import ProviderServices
from zeroclaw_providers.endpoint import IDLE_SECONDS
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.openai_chat.signing import Signing, api_key_header, bearer
from zeroclaw_providers.shown_key import shown_key
from zeroclaw_providers.vendors.settings import RegionalSettings, VendorSettings
from zeroclaw_providers.vendors.vendor import KeyForm, Vendor
from zeroclaw_providers.vendors.zhipu import ZhipuSigning

__all__ = ["root_of", "vendor_provider"]


def root_of(vendor: Vendor, settings: VendorSettings) -> str:
    """The root of the API that the settings choose."""
    return settings.uri or vendor.regions.get(_region(settings), vendor.url)


def vendor_provider(
    vendor: Vendor,
    settings: VendorSettings,
    services: ProviderServices,
    alias: str,
    *,
    url: str,
    clock: Callable[[], float],
) -> OpenAIChatProvider:
    """The client of an alias. `clock` tells the seconds since 1970. Raises `KeyMissing`.

    The environment's key goes to the vendor's own endpoint alone.
    """
    name, idle = f"{vendor.name}.{alias}", settings.timeout_secs
    return OpenAIChatProvider(
        services.http,
        url,
        shown_key(
            settings,
            services.secrets,
            vendor.key,
            name,
            is_own_endpoint=settings.uri is None,
            needs_key=vendor.needs_key,
        ),
        name,
        native_tools=settings.native_tools,
        vision=vendor.vision if settings.vision is None else settings.vision,
        blobs=services.blobs,
        quirks=vendor.quirks_in.get(_region(settings), vendor.quirks),
        options=settings.options,
        signing=_signing(vendor.key_form, clock),
        headers=vendor.headers,
        lists_openly=vendor.lists_openly,
        idle_seconds=IDLE_SECONDS if idle is None else idle,
    )


def _region(settings: VendorSettings) -> str:
    return settings.region if isinstance(settings, RegionalSettings) else ""


def _signing(form: KeyForm, clock: Callable[[], float]) -> Signing:
    match form:
        case KeyForm.BEARER:
            return bearer
        case KeyForm.API_KEY_HEADER:
            return api_key_header
        case KeyForm.ZHIPU_TOKEN:
            return ZhipuSigning(clock)
        case _:
            assert_never(form)
