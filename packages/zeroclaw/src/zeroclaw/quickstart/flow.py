"""The steps of the first run, in the order in which they are taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import indent
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked, check_asked, check_enough
from zeroclaw.quickstart.choosing import proposed
from zeroclaw.quickstart.errors import ModelUntried, NothingFound
from zeroclaw.quickstart.offers import WELL_KNOWN, Cards, Offer, lacks_key, named_offer
from zeroclaw.quickstart.placing import Placing
from zeroclaw.quickstart.presets import Preset
from zeroclaw.quickstart.questions import Questions
from zeroclaw.quickstart.saving import save
from zeroclaw.quickstart.setup import (
    Families,
    Setup,
    added,
    alias_problem,
    endpoint_problem,
    is_there,
    settings_of,
    text_added,
)
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import ConfigMissing, load_config
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_providers.catalogue.reading import ModelCatalogue

__all__ = ["FirstRun", "Outcome", "Probes"]

FIRST_AGENT: Final = "main"


@frozen
class Probes:
    """What the first run learns of the world, each call taking its time.

    `offers` are the models that can be proposed, the best first. `models` lists those of an
    endpoint. `attempt` raises `ModelUntried`.
    """

    offers: Callable[[], tuple[Offer, ...]]
    models: Callable[[Offer], tuple[str, ...]]
    attempt: Callable[[Setup, ModelSettings], None]


@frozen
class Outcome:
    """What came of it. Without a `setup` everything is as it was."""

    setup: Setup | None = None
    model: str = ""
    is_tested: bool = False
    is_written: bool = False


@frozen
class _Existing:
    """A config that loads; what is disabled in it today counts as well."""

    document: EditedDocument

    @property
    def agents(self) -> tuple[str, ...]:
        return self._names("agents")

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(
            f"{family}.{alias}"
            for family in self._names("providers", "models")
            for alias in self._names("providers", "models", family)
        )

    def _names(self, *path: str) -> tuple[str, ...]:
        table = self.document.get(path) if self.document.has(path) else None
        return tuple(table) if isinstance(table, dict) else ()


@frozen(eq=False)
class FirstRun:
    """One run. Without `questions` nobody can be asked; `tell` is for what goes on,
    `warn` for what must not be overlooked."""

    asked: Asked
    config: Path
    environ: Mapping[str, str] = field(repr=False)
    families: Families = field(repr=False)
    cards: Cards = field(repr=False)
    catalogue: ModelCatalogue = field(repr=False)
    probes: Probes
    questions: Questions | None
    tell: Callable[[str], None]
    warn: Callable[[str], None]

    def take(self) -> Outcome:
        """All steps; nothing is written before the last. Raises a `ZeroClawError`.

        `click.Abort` comes through when the input ends.
        """
        check_asked(self.asked)
        if self.questions is None:
            check_enough(self.asked)
        existing = self._existing()
        if existing is not None and not self._may_add(existing):
            return Outcome()
        offer = self._offer()
        setup = Setup(offer, self._model(offer), "", Preset.SUPERVISED)
        if existing is not None and self.questions is not None:
            setup = _renamed(setup, existing.document)
        agent = self._agent(setup, existing)
        setup = evolve(setup, agent=agent, preset=self._preset())
        settings = settings_of(setup, self.environ, self.families)
        if existing is not None:
            # What will be refused is refused before anybody waits for the model.
            added(existing.document, setup, is_new=False)
        if setup.preset is Preset.YOLO and not self._is_sure():
            return Outcome()
        is_tested = self._try(setup, settings)
        if self.questions is not None:
            document = None if existing is None else existing.document
            self.tell(indent(text_added(document, setup, self.config), "    "))
            if not self.questions.agrees(say("quickstart_write", path=self.config), proposed=True):
                return Outcome()
        is_written = save(self.config, setup, self.environ, self.families)
        return Outcome(setup, settings.model, is_tested, is_written)

    def _existing(self) -> _Existing | None:
        try:
            load_config(self.config, self.environ, self.families)
        except ConfigMissing:
            return None
        return _Existing(read_document(self.config))

    def _may_add(self, existing: _Existing) -> bool:
        """Refuse what would be written over; ask where somebody can be asked."""
        if self.questions is None:
            agent = self.asked.agent or FIRST_AGENT
            if agent in existing.agents:
                facts = {"path": self.config, "agent": agent}
                raise WrongUsage(problem=say("quickstart_agent_there", **facts))
            return True
        self.tell(say("quickstart_existing", path=self.config))
        models = ", ".join(existing.models) or "–"
        agents = ", ".join(existing.agents) or "–"
        self.tell(say("quickstart_existing_models", names=models))
        self.tell(say("quickstart_existing_agents", names=agents))
        return self.questions.agrees(say("quickstart_add"), proposed=False)

    def _offer(self) -> Offer:
        if self.asked.uri is not None:
            # It may hold a secret, so that nothing shows it before.
            wrong = endpoint_problem(self.asked.uri, self.families)
            if wrong is not None:
                raise WrongUsage(problem=say("flag_problem", flag="--uri", problem=wrong))
        offer = named_offer(self.asked, self.environ, self.cards)
        if offer is not None and self.questions is None:
            if lacks_key(offer, self.cards):
                variable = self.cards[offer.family].key_variable
                facts = {"variable": variable, "title": offer.title}
                raise WrongUsage(problem=say("quickstart_key_missing", **facts))
            return offer
        if offer is None:
            self.tell(say("quickstart_looking"))
            offers = self.probes.offers()
            if not offers:
                known = (self.cards[family] for family in WELL_KNOWN if family in self.cards)
                raise NothingFound(variables=", ".join(card.key_variable for card in known))
            if self.questions is None:
                return offers[0]
            return self._placing(self.questions).chosen(offers)
        assert self.questions is not None
        return self._placing(self.questions).completed(offer)

    def _placing(self, questions: Questions) -> Placing:
        return Placing(questions, self.cards, self.environ, self.families)

    def _model(self, offer: Offer) -> str | None:
        """Which model of a place; None for the bundled one."""
        if self.asked.model is not None or offer.is_bundled:
            return self.asked.model
        models = offer.models
        first = proposed(offer, models, self.catalogue)
        is_settled = self.questions is None and not self.asked.is_tested and first is not None
        if not models and not offer.program and not is_settled:
            self.tell(say("quickstart_listing", title=offer.title))
            models = self.probes.models(offer)
            first = proposed(offer, models, self.catalogue)
        if self.questions is not None:
            ordered = sorted(models, key=lambda model: model != first)
            return self.questions.name(say("quickstart_model"), ordered, first)
        if first is None:
            raise WrongUsage(problem=say("quickstart_no_listing", title=offer.title))
        return first

    def _agent(self, setup: Setup, existing: _Existing | None) -> str:
        taken = () if existing is None else existing.agents
        if self.asked.agent is not None or self.questions is None:
            return self.asked.agent or FIRST_AGENT

        def problem(alias: str) -> str | None:
            return say("quickstart_agent_taken") if alias in taken else alias_problem(alias)

        free = FIRST_AGENT if FIRST_AGENT not in taken else _free(setup.offer.nick, taken)
        return self.questions.text(say("quickstart_agent"), free, problem)

    def _preset(self) -> Preset:
        if self.asked.preset is not None or self.questions is None:
            return self.asked.preset or Preset.SUPERVISED
        presets = tuple(Preset)
        titles = [say(f"quickstart_preset_{preset.value}") for preset in presets]
        return presets[self.questions.choose(say("quickstart_preset"), titles, 0)]

    def _is_sure(self) -> bool:
        self.warn(say("quickstart_yolo"))
        if self.questions is None:
            return True
        return self.questions.agrees(say("quickstart_yolo_sure"), proposed=False)

    def _try(self, setup: Setup, settings: ModelSettings) -> bool:
        """Whether the model answered. Raises `ModelUntried`, unless somebody takes it anyway."""
        if not self.asked.is_tested:
            return False
        facts = {"provider": setup.provider, "model": settings.model}
        self.tell(say("quickstart_trying", **facts))
        try:
            self.probes.attempt(setup, settings)
        except ModelUntried as error:
            if self.questions is None:
                raise
            self.tell(error.reason)
            if not self.questions.agrees(say("quickstart_anyway"), proposed=False):
                raise
            return False
        self.tell(say("quickstart_tested"))
        return True


def _renamed(setup: Setup, document: EditedDocument) -> Setup:
    """The setup with another name for its model, where the name means another model."""
    path = next(iter(setup.tables))
    if not document.has(path) or is_there(document, path, setup.model_table):
        return setup
    family = document.get(path[:-1])
    taken = tuple(family) if isinstance(family, dict) else ()
    return evolve(setup, offer=evolve(setup.offer, alias=_free(setup.offer.alias, taken)))


def _free(name: str, taken: tuple[str, ...]) -> str:
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found
