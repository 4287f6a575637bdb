"""Codex answers in the protocol of Responses, each request with a fresh token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import ProviderAuthFailed, ProviderRejected
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.codex.provider import CodexProvider
from zeroclaw_providers.codex.subscription import Subscription
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.logins import FixedLogins
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    HttpAnswer,
    ModelServer,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)
from zeroclaw_testing.model_server.openai_responses import OpenAIResponses

SECONDS = 10
OLD, NEW = "planted-old-0123", "planted-new-0123"
REFUSED = HttpAnswer(401, message="token expired")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
REQUEST = ModelRequest("scripted-model", "Be brief.", (), (HELLO,), 100)


def logins(*, is_renewable: bool = True) -> FixedLogins:
    return FixedLogins(
        {"openai": OLD}, fresh={"openai": NEW} if is_renewable else {}, account="acct-1"
    )


async def read(provider: Provider) -> list[StreamEvent]:
    async with provider.stream(REQUEST) as events:
        return [event async for event in events]


@asynccontextmanager
async def served(
    *answers: Answer, kept: FixedLogins | None = None
) -> AsyncIterator[tuple[CodexProvider, ModelServer, FixedLogins]]:
    known = logins() if kept is None else kept
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(OpenAIResponses(),)) as model, HttpClient() as http:
            model.answer(*answers)
            yield CodexProvider(http, model.url, Subscription("codex.x", known)), model, known


class TestCodexProvider(ProviderConformance):
    http: HttpClient

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Provider]:
        answer = calling(*cut_call(0, "x", "f", '{"a":1}', (3,)), usage=Usage(5, 2))
        async with self.serving(answer) as provider:
            yield provider

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Silence()))) as provider:
            yield provider

    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(HttpAnswer(503)) as provider:
            yield provider

    @asynccontextmanager
    async def serving(self, answer: Answer) -> AsyncIterator[Provider]:
        async with (
            serve_model(lambda _: answer, dialects=(OpenAIResponses(),)) as model,
            HttpClient() as self.http,
        ):
            yield CodexProvider(self.http, model.url, Subscription("codex.x", logins()))

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


async def test_request_says_who_asks_for_whose_account() -> None:
    async with served(saying("Hi."), saying("Again.")) as (provider, model, known):
        events = await read(provider)
        assert (events[0], events[-1]) == (TextDelta("Hi."), Finish(FinishReason.STOP, "completed"))
        await read(provider)
        seen = model.requests[0]
    assert seen.header("authorization") == f"Bearer {OLD}"
    assert seen.header("chatgpt-account-id") == "acct-1"
    assert seen.header("originator") == "zeroclaw"
    assert seen.header("openai-beta") == "responses=experimental"
    assert known.asked == ["openai", "openai"]


async def test_body_leaves_out_what_the_service_refuses_to_be_told() -> None:
    async with served(saying("Hi.")) as (provider, model, _):
        await read(provider)
        body = model.requests[0].json
    assert body is not None
    assert (body["store"], body["stream"]) == (False, True)
    assert body["include"] == ["reasoning.encrypted_content"]
    assert body["instructions"] == "Be brief."
    assert not body.keys() & {"max_output_tokens", "temperature"}


async def test_account_without_a_name_is_not_named() -> None:
    async with served(saying("Hi."), kept=FixedLogins({"openai": OLD})) as (provider, model, _):
        await read(provider)
        assert model.requests[0].header("chatgpt-account-id") is None


async def test_token_that_was_taken_back_is_renewed_within_the_request() -> None:
    async with served(REFUSED, saying("Hi.")) as (provider, model, known):
        assert (await read(provider))[0] == TextDelta("Hi.")
        used = [seen.header("authorization") for seen in model.requests]
    assert used == [f"Bearer {OLD}", f"Bearer {NEW}"]
    assert known.refused == [OLD]


async def test_fresh_token_that_is_refused_as_well_says_to_log_in() -> None:
    async with served(REFUSED, REFUSED) as (provider, model, known):
        with pytest.raises(CredentialsMissing, match="zeroclaw auth login openai") as caught:
            await read(provider)
        assert len(model.requests) == 2
    assert known.refused == [OLD]
    assert "planted" not in str(caught.value)


async def test_login_that_cannot_be_renewed_is_not_asked_with_again() -> None:
    async with served(REFUSED, kept=logins(is_renewable=False)) as (provider, model, _):
        with pytest.raises(CredentialsMissing, match="no login openai"):
            await read(provider)
        assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (HttpAnswer(403, message="no such plan", code="plan"), ProviderRejected),
        (HttpAnswer(400, code="invalid_api_key"), ProviderAuthFailed),
    ],
)
async def test_refusal_of_another_kind_renews_nothing(
    answer: HttpAnswer, error: type[Exception]
) -> None:
    async with served(answer) as (provider, model, known):
        with pytest.raises(error):
            await read(provider)
        assert len(model.requests) == 1
    assert known.refused == []
