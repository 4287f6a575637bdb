"""The settings of vendors whose endpoints speak OpenAI chat completions."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings
from zeroclaw_providers.vendors.vendor import Vendor

__all__ = ["RegionalSettings", "VendorSettings", "settings_of"]

_REGION: Final = "Which of the vendor's own endpoints is asked; an account belongs to one."


class VendorSettings(FamilySettings):
    """A section of a vendor, of whom there is nothing more to say."""

    uri: EndpointUrl | None = Field(
        default=None,
        description="The root of another endpoint that stands in for the vendor's own; the key"
        " for it is taken from api_key alone.",
    )
    vision: bool | None = Field(
        default=None,
        description="Whether the model is sent pictures; as the vendor's models mostly want when"
        " left out.",
    )


class TextToolsSettings(VendorSettings):
    """A section of a vendor whose models mostly take no tools in the protocol's own form."""

    native_tools: bool = Field(
        default=False,
        description="Whether the endpoint takes tools; if not, they are described in words.",
    )


class RegionalSettings(VendorSettings):
    """A section of a vendor with more than one endpoint; each class below has its regions."""

    region: str


class ChinaSettings(RegionalSettings):
    """A section of a vendor with one endpoint in China and one for the others."""

    region: Literal["intl", "cn"] = Field(default="intl", description=_REGION)


class GlobalSettings(RegionalSettings):
    """A section of Zhipu, which says it in other words."""

    region: Literal["global", "cn"] = Field(default="global", description=_REGION)


class MoonshotSettings(RegionalSettings):
    """A section of Moonshot, whose subscription for coding has an endpoint of its own."""

    region: Literal["intl", "cn", "code"] = Field(default="intl", description=_REGION)


class QwenSettings(RegionalSettings):
    """A section of Qwen."""

    region: Literal["intl", "cn", "us"] = Field(default="intl", description=_REGION)


_BY_REGIONS: Final[dict[tuple[str, ...], type[VendorSettings]]] = {
    (): VendorSettings,
    ("intl", "cn"): ChinaSettings,
    ("global", "cn"): GlobalSettings,
    ("intl", "cn", "code"): MoonshotSettings,
    ("intl", "cn", "us"): QwenSettings,
}


def settings_of(vendor: Vendor) -> type[VendorSettings]:
    """The class that a section of the vendor is checked with."""
    return _BY_REGIONS[tuple(vendor.regions)] if vendor.native_tools else TextToolsSettings
