"""Copilot's token is fetched when it is needed, once, then again before its end."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
import trio
import trio.testing

from zeroclaw_api.errors import BadStream, ProviderError, ProviderOverloaded, ProviderUnreachable
from zeroclaw_api.json import Json
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.copilot.account import GitHubAccount
from zeroclaw_providers.copilot.exchange import CopilotTokens
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_testing import FakeAnswer, FakeHttp
from zeroclaw_testing.authority import serve_authority

SECONDS = 10
KEY = "planted-gh-key-0123"
ACCOUNT = GitHubAccount("copilot.home", KEY)
GITHUB = "https://api.example.com"
DATE = "Thu, 01 Jan 2026 00:00:00 GMT"
NOW = 1_767_225_600


def answering(
    answer: Mapping[str, Json], status: int = 200, headers: Mapping[str, str] | None = None
) -> FakeHttp:
    body = json.dumps(dict(answer)).encode()
    return FakeHttp(handler=lambda _: FakeAnswer(status, headers or {}, (body,)))


async def test_exchange_shows_the_key_under_its_own_scheme() -> None:
    with trio.fail_after(SECONDS):
        async with serve_authority() as server, HttpClient() as http:
            server.api = "http://127.0.0.1:9"
            tokens = CopilotTokens(http, server.origin, ACCOUNT)
            token = await tokens.current("m")
            assert (token.text, token.api) == ("copilot-1", "http://127.0.0.1:9")
            (request,) = server.requests
            assert request.header("authorization") == f"token {KEY}"
            assert request.header("editor-plugin-version") is not None


async def test_many_tasks_make_one_exchange() -> None:
    http = answering({"token": "t", "refresh_in": 1500})
    tokens = CopilotTokens(http, GITHUB, ACCOUNT)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(tokens.current, "m")
    assert len(http.requests) == 1


async def test_token_is_replaced_two_minutes_before_its_end(
    mock_clock: trio.testing.MockClock,
) -> None:
    http = answering({"token": "t", "expires_at": NOW + 600}, headers={"Date": DATE})
    tokens = CopilotTokens(http, GITHUB, ACCOUNT)
    await tokens.current("m")
    mock_clock.jump(479)
    await tokens.current("m")
    assert len(http.requests) == 1
    mock_clock.jump(1)
    await tokens.current("m")
    assert len(http.requests) == 2


async def test_token_of_unknown_life_is_used_once() -> None:
    http = answering({"token": "t"})
    tokens = CopilotTokens(http, GITHUB, ACCOUNT)
    assert (await tokens.current("m")).api == "https://api.githubcopilot.com"
    await tokens.current("m")
    assert len(http.requests) == 2


async def test_forgotten_token_is_fetched_anew_unless_replaced_already() -> None:
    http = answering({"token": "t", "refresh_in": 1500})
    tokens = CopilotTokens(http, GITHUB, ACCOUNT)
    old = await tokens.current("m")
    tokens.forget(old)
    new = await tokens.current("m")
    tokens.forget(old)
    assert await tokens.current("m") is new
    assert len(http.requests) == 2


async def test_exchange_that_is_cancelled_leaves_the_next_one_free() -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(stalls=True))
    tokens = CopilotTokens(http, GITHUB, ACCOUNT)
    with trio.move_on_after(0.05):
        await tokens.current("m")
    http.answers[f"GET {GITHUB}/copilot_internal/v2/token"] = FakeAnswer(chunks=(b'{"token":"t"}',))
    with trio.fail_after(SECONDS):
        assert (await tokens.current("m")).text == "t"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, CredentialsMissing),
        (403, CredentialsMissing),
        (404, CredentialsMissing),
        (500, ProviderOverloaded),
        (503, ProviderOverloaded),
    ],
)
async def test_refusals_say_whose_fault_it_is(status: int, kind: type[ProviderError]) -> None:
    http = answering({"message": f"no {KEY}"}, status)
    with pytest.raises(kind) as caught:
        await CopilotTokens(http, GITHUB, ACCOUNT).current("m")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"token": None},
        {"token": "two words"},
        {"token": "t", "endpoints": {"api": "http://example.com"}},
        {"token": "t", "endpoints": {"api": "ftp://example.com"}},
        {"token": "t", "endpoints": {"api": "https://[x"}},
    ],
)
async def test_answer_that_is_no_token_goes_nowhere(answer: Mapping[str, Json]) -> None:
    with pytest.raises(BadStream):
        await CopilotTokens(answering(answer), GITHUB, ACCOUNT).current("m")


async def test_github_that_cannot_be_reached_is_named() -> None:
    async with HttpClient() as http:
        tokens = CopilotTokens(http, "http://127.0.0.1:1", ACCOUNT)
        with trio.fail_after(SECONDS), pytest.raises(ProviderUnreachable, match=r"127\.0\.0\.1:1"):
            await tokens.current("m")
