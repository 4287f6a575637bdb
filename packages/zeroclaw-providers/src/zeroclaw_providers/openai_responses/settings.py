"""The settings of endpoints that speak the protocol of OpenAI's Responses."""

from __future__ import annotations

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings

__all__ = ["ResponsesServerSettings", "ResponsesSettings"]


class ResponsesSettings(FamilySettings):
    """A `[providers.models.<family>.<alias>]` section of a vendor whose address is known."""

    uri: EndpointUrl | None = Field(
        default=None,
        description="The root of the API; the vendor's own when left out.",
    )
    vision: bool = Field(
        default=True,
        description="Whether the model is sent pictures; without it, it is told that there was"
        " one.",
    )


class ResponsesServerSettings(ResponsesSettings):
    """A `[providers.models.responses.<alias>]` section: a server whose address only you know."""

    uri: EndpointUrl = Field(
        description="The root of the API, such as http://127.0.0.1:8080/v1.",
    )
    vision: bool = Field(
        default=False,
        description="Whether the model is sent pictures; without it, it is told that there was"
        " one.",
    )
