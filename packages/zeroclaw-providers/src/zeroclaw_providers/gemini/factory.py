"""The factory of Google's Gemini models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.gemini.provider import GeminiProvider
    from zeroclaw_providers.gemini.settings import GeminiSettings

__all__ = ["GeminiFactory", "gemini"]


class GeminiFactory:
    """A `zeroclaw_api.ProviderFactory` for the Gemini API."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "gemini"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard("Google Gemini", "GEMINI_API_KEY", needs_key=True)

    def settings_model(self) -> type[GeminiSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.gemini.settings import GeminiSettings

        return GeminiSettings

    def build(
        self, settings: GeminiSettings, services: ProviderServices, alias: str
    ) -> GeminiProvider:
        """See `Factory.build`."""
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.gemini.provider import GeminiProvider

        key, idle = settings.api_key, settings.timeout_secs
        return GeminiProvider(
            services.http,
            settings.uri,
            None if key is None else key.get_secret_value(),
            f"{self.name}.{alias}",
            native_tools=settings.native_tools,
            vision=True,
            thoughts=settings.show_thinking,
            options=settings.options,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


gemini: Final = GeminiFactory()
