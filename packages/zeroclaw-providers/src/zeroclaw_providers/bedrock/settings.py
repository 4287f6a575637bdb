"""The settings of a model of Amazon Bedrock."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from zeroclaw_providers.family_settings import (
    ApiKey,
    EndpointUrl,
    FamilySettings,
    Temperature,
    Trimmed,
)
from zeroclaw_providers.model_options import Thinking

__all__ = ["BedrockSettings"]


def _signable(uri: str) -> str:
    if not uri.isascii():
        raise ValueError("write other characters than ASCII letters, digits and signs as %XX")
    return uri


class BedrockSettings(FamilySettings):
    """A `[providers.models.bedrock.<alias>]` section."""

    model: Trimmed = Field(
        description="The model's id, that of an inference profile, or its ARN.",
    )
    region: Annotated[Trimmed, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")] | None = Field(
        default=None,
        description="The region of AWS; AWS_REGION or us-east-1 when left out.",
    )
    uri: Annotated[EndpointUrl, AfterValidator(_signable)] | None = Field(
        default=None,
        description="The endpoint, such as one in your own network; that of the region if not.",
    )
    api_key: ApiKey | None = Field(
        default=None,
        description="An API key of Bedrock; without it, the credentials of AWS sign requests.",
    )
    profile: Trimmed | None = Field(
        default=None,
        description="The section of the AWS credentials file; found as AWS does when left out.",
    )
    thinking: Thinking | None = Field(
        default=None,
        description="How long Claude or Nova 2 thinks before it answers, Claude with at most half"
        " of an answer's tokens; as the model likes when left out. Other models are not asked.",
    )
    temperature: Annotated[Temperature, Field(le=1)] | None = Field(
        default=None,
        description="How varied answers are, from 0 to 1; as the model likes when left out. Neither"
        " Claude that thinks nor Claude from 4.7 on takes it.",
    )
