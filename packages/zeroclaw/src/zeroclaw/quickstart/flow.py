"""The steps of the first run, in the order in which they are taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import indent
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.quickstart.asked import Asked, check_asked, check_enough
from zeroclaw.quickstart.errors import ModelUntried, NothingFound
from zeroclaw.quickstart.offers import UNNAMED, VENDORS, Offer, named_offer, proposed
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
        named = named_offer(self.asked, self.environ)
        if named is not None:
            return named
        self.tell(say("quickstart_looking"))
        offers = self.probes.offers()
        if not offers:
            raise NothingFound(variables=", ".join(vendor.key_env or "" for vendor in VENDORS))
        if self.questions is None:
            return offers[0]
        titles = [*map(_title, offers), say("quickstart_offer_other")]
        index = self.questions.choose(say("quickstart_offers"), titles, 0)
        return offers[index] if index < len(offers) else self._other_offer(self.questions)

    def _other_offer(self, questions: Questions) -> Offer:
        def unset(name: str) -> str | None:
            is_set = name == "none" or bool(self.environ.get(name, "").strip())
            return None if is_set else say("quickstart_key_unset")

        uri = questions.text(
            say("quickstart_uri"), None, lambda text: endpoint_problem(text, self.families)
        )
        key_env = questions.text(say("quickstart_key_env"), "none", unset)
        return Offer(UNNAMED, uri, uri, None if key_env == "none" else key_env)

    def _model(self, offer: Offer) -> str | None:
        """Which model of a place; None for the bundled one."""
        if self.asked.model is not None or offer.uri is None:
            return self.asked.model
        models = offer.models
        is_settled = self.questions is None and not self.asked.is_tested and offer.default_model
        if not models and not is_settled:
            self.tell(say("quickstart_listing", title=offer.title))
            models = self.probes.models(offer)
        first = proposed(offer, models)
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

        free = FIRST_AGENT if FIRST_AGENT not in taken else _free(setup.offer.name, taken)
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


def _title(offer: Offer) -> str:
    if offer.uri is None:
        return say("quickstart_offer_bundled")
    if offer.key_env is None:
        count = len(offer.models)
        return say("quickstart_offer_server", title=offer.title, count=count)
    return say("quickstart_offer_key", title=offer.title, variable=offer.key_env)


def _renamed(setup: Setup, document: EditedDocument) -> Setup:
    """The setup with another name for its model, where the name means another model."""
    path = next(iter(setup.tables))
    if not document.has(path) or is_there(document, path, setup.model_table):
        return setup
    family = document.get(path[:-1])
    taken = tuple(family) if isinstance(family, dict) else ()
    return evolve(setup, offer=evolve(setup.offer, name=_free(setup.offer.name, taken)))


def _free(name: str, taken: tuple[str, ...]) -> str:
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found
