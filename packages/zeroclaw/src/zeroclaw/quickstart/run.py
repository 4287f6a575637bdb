"""Runs the first run for the command line, from the flags to the exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
import trio
from attrs import field, frozen

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import Home, find_home
from zeroclaw.interrupts import CANCELLED, listen_to_signals
from zeroclaw.quickstart.asked import Asked
from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.flow import FIRST_AGENT, FirstRun, Outcome, Probes
from zeroclaw.quickstart.listing import answering_servers, models_at, usual_servers
from zeroclaw.quickstart.offers import Cards, Offer, ready_offers
from zeroclaw.quickstart.questions import TerminalQuestions, can_ask
from zeroclaw.quickstart.setup import Families, Setup
from zeroclaw.quickstart.trial import try_model
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import style_for
from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families, provider_factory
from zeroclaw.wiring.services import open_surroundings
from zeroclaw.words import error_text, say
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers.catalogue.reading import ModelCatalogue, open_catalogue
from zeroclaw_providers.errors import ModelsFileUnusable
from zeroclaw_providers.local.bundled import bundled_model, engine_folder

__all__ = ["RealProbes", "run"]

ResultT = TypeVar("ResultT")


def run(asked: Asked, *, as_json: bool, debug: bool = False) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, asked, as_json=as_json), debug=debug)


def _run(asked: Asked, *, as_json: bool) -> int:
    home = find_home(os.environ)
    is_asking = can_ask() and not asked.is_agreed
    style = style_for(os.environ, is_terminal=can_ask())
    families, cards = installed_families(), family_cards()
    first_run = FirstRun(
        asked,
        home.config,
        os.environ,
        families,
        cards,
        _catalogue(home),
        RealProbes(home, os.environ, families, cards).probes(usual_servers(cards, os.environ)),
        TerminalQuestions(style) if is_asking else None,
        _note,
        lambda text: _note(text, style.bad),
    )
    try:
        outcome = first_run.take()
    except click.Abort:
        # The cursor is still behind the question.
        _note("")
        _note(say("quickstart_unchanged"))
        return CANCELLED
    click.echo(_document(outcome, home.config) if as_json else _summary(outcome, home.config))
    return SUCCEEDED


@frozen
class RealProbes:
    """Probes of this machine; each raises `click.Abort` when a signal ended it."""

    home: Home
    environ: Mapping[str, str] = field(repr=False, hash=False)
    families: Families = field(repr=False, hash=False)
    cards: Cards = field(repr=False, hash=False)

    def probes(self, servers: Sequence[Offer]) -> Probes:
        """Those that look for these servers, besides what the environment tells of."""
        return Probes(partial(self._offers, servers), self._models, self._attempt)

    def _offers(self, servers: Sequence[Offer]) -> tuple[Offer, ...]:
        async def probe() -> tuple[Offer, ...]:
            found: tuple[Offer, ...] = ()
            async with open_surroundings(self.home, self.environ) as opened:
                found = await answering_servers(
                    servers, self.environ, self.families, opened.services
                )
            return found  # noqa: RET504  the block may end without it

        has_bundled = bundled_model() is not None and engine_folder() is not None
        ready = ready_offers(self.cards, self.environ, has_bundled=has_bundled)
        return (*_in_trio(probe), *ready)

    def _models(self, offer: Offer) -> tuple[str, ...]:
        async def ask() -> tuple[str, ...]:
            names: tuple[str, ...] = ()
            async with open_surroundings(self.home, self.environ) as opened:
                names = await models_at(offer, self.environ, self.families, opened.services)
            return names  # noqa: RET504  the block may end without it

        return _in_trio(ask)

    def _attempt(self, setup: Setup, settings: ModelSettings) -> None:
        factory = provider_factory(setup.offer.family)

        async def attempt() -> ModelUntried | None:
            failure = None
            async with open_surroundings(self.home, self.environ) as opened:
                failure = await try_model(setup, settings, factory, opened.services)
            return failure  # noqa: RET504  the block may end without it

        failure = _in_trio(attempt)
        if failure is not None:
            raise failure


def _catalogue(home: Home) -> ModelCatalogue:
    try:
        return open_catalogue(home.models)
    except ModelsFileUnusable as error:
        # It is only asked for a proposal, which the tables that came along give as well.
        _note(say("models_file_left_out", problem=error_text(error)))
        return ModelCatalogue()


def _in_trio(work: Callable[[], Awaitable[ResultT]]) -> ResultT:
    """What the work returns or raises; `click.Abort` when a signal ended it."""

    async def listening() -> list[ResultT]:
        results: list[ResultT] = []
        async with listen_to_signals():
            results.append(await work())
        return results

    results = trio.run(listening)
    if not results:
        raise click.Abort
    return results[0]


def _summary(outcome: Outcome, config: Path) -> str:
    setup = outcome.setup
    if setup is None:
        return say("quickstart_unchanged")
    facts = {
        "path": visible(str(config)),
        "agent": setup.agent,
        "preset": setup.preset.value,
        "model": visible(outcome.model),
        "provider": setup.provider,
    }
    wrote = say("quickstart_wrote", **facts)
    return f"{wrote}\n{say('quickstart_next', command=_next_command(setup))}"


def _document(outcome: Outcome, config: Path) -> str:
    facts: dict[str, object] = {"config": str(config), "written": outcome.is_written}
    if outcome.setup is not None:
        facts |= {
            "model_provider": outcome.setup.provider,
            "model": outcome.model,
            "agent": outcome.setup.agent,
            "preset": outcome.setup.preset.value,
            "tested": outcome.is_tested,
            "next": _next_command(outcome.setup),
        }
    return json.dumps(facts, ensure_ascii=False)


def _next_command(setup: Setup) -> str:
    return "zeroclaw agent" if setup.agent == FIRST_AGENT else f"zeroclaw agent -a {setup.agent}"


def _note(text: str, styled: Callable[[str], str] = str) -> None:
    """Say something on standard error, if anybody listens there."""
    try:
        click.echo(styled(visible(text)), err=True)
    except (OSError, ValueError):
        return
