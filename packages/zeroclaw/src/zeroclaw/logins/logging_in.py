"""Logs in to a service from the command line, from the code to the exit code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click
import trio
from attrs import evolve

from zeroclaw.ending import SUCCEEDED, ended
from zeroclaw.errors import WrongUsage
from zeroclaw.home import find_home
from zeroclaw.interrupts import CANCELLED, listen_to_signals
from zeroclaw.logins.errors import LoginNotBrought
from zeroclaw.logins.lock import locked
from zeroclaw.logins.login_file import KeptLogin, LoginFile
from zeroclaw.logins.manner import Manner, browser_flow
from zeroclaw.logins.means import LoginMeans
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_http import HttpClient
from zeroclaw_providers.oauth.asking import AuthorityClient, Pause
from zeroclaw_providers.oauth.authority import AUTHORITIES, Authority, BrowserFlow
from zeroclaw_providers.oauth.browsing import BROWSING_SECONDS, browsed_tokens
from zeroclaw_providers.oauth.callback import CallbackPages
from zeroclaw_providers.oauth.codex_file import codex_tokens
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_runtime import SystemClock

__all__ = ["run"]

BROUGHT: Final = "openai"
"""Whose logins other programs keep in a form that is known here."""

MOST_BYTES: Final = 1024 * 1024
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


FAMILIES: Final = {"copilot": "copilot", "openai": "codex"}
"""Families of models that use a login by themselves."""


def run(
    name: str,
    environment: Mapping[str, str],
    *,
    brought: str | None,
    origin: str,
    debug: bool,
    manners: Sequence[Manner] = (),
    means: LoginMeans = LoginMeans(),
) -> int:
    """Do it; the exit code. `brought` is a file to take the login from, `-` for the usual one.

    `manners` has at most one; without any, the login takes the way that fits the machine.
    """
    work = partial(_run, name, environment, brought, origin, manners, means)
    return ended(work, debug=debug)


def _run(
    name: str,
    environment: Mapping[str, str],
    brought: str | None,
    origin: str,
    manners: Sequence[Manner],
    means: LoginMeans,
) -> int:
    authority = AUTHORITIES.get(name)
    if authority is None:
        raise WrongUsage(problem=say("auth_unknown", name=name, names=", ".join(AUTHORITIES)))
    if len(manners) > 1:
        raise WrongUsage(problem=say("auth_one_manner"))
    wanted = manners[0] if manners else None
    if brought is not None and (name != BROUGHT or origin or wanted):
        raise WrongUsage(problem=say("auth_not_brought", name=BROUGHT))
    if wanted is Manner.BROWSER and authority.browser is None:
        raise WrongUsage(problem=say("auth_no_browser", name=name))
    origin = _origin(origin)
    file = LoginFile.of(find_home(environment))
    tokens = None if brought is None else _brought(brought, environment)
    moved = authority.at(origin)
    flow = browser_flow(moved, wanted, environment)
    ask = partial(_browsed, moved, flow, means) if flow else partial(_confirmed, moved, means.pause)
    is_done = trio.run(_log_in, ask, name, origin, file, tokens)
    if not is_done:
        return CANCELLED
    click.echo(say("auth_logged_in", name=name, path=visible(str(file.path))))
    family = FAMILIES.get(name)
    key = "auth_next" if family is None else "auth_next_family"
    click.echo(say(key, name=name, family=family))
    if tokens is not None:
        _note(say("auth_brought_warning"))
    return SUCCEEDED


async def _log_in(
    ask: Callable[[], Awaitable[Tokens]],
    name: str,
    origin: str,
    file: LoginFile,
    tokens: Tokens | None,
) -> bool:
    """Whether it was done; False when a signal ended it."""
    kept: KeptLogin | None = None
    async with listen_to_signals():
        if tokens is None:
            tokens = await ask()
        login = KeptLogin(tokens, origin)
        async with locked(file.path):
            limiter = trio.CapacityLimiter(1)
            await trio.to_thread.run_sync(file.put, name, login, limiter=limiter)
            kept = login
    return kept is not None


async def _confirmed(authority: Authority, pause: Pause) -> Tokens:
    async with HttpClient() as http:
        client = AuthorityClient(http, authority, SystemClock(), pause)
        code = await client.device_code()
        facts = {"url": visible(code.url), "code": visible(code.user_code)}
        _note(say("auth_confirm", **facts))
        if code.whole_url:
            _note(say("auth_confirm_at_once", url=visible(code.whole_url)))
        _note(say("auth_waiting", minutes=int(code.life // 60)))
        return await client.tokens(code)


async def _browsed(authority: Authority, flow: BrowserFlow, means: LoginMeans) -> Tokens:
    async def show(url: str) -> None:
        _note(say("auth_browse", url=visible(url)))
        _note(say("auth_waiting", minutes=int(BROWSING_SECONDS // 60)))
        await means.show(url)

    pages = CallbackPages(
        agreed=say("auth_page_agreed"),
        declined=say("auth_page_declined"),
        stray=say("auth_page_stray"),
    )
    async with HttpClient() as http:
        client = AuthorityClient(http, authority, SystemClock(), means.pause)
        return await browsed_tokens(
            client, evolve(flow, ports=means.ports or flow.ports), show, pages
        )


def _origin(text: str) -> str:
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        is_root = parts.path in ("", "/") and not parts.query and "@" not in parts.netloc
        is_private = parts.scheme == "https" or (
            # Tokens go there, so an open line is for this machine alone.
            parts.scheme == "http" and parts.hostname in LOOPBACK
        )
        if is_root and is_private and parts.hostname:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        raise WrongUsage(problem=say("auth_no_origin")) from None
    raise WrongUsage(problem=say("auth_no_origin"))


def _brought(brought: str, environment: Mapping[str, str]) -> Tokens:
    usual = Path(environment.get("CODEX_HOME") or "~/.codex") / "auth.json"
    path = usual if brought == "-" else Path(brought)
    try:
        with path.expanduser().open("rb") as stream:
            return codex_tokens(stream.read(MOST_BYTES))
    except (OSError, RuntimeError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise LoginNotBrought(path=str(path), problem=problem) from error
    except ValueError as error:
        raise LoginNotBrought(path=str(path), problem=str(error)) from None


def _note(text: str) -> None:
    """Say something on standard error, if anybody listens there."""
    try:
        click.echo(text, err=True)
    except (OSError, ValueError):
        return
