"""The settings of models of GitHub Copilot."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings

__all__ = ["CopilotSettings"]

GITHUB_API: Final = "https://api.github.com"


class CopilotSettings(FamilySettings):
    """A `[providers.models.copilot.<alias>]` section; `api_key` is a token of GitHub itself."""

    uri: EndpointUrl = Field(
        default=GITHUB_API,
        description="The root of GitHub's API, which hands out the tokens of Copilot.",
    )
