"""Runs the first run for the command line, from the flags to the exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
import trio

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED, listen_to_signals
from zeroclaw.quickstart.asked import Asked
from zeroclaw.quickstart.errors import ModelUntried
from zeroclaw.quickstart.flow import FIRST_AGENT, FirstRun, Outcome, Probes
from zeroclaw.quickstart.listing import LISTING_SECONDS, answering_servers, models_of
from zeroclaw.quickstart.offers import BUNDLED, SERVERS, Offer, offers_of_keys
from zeroclaw.quickstart.questions import TerminalQuestions, can_ask
from zeroclaw.quickstart.setup import Setup
from zeroclaw.quickstart.trial import EnvironmentKeys, try_model
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import style_for
from zeroclaw.wiring.agent import provider_factory
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.programs import open_programs
from zeroclaw.words import say
from zeroclaw_api.factory import ModelSettings, ProviderServices
from zeroclaw_api.processes import Processes
from zeroclaw_http import HttpClient
from zeroclaw_providers.local.bundled import bundled_model, engine_folder

__all__ = ["real_probes", "run"]

ResultT = TypeVar("ResultT")


def run(asked: Asked, *, as_json: bool, debug: bool = False) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, asked, as_json=as_json), debug=debug)


def _run(asked: Asked, *, as_json: bool) -> int:
    home = find_home(os.environ)
    is_asking = can_ask() and not asked.is_agreed
    style = style_for(os.environ, is_terminal=can_ask())
    first_run = FirstRun(
        asked,
        home.config,
        os.environ,
        installed_families(),
        real_probes(os.environ),
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


def real_probes(environ: Mapping[str, str], servers: tuple[Offer, ...] = SERVERS) -> Probes:
    """Probes of this machine; each raises `click.Abort` when a signal ended it."""
    return Probes(
        partial(_offers, environ, servers),
        partial(_models, environ),
        partial(_attempt, environ),
    )


def _offers(environ: Mapping[str, str], servers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    async def probe() -> tuple[Offer, ...]:
        async with HttpClient() as http:
            return await answering_servers(http, servers)

    has_bundled = bundled_model() is not None and engine_folder() is not None
    found = _in_trio(probe)
    return (*found, *offers_of_keys(environ), *((BUNDLED,) if has_bundled else ()))


def _models(environ: Mapping[str, str], offer: Offer) -> tuple[str, ...]:
    key = None if offer.key_env is None else environ.get(offer.key_env, "").strip()

    async def ask() -> tuple[str, ...]:
        async with HttpClient() as http:
            return await models_of(http, offer.uri or "", key, LISTING_SECONDS)

    return _in_trio(ask)


def _attempt(environ: Mapping[str, str], setup: Setup, settings: ModelSettings) -> None:
    factory = provider_factory(setup.provider.partition(".")[0])

    async def attempt() -> ModelUntried | None:
        failure = None
        async with HttpClient() as http, open_programs(_open_processes) as programs:
            services = ProviderServices(http, EnvironmentKeys(environ), programs)
            failure = await try_model(setup, settings, factory, services)
        return failure  # noqa: RET504  the blocks may end without it

    failure = _in_trio(attempt)
    if failure is not None:
        raise failure


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


def _open_processes() -> AbstractAsyncContextManager[Processes]:
    # Loaded by the first program that is started, which is none for an endpoint.
    from zeroclaw_runtime import open_processes

    return open_processes()


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
