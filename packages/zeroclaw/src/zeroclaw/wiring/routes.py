"""Builds the models of an agent, with what each of them needs around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import field, frozen

from zeroclaw.wiring.chain import ChainLink, renamed
from zeroclaw.wiring.families import provider_factory
from zeroclaw.wiring.model_facts import facts_of, knowing, with_facts
from zeroclaw.wiring.references import with_references
from zeroclaw_api.factory import (
    ExtendedSettings,
    KeyedSettings,
    ModelSettings,
    ProviderServices,
)
from zeroclaw_api.provider import Provider
from zeroclaw_config.secrets.references import ReferenceReader
from zeroclaw_providers.dialects.wrapping import with_text_tools
from zeroclaw_providers.extra_headers import with_extra_headers
from zeroclaw_runtime import ModelRoute

__all__ = ["RouteBuilder"]


@frozen
class RouteBuilder:
    """What models are built with. `config` is the file that names them in errors."""

    services: ProviderServices = field(repr=False)
    references: ReferenceReader
    config: Path
    own_list: Path

    async def routes(self, chain: Sequence[ChainLink]) -> tuple[ModelRoute, ...]:
        """A route for each link. References among secrets are followed once for each entry.

        Raises `EntryPointBroken`, `SecretReferenceFailed`, what factories and readers raise.
        """
        opened: dict[str, ModelSettings] = {}
        routes = []
        for link in chain:
            if link.provider not in opened:
                table = f"providers.models.{link.provider}"
                opened[link.provider] = await with_references(
                    link.settings, table, str(self.config), self.references
                )
            routes.append(self._route(link, opened[link.provider]))
        return tuple(routes)

    def _route(self, link: ChainLink, settings: ModelSettings) -> ModelRoute:
        family, _, alias = link.provider.partition(".")
        model = link.settings.model
        if model != settings.model:
            settings = renamed(settings, model)
        facts = facts_of(family, model, self.own_list)
        settings = knowing(settings, facts)
        provider = with_text_tools(self._provider(family, alias, settings), settings)
        params = settings.provider_extra if isinstance(settings, ExtendedSettings) else {}
        return with_facts(ModelRoute(provider, model, params=params), settings, facts)

    def _provider(self, family: str, alias: str, settings: ModelSettings) -> Provider:
        factory = provider_factory(family)
        each = settings.for_each_key() if isinstance(settings, KeyedSettings) else (settings,)
        services = with_extra_headers(self.services, settings)
        providers = [factory.build(one, services, alias) for one in each]
        if len(providers) == 1:
            return providers[0]
        # Most endpoints have one key.
        from zeroclaw_providers.key_ring import KeyRing

        return KeyRing(providers)
