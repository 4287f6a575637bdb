"""The settings of models that a subscription of ChatGPT pays for."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from zeroclaw_api.usage import Price
from zeroclaw_providers.family_settings import EndpointUrl, PricedModel, Seconds
from zeroclaw_providers.model_options import ModelOptions, Thinking

__all__ = ["CodexSettings"]

CODEX_API: Final = "https://chatgpt.com/backend-api/codex"


class CodexSettings(PricedModel):
    """A `[providers.models.codex.<alias>]` section; satisfies `zeroclaw_api.ModelSettings`.

    There is no key: who asks is whoever logged in. What the service refuses to be told, such as a
    temperature or a limit of output, is no setting.
    """

    uri: EndpointUrl = Field(
        default=CODEX_API,
        description="The root of the service's API.",
    )
    native_tools: bool = Field(
        default=True,
        description="Whether the endpoint takes tools; if not, they are described in words.",
    )
    text_tools: bool = Field(
        default=True,
        description="Whether calls that the model writes as text count; without these or native "
        "tools it can only talk.",
    )
    timeout_secs: Seconds | None = Field(
        default=None,
        description="Seconds without data after which a request fails; 300 when left out.",
    )
    thinking: Thinking | None = Field(
        default=None,
        description="How long the model thinks before it answers; as the endpoint likes when left"
        " out.",
    )

    @property
    def max_tokens(self) -> int | None:
        """See `ModelSettings.max_tokens`: the service decides."""
        return None

    @property
    def price(self) -> Price | None:
        """See `ModelSettings.price`: the subscription has paid, unless prices are given."""
        return Price(input=0, output=0) if self.prices is None else self.prices.per_token

    @property
    def options(self) -> ModelOptions:
        """What is asked of the model beyond the conversation."""
        return ModelOptions(self.thinking)
