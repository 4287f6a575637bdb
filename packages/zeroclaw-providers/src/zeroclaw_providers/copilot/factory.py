"""The factory of models of GitHub Copilot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.copilot.provider import CopilotProvider
    from zeroclaw_providers.copilot.settings import CopilotSettings

__all__ = ["CopilotFactory", "copilot"]


class CopilotFactory:
    """A `zeroclaw_api.ProviderFactory` for the models that an account of Copilot may use."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "copilot"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard("GitHub Copilot")

    def settings_model(self) -> type[CopilotSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.copilot.settings import CopilotSettings

        return CopilotSettings

    def build(
        self, settings: CopilotSettings, services: ProviderServices, alias: str
    ) -> CopilotProvider:
        """See `Factory.build`."""
        from zeroclaw_providers.copilot.account import GitHubAccount
        from zeroclaw_providers.copilot.exchange import CopilotTokens
        from zeroclaw_providers.copilot.provider import CopilotProvider
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.extra_headers import without_extra_headers

        name, idle = f"{self.name}.{alias}", settings.timeout_secs
        key = "" if settings.api_key is None else settings.api_key.get_secret_value()
        account = GitHubAccount(name, key, services.logins)
        return CopilotProvider(
            services.http,
            CopilotTokens(without_extra_headers(services.http), settings.uri, account),
            name,
            native_tools=settings.native_tools,
            options=settings.options,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


copilot: Final = CopilotFactory()
