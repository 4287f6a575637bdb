"""What the command line asks for: which agent, with which model, in which session."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from shlex import quote
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw.ending import tell
from zeroclaw.errors import WrongUsage
from zeroclaw.home import Home
from zeroclaw.wiring.choice import AgentChoice, choose, unconfigured
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.given import GivenModel
from zeroclaw.wiring.model_facts import facts_of
from zeroclaw.words import say, worded
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.json import well_formed
from zeroclaw_config import Config, load_config

__all__ = [
    "Chosen",
    "Request",
    "check_flag",
    "check_request",
    "choose_agent",
    "new_session_key",
    "session_key_of",
]

_UNCONFINED: Final = "none"

_SESSION_KEY: Final = re.compile(r"[^\s/\x00-\x1f\x7f][^/\x00-\x1f\x7f]{0,99}")


@frozen
class Request:
    """What was given on the command line; None where nothing was.

    `is_continued` asks for the agent's latest session instead of one with a name.
    """

    alias: str | None = None
    session_key: str | None = None
    is_continued: bool = False
    given: GivenModel = GivenModel()
    debug: bool = False


@frozen
class Chosen:
    """The agent that was asked for, with the other models that the config has."""

    agent: AgentChoice
    models: Mapping[str, ModelSettings] = field(repr=False, hash=False)


def check_request(request: Request) -> None:
    """Refuse what no model and no store could write down, before anything is done with it.

    Raises `WrongUsage`.
    """
    given = {
        "--agent": request.alias,
        "--session": request.session_key,
        "--uri": request.given.uri,
        "--model": request.given.model,
        "--api-key-env": request.given.api_key_env,
        "--model-path": request.given.model_path,
    }
    for flag, text in given.items():
        check_flag(flag, text)


def choose_agent(request: Request, home: Home) -> Chosen:
    """Read the config, unless the command line says enough. Raises a `ConfigError`, `WrongUsage`.

    The notices of the config are told, as well as what a bundled model is worth, and that nothing
    confines the commands of the agent.
    """
    given = request.given.described(os.environ, installed_families())
    if request.given.is_bundled and sys.stderr is not None and sys.stderr.isatty():
        tell(say("bundled_model"))
    if given is not None and not home.config.exists():
        agent = unconfigured(request.alias, given.provider, given.settings)
        return Chosen(agent, {given.provider: given.settings})
    config = load_config(home.config, os.environ, installed_families())
    choice = choose(config, request.alias, partial(facts_of, own_list=home.models))
    # Only now: what is wrong with the chosen agent is told by the error alone.
    for notice in config.notices:
        tell(worded(notice.told))
    if choice.boundary.sandbox == _UNCONFINED:
        tell(_unconfined(choice.alias, config))
    if given is not None:
        agent = evolve(choice, provider=given.provider, settings=given.settings)
        return Chosen(agent, {**config.models, given.provider: given.settings})
    agent = evolve(choice, settings=request.given.renamed(choice.settings))
    return Chosen(agent, config.models)


def _unconfined(alias: str, config: Config) -> str:
    profile = f"risk_profiles.{config.agents[alias].risk_profile}"
    setting = quote(f"{profile}.sandbox_backend")
    return say("agent_unconfined", agent=alias, profile=profile, setting=setting)


def session_key_of(request: Request) -> str | None:
    """The name of the session, if one was given. Raises `WrongUsage`."""
    key = request.session_key
    if key is not None and request.is_continued:
        raise WrongUsage(problem=say("agent_continue_or_session"))
    if key is not None and not _SESSION_KEY.fullmatch(key):
        raise WrongUsage(problem=say("agent_no_session_name", name=repr(key)))
    return key


def new_session_key() -> str:
    """A name that no session has: the time, with something random behind it."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


def check_flag(flag: str, text: str | None) -> None:
    """Raises `WrongUsage` for text that was not UTF-8 on the command line."""
    if text is not None and text != well_formed(text):
        raise WrongUsage(problem=say("flag_not_text", flag=flag))
