"""Asks every model provider of a configuration whether it would answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import trio
from attrs import define, evolve, field, frozen

from zeroclaw.checks.judging.providers import (
    Answered,
    Asked,
    KeyRefused,
    KeyUnfetched,
    Outcome,
    Skipped,
)
from zeroclaw.checks.looking.answers import Question, ask
from zeroclaw.checks.looking.local_models import look_at_local_model
from zeroclaw.checks.looking.watched_http import WatchedHttp, origin_of
from zeroclaw.home import Home
from zeroclaw.wiring.references import with_references
from zeroclaw.wiring.services import ProviderSurroundings, open_surroundings
from zeroclaw.words import error_text
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.factory import KeyedSettings, ModelSettings
from zeroclaw_providers import CustomSettings
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.local.settings import LocalSettings

__all__ = ["ASK_SECONDS", "Answers", "ask_providers"]

ASK_SECONDS: Final = 5.0
"""For each provider, all at the same time."""

KEY: Final = "api_key"
MORE_KEYS: Final = "api_keys"


@frozen
class Answers:
    """What each provider said, with the seconds by which our clock is ahead of theirs."""

    asked: tuple[Asked, ...]
    skews: Mapping[str, float] = field(hash=False)


@define(eq=False)
class _Inquiry:
    """One round of questions to all providers of the config in a `file`."""

    surroundings: ProviderSurroundings
    file: str
    environ: Mapping[str, str] = field(repr=False)
    used: Collection[str]
    now: Callable[[], datetime]
    seconds: float
    asked: dict[str, list[Asked]] = field(factory=dict)
    skews: dict[str, float] = field(factory=dict)

    async def ask(self, provider: str, settings: ModelSettings) -> None:
        """Ask one, in time; fetching a key from elsewhere has a limit of its own."""
        unasked = self._unasked(provider, settings)
        if isinstance(settings, LocalSettings):
            outcome = await _look(settings.model_path)
            self.asked[provider] = [evolve(unasked, outcome=outcome)]
            return
        table = f"providers.models.{provider}"
        try:
            settings = await with_references(
                settings, table, self.file, self.surroundings.references
            )
        except ZeroClawError as error:
            problem = KeyUnfetched(error_text(error))
            self.asked[provider] = [evolve(unasked, outcome=problem)]
            return
        keyed = settings.for_each_key() if isinstance(settings, KeyedSettings) else (settings,)
        places = _key_places(settings, len(keyed))
        answers: dict[str, Asked] = {}
        async with trio.open_nursery() as nursery:
            for place, one in zip(places, keyed, strict=True):
                nursery.start_soon(self._ask_with, answers, evolve(unasked, key=place), one)
        self.asked[provider] = _told([answers[place] for place in places])

    async def _ask_with(
        self, answers: dict[str, Asked], unasked: Asked, settings: ModelSettings
    ) -> None:
        services = self.surroundings.services
        http = WatchedHttp(services.http)
        question = Question(
            unasked.provider, settings, evolve(services, http=http), self.environ, self.seconds
        )
        outcome = await ask(question)
        answers[unasked.key] = evolve(unasked, outcome=outcome, place=http.origin or unasked.place)
        if http.date is not None:
            self.skews[unasked.provider] = (self.now() - http.date).total_seconds()

    def skip(self, provider: str, settings: ModelSettings) -> None:
        """Leave one unasked."""
        self.asked[provider] = [self._unasked(provider, settings)]

    def _unasked(self, provider: str, settings: ModelSettings) -> Asked:
        place = origin_of(settings.uri) if isinstance(settings, CustomSettings) else provider
        return Asked(provider, settings.model, place, provider in self.used, Skipped(), KEY)


async def ask_providers(
    models: Mapping[str, ModelSettings],
    used: Collection[str],
    file: str,
    environ: Mapping[str, str],
    *,
    is_offline: bool = False,
    seconds: float = ASK_SECONDS,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Answers:
    """Ask them all at the same time; `used` are those that an agent needs, of the config `file`.

    Each key of an entry is tried. Nobody is asked when it `is_offline`, but for what runs right
    here.
    """
    async with open_surroundings(Home(Path(file).parent), environ) as surroundings:
        inquiry = _Inquiry(surroundings, file, environ, used, now, seconds)
        async with trio.open_nursery() as nursery:
            for provider, settings in models.items():
                if is_offline and not isinstance(settings, LocalSettings):
                    inquiry.skip(provider, settings)
                else:
                    nursery.start_soon(inquiry.ask, provider, settings)
    return Answers(_in_order(inquiry.asked, models), inquiry.skews)


def _told(answers: list[Asked]) -> list[Asked]:
    """What is told of one entry: each key for itself, unless all come to the same."""
    outcomes = {each.outcome for each in answers}
    if len(answers) == 1 or (len(outcomes) == 1 and KeyRefused(has_key=True) not in outcomes):
        return answers[:1]
    # What is wrong with one key keeps nobody from going on with another.
    serves = Answered() in outcomes
    return [
        evolve(each, is_used=each.is_used and not serves, is_one_of_many=True) for each in answers
    ]


def _in_order(asked: Mapping[str, list[Asked]], models: Iterable[str]) -> tuple[Asked, ...]:
    return tuple(each for provider in models for each in asked[provider])


def _key_places(settings: ModelSettings, count: int) -> list[str]:
    """Where each key stands in the section, in the order in which they are asked with."""
    if count == 1:
        return [KEY]
    has_first = isinstance(settings, FamilySettings) and settings.api_key is not None
    more = [f"{MORE_KEYS}.{index}" for index in range(count)]
    return [KEY, *more[:-1]] if has_first else more


async def _look(file: Path | None) -> Outcome:
    return await trio.to_thread.run_sync(
        look_at_local_model, file, limiter=trio.CapacityLimiter(1), abandon_on_cancel=True
    )
