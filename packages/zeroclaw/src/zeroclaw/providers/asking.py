"""Asks the models of a config, all at the same time, as an agent would."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import trio
from attrs import define, field, frozen

from zeroclaw.home import Home
from zeroclaw.interrupts import listen_to_signals
from zeroclaw.providers.entries import Entry
from zeroclaw.providers.families import Kind, family_facts
from zeroclaw.providers.inquiry import course_of
from zeroclaw.providers.judging import Course, judged, unusable
from zeroclaw.providers.outcome import Outcome, Status
from zeroclaw.wiring.chain import ChainLink
from zeroclaw.wiring.routes import RouteBuilder
from zeroclaw.wiring.services import open_surroundings
from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.factory import ModelSettings

__all__ = ["Answers", "ask_all"]

AT_ONCE: Final = 8
"""Models elsewhere: more would wait for each other's share of the network."""
AT_ONCE_HERE: Final = 1
"""Models on this machine: side by side, each would be slow and together too large."""

CLOSE_SECONDS: Final = 5.0
"""A model server of our own ends sooner."""


@frozen
class Answers:
    """What became of each, in the order of the entries, with whether a signal ended it early."""

    outcomes: tuple[Outcome, ...]
    was_interrupted: bool = False


async def ask_all(
    entries: Sequence[Entry],
    home: Home,
    environ: Mapping[str, str],
    seconds: float,
    done: Callable[[str], None] = lambda _: None,
) -> Answers:
    """Ask them, each for so many seconds; `done` is told of each provider that is through.

    Fetching a key from elsewhere has a limit of its own. A signal ends it; those that were not
    through by then are cancelled.
    """
    outcomes: dict[str, Outcome] = {}
    was_interrupted = True
    async with listen_to_signals():
        async with open_surroundings(home, environ) as lent, trio.open_nursery() as nursery:
            builder = RouteBuilder(lent.services, lent.references, home.config, home.models)
            asker = _Asker(builder, seconds, outcomes, done)
            for entry in entries:
                nursery.start_soon(asker.ask, entry)
        was_interrupted = False
    return Answers(
        tuple(outcomes.get(entry.provider, _cancelled(entry)) for entry in entries),
        was_interrupted,
    )


@define(eq=False)
class _Asker:
    """One round of questions."""

    builder: RouteBuilder
    seconds: float
    outcomes: dict[str, Outcome]
    done: Callable[[str], None]
    elsewhere: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(AT_ONCE))
    here: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(AT_ONCE_HERE))

    async def ask(self, entry: Entry) -> None:
        """Ask one, when it is its turn."""
        is_here = family_facts(entry.family).kind is Kind.HERE
        async with self.here if is_here else self.elsewhere:
            self.outcomes[entry.provider] = await self._outcome(entry)
        self.done(entry.provider)

    async def _outcome(self, entry: Entry) -> Outcome:
        settings = entry.settings
        if settings is None:
            return unusable(entry)
        return judged(entry, settings.model, await self._course(entry.provider, settings))

    async def _course(self, provider: str, settings: ModelSettings) -> Course:
        try:
            [route] = await self.builder.routes([ChainLink(provider, settings)])
        except ZeroClawError as error:
            return Course(error)
        try:
            return await course_of(route, self.seconds)
        finally:
            with trio.move_on_after(CLOSE_SECONDS, shield=True):
                await route.provider.aclose()


def _cancelled(entry: Entry) -> Outcome:
    model = None if entry.settings is None else entry.settings.model
    return Outcome(entry.provider, model, Status.CANCELLED)
