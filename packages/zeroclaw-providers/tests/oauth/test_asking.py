"""A service on the network is asked for tokens, whatever it answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
import trio
from attrs import evolve

from zeroclaw_http.client import HttpClient
from zeroclaw_providers.errors import LoginFailed, LoginRefused
from zeroclaw_providers.oauth.asking import AuthorityClient
from zeroclaw_providers.oauth.authority import AUTHORITIES
from zeroclaw_providers.oauth.device_flow import challenge_of
from zeroclaw_providers.oauth.tokens import Tokens
from zeroclaw_testing import FakeAnswer, FakeHttp, ManualClock
from zeroclaw_testing.authority import Poll, ScriptedAuthority, serve_authority

SECONDS = 10
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PLANTED = Tokens("planted-access-0123", "planted-refresh-0123", NOW)


class Pauses:
    """Waits for nothing, and notes for how long it should have."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await trio.lowlevel.checkpoint()


@asynccontextmanager
async def served(
    name: str = "copilot",
) -> AsyncIterator[tuple[AuthorityClient, ScriptedAuthority, Pauses]]:
    pauses = Pauses()
    with trio.fail_after(SECONDS):
        async with serve_authority() as server, HttpClient() as http:
            authority = AUTHORITIES[name].at(server.origin)
            yield AuthorityClient(http, authority, ManualClock(NOW), pauses), server, pauses


@pytest.mark.parametrize("name", ["copilot", "qwen", "xai"])
async def test_confirmed_code_becomes_tokens(name: str) -> None:
    async with served(name) as (client, server, pauses):
        server.polls.extend([Poll.PENDING, Poll.SLOW_DOWN, Poll.PENDING])
        code = await client.device_code()
        tokens = await client.tokens(code)
        assert tokens == Tokens("access-1", "refresh-1", NOW + timedelta(hours=1))
        assert pauses.seconds == [5, 5, 10, 10]
        form = server.requests[0].form
        assert form["client_id"] == AUTHORITIES[name].client_id
        assert ("code_challenge" in form) is (name == "qwen")


async def test_errors_with_status_200_are_errors_too() -> None:
    async with served() as (client, server, _):
        server.error_status = 200
        server.polls.extend([Poll.PENDING, Poll.DENIED])
        with pytest.raises(LoginFailed, match="it was declined; begin again"):
            await client.tokens(await client.device_code())


async def test_code_that_expires_says_so() -> None:
    async with served() as (client, server, _):
        server.polls.append(Poll.EXPIRED)
        with pytest.raises(LoginFailed, match="not confirmed in time"):
            await client.tokens(await client.device_code())


async def test_code_that_nobody_confirms_ends_with_its_life() -> None:
    async with served() as (client, server, _):
        code = evolve(await client.device_code(), life=0.2)
        server.polls.extend([Poll.PENDING] * 10_000)
        with pytest.raises(LoginFailed, match="not confirmed in time"):
            await client.tokens(code)


async def test_service_that_fails_for_a_moment_is_asked_again() -> None:
    async with served() as (client, server, pauses):
        code = await client.device_code()
        server.failures.extend([503, 502])
        assert (await client.tokens(code)).access == "access-1"
        assert pauses.seconds == [5, 10, 15]


async def test_code_of_openai_is_exchanged_for_tokens_in_its_own_way() -> None:
    async with served("openai") as (client, server, pauses):
        server.account = "me"
        server.polls.extend([Poll.PENDING, Poll.SLOW_DOWN, Poll.PENDING])
        code = await client.device_code()
        assert (code.user_code, code.url) == ("ABCD-1234", f"{server.origin}/codex/device")
        tokens = await client.tokens(code)
        assert tokens == Tokens("access-1", "refresh-1", NOW + timedelta(hours=1), "me")
        assert pauses.seconds == [5, 5, 10, 10]
        form = server.requests[-1].form
        assert form["redirect_uri"] == f"{server.origin}/deviceauth/callback"
        assert server.requests[0].header("content-type") == "application/json"


