"""The settings of Anthropic's models, or of another endpoint that speaks their protocol."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings, Seconds, Temperature
from zeroclaw_providers.model_options import Thinking

__all__ = ["AnthropicSettings"]


class AnthropicSettings(FamilySettings):
    """A `[providers.models.anthropic.<alias>]` section: an endpoint whose root is known."""

    uri: EndpointUrl | None = Field(
        default=None,
        description="The root of the API, with or without /v1; the vendor's own when left out.",
    )
    timeout_secs: Seconds | None = Field(
        default=None,
        description="Seconds without data after which a request fails; 90 when left out.",
    )
    thinking: Thinking | None = Field(
        default=None,
        description=(
            "How long the model thinks before it answers, with at most half of an answer's tokens;"
            " as the model likes when left out."
        ),
    )
    temperature: Annotated[Temperature, Field(le=1)] | None = Field(
        default=None,
        description=(
            "How varied answers are, from 0 to 1; as the endpoint likes when left out. Neither a"
            " model that thinks nor Claude from 4.7 on takes it."
        ),
    )
    prompt_cache: Literal["5m", "1h", "off"] = Field(
        default="5m",
        description="How long the server keeps the beginning of a conversation, if at all.",
    )
