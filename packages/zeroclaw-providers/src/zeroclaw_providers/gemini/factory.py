"""The factory of Google's Gemini models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_providers.gemini.provider import GeminiProvider
    from zeroclaw_providers.gemini.settings import GeminiSettings

__all__ = ["GeminiFactory", "gemini"]


class GeminiFactory:
    """A `zeroclaw_api.ProviderFactory` for the Gemini API."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "gemini"

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
            thoughts=settings.show_thinking,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


gemini: Final = GeminiFactory()
