"""Tries the providers of a config for the command line, from the flags to the exit code."""

from __future__ import annotations

import os
import sys
from functools import partial

import trio
from attrs import frozen

from zeroclaw.checks.rows import layout_for
from zeroclaw.configuring.place import this_installation
from zeroclaw.configuring.printing import show, show_json
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.interrupts import CANCELLED
from zeroclaw.providers.asking import Answers, ask_all
from zeroclaw.providers.check_text import as_json, outcome_rows, summary
from zeroclaw.providers.entries import entries_of, named
from zeroclaw.providers.outcome import Status
from zeroclaw.providers.progress import Waiting
from zeroclaw.request import check_flag
from zeroclaw.words import say
from zeroclaw_config import load_config
from zeroclaw_http import preload

__all__ = ["CheckRequest", "run"]


@frozen
class CheckRequest:
    """What the command line asks for; without names, all that the config has."""

    names: tuple[str, ...] = ()
    seconds: float = 60.0
    as_json: bool = False


def run(asked: CheckRequest, *, debug: bool) -> int:
    """Do it; the exit code: 0 when all that were asked work."""
    return ended(partial(_run, asked), debug=debug)


def _run(asked: CheckRequest) -> int:
    for name in asked.names:
        check_flag("NAME", name)
    place = this_installation()
    config = load_config(place.config, place.environ, place.families)
    entries = named(entries_of(config), asked.names)
    if not entries:
        tell(say("models_none_configured"))
        return FAILED
    to_ask = [entry.provider for entry in entries if entry.settings is not None]
    if to_ask:
        tell(say("providers_beforehand", count=len(to_ask)))
        # Or the first of them would seem to be slow.
        preload()
    waiting = Waiting(sys.stderr, os.environ)
    waiting.begin([entry.provider for entry in entries])
    try:
        answers = trio.run(ask_all, entries, place.home, place.environ, asked.seconds, waiting.done)
    finally:
        waiting.clear()
    _show(answers, is_json=asked.as_json)
    if answers.was_interrupted:
        return CANCELLED
    works = all(each.status in (Status.OK, Status.WARNING) for each in answers.outcomes)
    return SUCCEEDED if works else FAILED


def _show(answers: Answers, *, is_json: bool) -> None:
    if is_json:
        show_json(as_json(answers.outcomes))
        return
    layout = layout_for(os.environ, sys.stdout)
    lines = [*outcome_rows(answers.outcomes, layout), "", summary(answers.outcomes)]
    show("\n".join(lines), is_harmless=True)
