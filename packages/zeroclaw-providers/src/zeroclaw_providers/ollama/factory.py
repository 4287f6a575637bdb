"""The factory of models that an Ollama server runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.ollama.provider import OllamaProvider
    from zeroclaw_providers.ollama.settings import OllamaSettings

__all__ = ["OllamaFactory", "ollama"]


class OllamaFactory:
    """A `zeroclaw_api.ProviderFactory` for Ollama's own API."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "ollama"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard("Ollama", address="http://127.0.0.1:11434")

    def settings_model(self) -> type[OllamaSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.ollama.settings import OllamaSettings

        return OllamaSettings

    def build(
        self, settings: OllamaSettings, services: ProviderServices, alias: str
    ) -> OllamaProvider:
        """See `Factory.build`."""
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.ollama.provider import OllamaProvider

        key, idle = settings.api_key, settings.timeout_secs
        return OllamaProvider(
            services.http,
            settings.uri,
            None if key is None else key.get_secret_value(),
            f"{self.name}.{alias}",
            native_tools=settings.native_tools,
            vision=settings.vision,
            options=settings.options,
            context_tokens=settings.context_tokens,
            keep_alive_seconds=settings.keep_alive_secs,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


ollama: Final = OllamaFactory()
