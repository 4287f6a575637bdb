"""The factory of Anthropic's models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.anthropic_messages.provider import AnthropicProvider
    from zeroclaw_providers.anthropic_messages.settings import AnthropicSettings

__all__ = ["AnthropicFactory", "anthropic"]

_HOME: Final = "https://api.anthropic.com"
_KEY: Final = "ANTHROPIC_API_KEY"


class AnthropicFactory:
    """A `zeroclaw_api.ProviderFactory` for endpoints that speak Anthropic's protocol."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "anthropic"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard("Anthropic", _KEY, needs_key=True)

    def settings_model(self) -> type[AnthropicSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.anthropic_messages.settings import AnthropicSettings

        return AnthropicSettings

    def build(
        self, settings: AnthropicSettings, services: ProviderServices, alias: str
    ) -> AnthropicProvider:
        """See `Factory.build`. Raises `KeyMissing`."""
        from zeroclaw_providers.anthropic_messages.provider import IDLE_SECONDS, AnthropicProvider
        from zeroclaw_providers.shown_key import shown_key

        name, idle = f"{self.name}.{alias}", settings.timeout_secs
        return AnthropicProvider(
            services.http,
            settings.uri or _HOME,
            shown_key(settings, services.secrets, _KEY, name, is_own_endpoint=settings.uri is None),
            name,
            native_tools=settings.native_tools,
            vision=True,
            options=settings.options,
            cache=None if settings.prompt_cache == "off" else settings.prompt_cache,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


anthropic: Final = AnthropicFactory()
