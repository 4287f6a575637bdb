"""The factory of endpoints that speak OpenAI chat completions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
    from zeroclaw_providers.openai_chat.settings import CustomSettings

__all__ = ["CustomFactory", "custom"]


class CustomFactory:
    """A `zeroclaw_api.ProviderFactory` for any endpoint whose URL the config names."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "custom"

    def settings_model(self) -> type[CustomSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.openai_chat.settings import CustomSettings

        return CustomSettings

    def build(
        self, settings: CustomSettings, services: ProviderServices, alias: str
    ) -> OpenAIChatProvider:
        """See `Factory.build`."""
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
        from zeroclaw_providers.openai_chat.quirks import Quirks

        key, idle = settings.api_key, settings.timeout_secs
        return OpenAIChatProvider(
            services.http,
            settings.uri,
            None if key is None else key.get_secret_value(),
            f"{self.name}.{alias}",
            native_tools=settings.native_tools,
            vision=settings.vision,
            blobs=services.blobs,
            quirks=Quirks(merge_system=settings.merge_system_into_user),
            options=settings.options,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


custom: Final = CustomFactory()
