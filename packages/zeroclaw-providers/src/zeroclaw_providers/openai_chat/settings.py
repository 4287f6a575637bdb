"""The settings of an endpoint that speaks OpenAI chat completions."""

from __future__ import annotations

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings

__all__ = ["CustomSettings"]


class CustomSettings(FamilySettings):
    """A `[providers.models.custom.<alias>]` section."""

    uri: EndpointUrl = Field(
        description="The root of the API, such as http://127.0.0.1:8080/v1.",
    )
    vision: bool = Field(
        default=False,
        description="Whether the model is sent pictures.",
    )
    merge_system_into_user: bool = Field(
        default=False,
        description="Whether the instructions go into the first message of the user; for models"
        " that take no system message.",
    )
