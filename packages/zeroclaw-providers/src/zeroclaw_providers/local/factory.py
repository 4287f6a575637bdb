"""The factory of models that run on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_providers.local.provider import LocalProvider
    from zeroclaw_providers.local.settings import LocalSettings

__all__ = ["LocalFactory", "local"]


class LocalFactory:
    """A `zeroclaw_api.ProviderFactory` for a model that a child process serves."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "local"

    def settings_model(self) -> type[LocalSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.local.settings import LocalSettings

        return LocalSettings

    def build(
        self, settings: LocalSettings, services: ProviderServices, alias: str
    ) -> LocalProvider:
        """See `Factory.build`; the server starts with the first request."""
        from zeroclaw_providers.local.provider import LocalModel, LocalProvider

        model = LocalModel(
            settings.model_path,
            settings.context_tokens,
            settings.native_tools,
            settings.options,
            settings.idle_secs,
        )
        return LocalProvider(services.http, services.programs, f"{self.name}.{alias}", model)


local: Final = LocalFactory()
"""A provider for models that run on this machine."""
