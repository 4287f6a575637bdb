"""Says one thing to an agent, from the command line to the exit code."""

from __future__ import annotations

import gc
import os
import re
import secrets
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, assert_never

import click
import trio
from attrs import evolve, frozen

from zeroclaw.conversation import Conversation, converse
from zeroclaw.errors import WrongUsage
from zeroclaw.failures import first_cause, sentence
from zeroclaw.home import Home, find_home
from zeroclaw.interrupts import CANCELLED
from zeroclaw.stdin import attach, read_attachment
from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.sanitise import visible
from zeroclaw.wiring.agent import families
from zeroclaw.wiring.choice import AgentChoice, choose, unconfigured
from zeroclaw.wiring.given import GivenModel
from zeroclaw.words import ENGLISH
from zeroclaw_api.events import Outcome
from zeroclaw_api.json import well_formed
from zeroclaw_config import UnknownAgent, load_config
from zeroclaw_http import preload

__all__ = ["OneShot", "run"]

ANSWERED: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2

STDIN: Final = 0

_SESSION_KEY: Final = re.compile(r"[^\s/\x00-\x1f\x7f][^/\x00-\x1f\x7f]{0,99}")


@frozen
class OneShot:
    """What the command line asks for."""

    message: str
    alias: str | None
    session_key: str | None
    as_json: bool
    given: GivenModel
    debug: bool


def run(request: OneShot) -> int:
    """Do it; the exit code. Whatever goes wrong is told on standard error in one sentence."""
    try:
        return _run(request)
    except Exception as error:  # noqa: BLE001  whatever it is, the user gets one sentence
        cause = first_cause(error)
        if isinstance(cause, OutputClosed):
            return CANCELLED
        if request.debug:
            traceback.print_exception(error)
        _tell(sentence(cause))
        return WRONG_USAGE if isinstance(cause, WrongUsage | UnknownAgent) else FAILED


def _run(request: OneShot) -> int:
    _check_text(request)
    text = attach(request.message, read_attachment(STDIN, lambda key: _tell(ENGLISH[key])))
    if not text.strip():
        raise WrongUsage(problem="Nothing to say: give -m TEXT, or pipe text in")
    key = _session_key(request.session_key)
    home = find_home(os.environ)
    choice = _choice(request, home)
    conversation = Conversation(
        f"{choice.alias}/{key}",
        text,
        is_new=request.session_key is None,
        as_json=request.as_json,
    )
    if request.given.is_bundled and sys.stderr is not None and sys.stderr.isatty():
        _tell(ENGLISH["bundled_model"])
    preload()
    # What is loaded stays: the collector need not look at it again.
    gc.freeze()
    gc.enable()
    done = trio.run(converse, choice, home, os.environ, conversation)
    if done is None:
        return CANCELLED
    if done.detail:
        _tell(done.detail)
    return exit_code(done.outcome)


def _check_text(request: OneShot) -> None:
    """Refuse what no model and no store could write down, before anything is done with it."""
    given = {
        "--message": request.message,
        "--agent": request.alias,
        "--session": request.session_key,
        "--uri": request.given.uri,
        "--model": request.given.model,
        "--api-key-env": request.given.api_key_env,
        "--model-path": request.given.model_path,
    }
    for flag, text in given.items():
        if text is not None and text != well_formed(text):
            raise WrongUsage(problem=f"What {flag} says is not UTF-8; give it as UTF-8 text")


def _choice(request: OneShot, home: Home) -> AgentChoice:
    given = request.given.described(os.environ, families())
    if given is not None and not home.config.exists():
        return unconfigured(request.alias, given.provider, given.settings)
    config = load_config(home.config, os.environ, families())
    for notice in config.notices:
        _tell(str(notice))
    choice = choose(config, request.alias)
    if given is not None:
        return evolve(choice, provider=given.provider, settings=given.settings)
    return evolve(choice, settings=request.given.renamed(choice.settings))


def _session_key(given: str | None) -> str:
    if given is None:
        return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
    if not _SESSION_KEY.fullmatch(given):
        raise WrongUsage(
            problem=f"{given!r} cannot name a session: use at most 100 characters, "
            "no slash, no control characters"
        )
    return given


def exit_code(outcome: Outcome) -> int:
    """What the shell is told of the end of a turn."""
    match outcome:
        case Outcome.ANSWERED:
            return ANSWERED
        case Outcome.CANCELLED:
            return CANCELLED
        case Outcome.FAILED | Outcome.LIMIT | Outcome.INTERRUPTED:
            return FAILED
        case _:
            assert_never(outcome)


def _tell(text: str) -> None:
    """Say something on standard error, if anybody listens there."""
    try:
        click.echo(f"zeroclaw: {visible(text)}", err=True)
    except (OSError, ValueError):
        return
