"""The settings of models that an Ollama server runs."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from zeroclaw_providers.family_settings import EndpointUrl, FamilySettings, Tokens, no_switch

__all__ = ["OllamaSettings"]

_THIS_MACHINE: Final = "http://127.0.0.1:11434"

_AnySeconds = Annotated[float, BeforeValidator(no_switch), Field(allow_inf_nan=False)]


class OllamaSettings(FamilySettings):
    """A `[providers.models.ollama.<alias>]` section."""

    uri: EndpointUrl = Field(
        default=_THIS_MACHINE,
        description="The server's address; that of one on this machine when left out.",
    )
    vision: bool = Field(
        default=False,
        description="Whether the model is sent pictures.",
    )
    context_tokens: Tokens | None = Field(
        default=None,
        description="Tokens that a conversation with its answer may have, which take memory; as"
        " the server likes when left out.",
    )
    keep_alive_secs: _AnySeconds | None = Field(
        default=None,
        description="Seconds that the model stays in memory after an answer, for ever when below"
        " 0; as the server likes when left out.",
    )
