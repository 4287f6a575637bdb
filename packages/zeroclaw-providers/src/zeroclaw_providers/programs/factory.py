"""The factories of models behind a program of their vendor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroclaw_api.factory import ProviderServices
    from zeroclaw_api.family import FamilyCard
    from zeroclaw_providers.programs.provider import ProgramProvider
    from zeroclaw_providers.programs.settings import ProgramSettings

__all__ = ["ProgramFactory", "gemini_cli", "grok_cli", "kilocli"]


class ProgramFactory:
    """A `zeroclaw_api.ProviderFactory` for the program of one vendor."""

    def __init__(self, name: str, title: str) -> None:
        self._name = name
        self._title = title

    @property
    def name(self) -> str:
        """See `Factory.name`."""
        return self._name

    @property
    def card(self) -> FamilyCard:
        """See `OfferedFamily.card`."""
        from zeroclaw_api.family import FamilyCard
        from zeroclaw_providers.programs.vendors import OWN_CHOICE, VENDORS

        return FamilyCard(self._title, program=VENDORS[self.name].program, usual_model=OWN_CHOICE)

    def settings_model(self) -> type[ProgramSettings]:
        """See `Factory.settings_model`."""
        from zeroclaw_providers.programs.settings import ProgramSettings

        return ProgramSettings

    def build(
        self, settings: ProgramSettings, services: ProviderServices, alias: str
    ) -> ProgramProvider:
        """See `Factory.build`; the program is looked for when it is first asked."""
        from zeroclaw_providers.programs.environment import ProgramEnvironment
        from zeroclaw_providers.programs.provider import ProgramProvider
        from zeroclaw_providers.programs.vendors import VENDORS

        vendor, idle = VENDORS[self.name], settings.timeout_secs
        return ProgramProvider(
            services.programs,
            f"{self.name}.{alias}",
            vendor,
            settings.program or vendor.program,
            ProgramEnvironment.of(vendor, services.secrets.get),
            vendor.idle_seconds if idle is None else idle,
        )


gemini_cli: Final = ProgramFactory("gemini_cli", "Gemini CLI")
"""A provider for models of Google, through their own program."""
grok_cli: Final = ProgramFactory("grok_cli", "Grok Build")
"""A provider for models of xAI, through their own program."""
kilocli: Final = ProgramFactory("kilocli", "Kilo CLI")
"""A provider for the models that Kilo reaches."""
