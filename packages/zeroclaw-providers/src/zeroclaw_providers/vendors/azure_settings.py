"""The settings of a deployment of Azure OpenAI."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import quote

from pydantic import AfterValidator, Field

from zeroclaw_providers.family_settings import Trimmed
from zeroclaw_providers.vendors.settings import VendorSettings

__all__ = ["AzureSettings", "deployment_url"]

_HOST_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?", re.IGNORECASE)


def _label(name: str) -> str:
    if not _HOST_LABEL.fullmatch(name):
        raise ValueError("a resource's name has only letters, digits and hyphens")
    return name


class AzureSettings(VendorSettings):
    """A `[providers.models.azure.<alias>]` section; `uri` stands in for the resource's root."""

    resource: Annotated[Trimmed, AfterValidator(_label)] = Field(
        description="The name of the Azure resource, with which its host name begins.",
    )
    deployment: Trimmed | None = Field(
        default=None,
        description="The name of the deployment; the model's when left out.",
    )
    api_version: Trimmed = Field(
        default="2025-01-01-preview",
        description="The version of Azure's API that is spoken.",
    )


def deployment_url(root: str, settings: AzureSettings) -> str:
    """Where requests to the deployment go; `root` has a place for the resource's name."""
    root = settings.uri or root.format(resource=settings.resource)
    deployment = quote(settings.deployment or settings.model, safe="")
    version = quote(settings.api_version, safe="")
    return f"{root.rstrip('/')}/openai/deployments/{deployment}?api-version={version}"
