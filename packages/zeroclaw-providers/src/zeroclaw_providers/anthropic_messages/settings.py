"""The settings of Anthropic's models, or of another endpoint that speaks their protocol."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings, Seconds, no_switch

__all__ = ["AnthropicSettings"]

_VENDOR: Final = "https://api.anthropic.com"
_LEAST_THINKING: Final = 1024
_MOST_THINKING: Final = 128_000
"""Tokens; what the vendor takes."""


class AnthropicSettings(FamilySettings):
    """A `[providers.models.anthropic.<alias>]` section: an endpoint whose root is known."""

    uri: EndpointUrl = Field(
        default=_VENDOR,
        description="The root of the API, with or without /v1; the vendor's own when left out.",
    )
    timeout_secs: Seconds | None = Field(
        default=None,
        description="Seconds without data after which a request fails; 90 when left out.",
    )
    thinking: (
        Literal["adaptive"]
        | Annotated[int, BeforeValidator(no_switch), Field(ge=_LEAST_THINKING, le=_MOST_THINKING)]
        | None
    ) = Field(
        default=None,
        description=(
            '"adaptive", which newer models want, or most tokens of thinking, of which an answer '
            "gets at most half of its own tokens; no thinking is asked for when left out."
        ),
    )
    prompt_cache: Literal["5m", "1h", "off"] = Field(
        default="5m",
        description="How long the server keeps the beginning of a conversation, if at all.",
    )
