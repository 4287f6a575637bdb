"""The factory of models of Amazon Bedrock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.bedrock.provider import BedrockProvider
    from zeroclaw_providers.bedrock.settings import BedrockSettings

__all__ = ["BedrockFactory", "bedrock"]


class BedrockFactory:
    """A `zeroclaw_api.ProviderFactory` for the Converse protocol."""

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return "bedrock"

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard

        return FamilyCard(
            "Amazon Bedrock",
            signs=("AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID", "AWS_PROFILE"),
        )

    def settings_model(self) -> type[BedrockSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.bedrock.settings import BedrockSettings

        return BedrockSettings

    def build(
        self, settings: BedrockSettings, services: ProviderServices, alias: str
    ) -> BedrockProvider:
        """See `Factory.build`. Raises `CredentialsMissing`."""
        from zeroclaw_providers.bedrock.credentials import CredentialSource, region_of
        from zeroclaw_providers.bedrock.provider import BedrockProvider, regional_url
        from zeroclaw_providers.endpoint import IDLE_SECONDS
        from zeroclaw_providers.errors import CredentialsMissing
        from zeroclaw_providers.extra_headers import without_extra_headers

        name = f"{self.name}.{alias}"
        key, idle, lookup = settings.api_key, settings.timeout_secs, services.secrets.get
        try:
            region = region_of(settings.region, lookup)
            source = CredentialSource.of(
                None if key is None else key.get_secret_value(),
                settings.profile,
                lookup,
                http=without_extra_headers(services.http),
                programs=services.programs,
            )
        except ValueError as error:
            raise CredentialsMissing(
                provider=name, model=settings.model, detail=str(error)
            ) from None
        return BedrockProvider(
            services.http,
            settings.uri or regional_url(region),
            name,
            source,
            region,
            native_tools=settings.native_tools,
            vision=True,
            options=settings.options,
            blobs=services.blobs,
            idle_seconds=IDLE_SECONDS if idle is None else idle,
        )


bedrock: Final = BedrockFactory()
"""A provider for models of Amazon Bedrock."""
