"""The factory of Google's Gemini models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.gemini.provider import GeminiProvider
    from zeroclaw_providers.gemini.settings import GeminiSettings

__all__ = ["GeminiFactory", "gemini"]

_HOME: Final = "https://generativelanguage.googleapis.com/v1beta"
_KEY: Final = "GEMINI_API_KEY"


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

        return FamilyCard("Google Gemini", _KEY, needs_key=True)

    def settings_model(self) -> type[GeminiSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.gemini.settings import GeminiSettings

        return GeminiSettings

    def build(
        self, settings: GeminiSettings, services: ProviderServices, alias: str
    ) -> GeminiProvider:
        """See `Factory.build`. Raises `KeyMissing`."""
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.gemini.provider import GeminiProvider
        from zeroclaw_providers.shown_key import shown_key

        name, idle = f"{self.name}.{alias}", settings.timeout_secs
        return GeminiProvider(
            services.http,
            settings.uri or _HOME,
            shown_key(settings, services.secrets, _KEY, name, is_own_endpoint=settings.uri is None),
            name,
            native_tools=settings.native_tools,
            vision=True,
            thoughts=settings.show_thinking,
            options=settings.options,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


gemini: Final = GeminiFactory()
