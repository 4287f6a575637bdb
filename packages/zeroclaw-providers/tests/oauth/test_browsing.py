"""A browser on this machine becomes tokens, unless somebody else sent it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import trio
from attrs import evolve

from zeroclaw_http.client import HttpClient
from zeroclaw_providers.errors import LoginFailed
from zeroclaw_providers.oauth.asking import AuthorityClient
from zeroclaw_providers.oauth.authority import AUTHORITIES, BrowserFlow
from zeroclaw_providers.oauth.browsing import browsed_tokens
from zeroclaw_providers.oauth.callback import CallbackPages, open_callback
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_testing import ManualClock
from zeroclaw_testing.authority import ScriptedAuthority, serve_authority
from zeroclaw_testing.model_server.raw_client import RawAnswer, hear

SECONDS = 10
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAGES = CallbackPages("agreed", "declined", "stray")
Show = Callable[[str], Awaitable[object]]


async def go(url: str, host: str = "") -> RawAnswer:
    """A browser that is sent to a URL; `host` is what it takes the place for."""
    parts = urlsplit(url)
    head = f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {host or parts.netloc}\r\n\r\n"
    return await hear(f"http://127.0.0.1:{parts.port}", head.encode())


@asynccontextmanager
async def served(
    name: str = "openai",
) -> AsyncIterator[tuple[AuthorityClient, BrowserFlow, ScriptedAuthority]]:
    with trio.fail_after(SECONDS):
        async with serve_authority() as server, HttpClient() as http:
            authority = AUTHORITIES[name].at(server.origin)
            client = AuthorityClient(http, authority, ManualClock(NOW))
            assert authority.browser is not None
            yield client, evolve(authority.browser, ports=(0,)), server


async def logged_in(
    client: AuthorityClient, flow: BrowserFlow, browse: Show, seconds: float = SECONDS
) -> Tokens:
    """Log in with a browser that goes its way while the login waits."""
    async with trio.open_nursery() as nursery:

        async def show(url: str) -> None:
            nursery.start_soon(browse, url)

        try:
            return await browsed_tokens(client, flow, show, PAGES, seconds)
        except LoginFailed as error:
            failed = error
        finally:
            nursery.cancel_scope.cancel()
    raise failed


@pytest.mark.parametrize("name", ["openai", "xai"])
async def test_user_who_agrees_in_the_browser_is_logged_in(name: str) -> None:
    async with served(name) as (client, flow, server):
        server.account = "me"

        async def browse(url: str) -> None:
            await go(server.codes.agree(url))

        tokens = await logged_in(client, flow, browse)
        assert tokens == Tokens("access-1", "refresh-1", NOW + timedelta(hours=1), "me")
        assert ("code_challenge" in server.requests[-1].form) is (name == "xai")


async def test_user_who_declines_is_told_what_the_service_said() -> None:
    async with served() as (client, flow, server):

        async def browse(url: str) -> None:
            await go(server.codes.decline(url))

        with pytest.raises(LoginFailed, match="The user said no; begin again"):
            await logged_in(client, flow, browse)
        assert not server.requests


async def test_foreign_requests_neither_log_in_nor_end_the_login() -> None:
    answers: list[int] = []
    async with served() as (client, flow, server):

        async def browse(url: str) -> None:
            back = server.codes.agree(url)
            foreign = back.replace("state=", "state=x")
            for target, host in (
                (foreign, ""),
                (foreign.replace("code=", "error=x&code="), ""),
                (back, "rebound.example.com"),
                (back.replace("/auth/callback", "/cancel"), ""),
            ):
                answers.append((await go(target, host)).status)
            answers.append((await go(back)).status)

        assert (await logged_in(client, flow, browse)).access == "access-1"
    assert answers[:4] == [400, 400, 421, 404]


async def test_code_of_another_login_is_worth_nothing_here() -> None:
    async with served() as (client, flow, server):
        theirs = server.codes.give("other-client", "http://localhost:1/auth/callback", "x" * 43)

        async def browse(url: str) -> None:
            ours = server.codes.agree(url)
            await go(ours.replace("code-secret-2", theirs))

        with pytest.raises(LoginFailed, match="invalid_grant; begin again"):
            await logged_in(client, flow, browse)
        assert server.granted == 0


async def test_login_that_nobody_makes_ends_in_time() -> None:
    async def browse(_url: str) -> None:
        await trio.sleep_forever()

    async with served() as (client, flow, server):
        with pytest.raises(LoginFailed, match="nobody logged in within time"):
            await logged_in(client, flow, browse, 0.2)
        assert not server.requests


async def test_port_that_is_taken_is_named_with_what_to_do() -> None:
    async def browse(_url: str) -> None:
        await trio.sleep_forever()

    async with served() as (client, flow, _), open_callback(flow) as other:
        taken = evolve(flow, ports=(other.port,))
        with pytest.raises(LoginFailed, match=f"port {other.port} .*--device"):
            await logged_in(client, taken, browse)
