"""The factory of models that a subscription of ChatGPT pays for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.codex.provider import CodexProvider
    from zeroclaw_providers.codex.settings import CodexSettings

__all__ = ["CodexFactory", "codex"]


class CodexFactory:
    """A `zeroclaw_api.ProviderFactory` for the models that a login of OpenAI may use."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "codex"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard("ChatGPT (Codex)")

    def settings_model(self) -> type[CodexSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.codex.settings import CodexSettings

        return CodexSettings

    def build(
        self, settings: CodexSettings, services: ProviderServices, alias: str
    ) -> CodexProvider:
        """See `Factory.build`."""
        from zeroclaw_providers.codex.provider import CodexProvider
        from zeroclaw_providers.codex.subscription import Subscription
        from zeroclaw_providers.endpoint import IDLE_SECONDS

        name, idle = f"{self.name}.{alias}", settings.timeout_secs
        return CodexProvider(
            services.http,
            settings.uri,
            Subscription(name, services.logins),
            native_tools=settings.native_tools,
            options=settings.options,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


codex: Final = CodexFactory()