@pytest.mark.parametrize(
    ("poll", "says"),
    [(Poll.DENIED, "it was declined; begin again"), (Poll.EXPIRED, "not confirmed in time")],
)
async def test_code_of_openai_that_is_not_confirmed_says_why(poll: Poll, says: str) -> None:
    async with served("openai") as (client, server, _):
        server.polls.append(poll)
        with pytest.raises(LoginFailed, match=says):
            await client.tokens(await client.device_code())
        assert server.granted == 0


async def test_account_without_codes_is_told_what_to_do() -> None:
    async with served("openai") as (client, server, _):
        server.own_codes = False
        with pytest.raises(LoginFailed, match=r"security settings .* --browser"):
            await client.device_code()


async def test_code_of_openai_outlives_a_moment_without_network() -> None:
    async with served("openai") as (client, server, pauses):
        code = await client.device_code()
        server.failures.extend([503, 502])
        assert (await client.tokens(code)).access == "access-1"
        assert pauses.seconds == [5, 10, 15]


async def test_code_is_worth_nothing_to_another_client() -> None:
    async with served("openai") as (client, server, _):
        challenge = challenge_of("verifier-of-another")
        code = server.codes.give(client.authority.client_id, "http://x/back", challenge)
        with pytest.raises(LoginFailed, match="invalid_grant; begin again") as caught:
            await client.exchanged(code, "planted-verifier-0123", "http://x/back")
        assert "planted" not in str(caught.value)
        assert server.granted == 0


async def test_refresh_token_is_used_once_then_rotates() -> None:
    async with served("openai") as (client, server, _):
        first = await client.tokens(await client.device_code())
        second = await client.renewed(first)
        assert (second.access, second.refresh) == ("access-2", "refresh-2")
        with pytest.raises(LoginRefused, match="zeroclaw auth login openai"):
            await client.renewed(first)
        assert server.is_revoked


async def test_login_without_a_refresh_token_has_to_be_made_anew() -> None:
    async with served() as (client, server, _):
        with pytest.raises(LoginRefused, match="it has ended"):
            await client.renewed(Tokens("a", "", NOW))
        assert not server.requests


async def test_service_that_fails_does_not_end_the_login() -> None:
    async with served("qwen") as (client, server, _):
        server.failures.append(503)
        with pytest.raises(LoginFailed, match="HTTP 503") as caught:
            await client.renewed(PLANTED)
        assert not isinstance(caught.value, LoginRefused)


@pytest.mark.parametrize(
    ("status", "body", "is_final"),
    [
        (401, b'{"error":{"code":"refresh_token_reused","message":"used"}}', True),
        (400, b'{"error":"invalid_grant"}', True),
        (200, b'{"error":"server_error"}', False),
        (200, b"<html>planted-refresh-0123</html>", False),
        (200, b'{"access_token":"two words"}', False),
        (200, b"[" * 100_000, False),
        (400, b'{"error":"x","error_description":"no planted-refresh-0123 here"}', False),
        (200, b"\xff", False),
    ],
)
async def test_every_bad_answer_is_one_sentence_without_secrets(
    status: int, body: bytes, is_final: bool
) -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(status, chunks=(body,)))
    client = AuthorityClient(http, AUTHORITIES["openai"], ManualClock(NOW))
    with trio.fail_after(SECONDS), pytest.raises(LoginFailed) as caught:
        await client.renewed(PLANTED)
    assert isinstance(caught.value, LoginRefused) is is_final
    assert "planted" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


async def test_unreachable_service_is_named_with_its_address() -> None:
    async with HttpClient() as http:
        authority = AUTHORITIES["qwen"].at("http://127.0.0.1:1")
        client = AuthorityClient(http, authority, ManualClock(NOW))
        with trio.fail_after(SECONDS), pytest.raises(LoginFailed, match=r"127\.0\.0\.1:1"):
            await client.renewed(PLANTED)
