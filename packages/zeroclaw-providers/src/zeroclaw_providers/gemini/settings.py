"""The settings of Google's Gemini models."""

from __future__ import annotations

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings

__all__ = ["GeminiSettings"]


class GeminiSettings(FamilySettings):
    """A `[providers.models.gemini.<alias>]` section."""

    uri: EndpointUrl | None = Field(
        default=None,
        description="The root of the API; Google's own when left out.",
    )
    show_thinking: bool = Field(
        default=False,
        description="Whether the model's thinking is asked for; models without it may refuse.",
    )
