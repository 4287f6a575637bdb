"""The factories of endpoints that speak the protocol of OpenAI's Responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.openai_responses.provider import ResponsesProvider
    from zeroclaw_providers.openai_responses.settings import ResponsesSettings

__all__ = ["ResponsesFactory", "openai", "responses"]

_OPENAI: Final = "https://api.openai.com/v1"
_KEY: Final = "OPENAI_API_KEY"


class ResponsesFactory:
    """A `zeroclaw_api.ProviderFactory`; without a `default_uri` the config must name it."""

    def __init__(self, name: str, default_uri: str = "") -> None:
        self._name = name
        self._default_uri = default_uri

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return self._name

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        if not self._default_uri:
            return FamilyCard("OpenAI Responses", asks=("uri",))
        return FamilyCard("OpenAI", _KEY, needs_key=True)

    def settings_model(self) -> type[ResponsesSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.openai_responses.settings import (
            ResponsesServerSettings,
            ResponsesSettings,
        )

        return ResponsesSettings if self._default_uri else ResponsesServerSettings

    def build(
        self, settings: ResponsesSettings, services: ProviderServices, alias: str
    ) -> ResponsesProvider:
        """See `Factory.build`. Raises `KeyMissing` where the vendor itself is asked."""
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.openai_responses.provider import ResponsesProvider
        from zeroclaw_providers.shown_key import shown_key

        name, idle = f"{self.name}.{alias}", settings.timeout_secs
        return ResponsesProvider(
            services.http,
            settings.uri or self._default_uri,
            shown_key(settings, services.secrets, _KEY, name, is_own_endpoint=settings.uri is None),
            name,
            native_tools=settings.native_tools,
            vision=settings.vision,
            options=settings.options,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


openai: Final = ResponsesFactory("openai", _OPENAI)
responses: Final = ResponsesFactory("responses")
