"""Copilot answers in OpenAI's chat protocol, each request with a fresh token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import ProviderAuthFailed
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_api.usage import Usage
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.copilot.account import GitHubAccount
from zeroclaw_providers.copilot.exchange import CopilotTokens
from zeroclaw_providers.copilot.provider import CopilotProvider
from zeroclaw_testing.authority import ScriptedAuthority, serve_authority
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.logins import FixedLogins
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Frame,
    HttpAnswer,
    ModelServer,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)

SECONDS = 10
KEY = "planted-gh-key-0123"
TOOL = ToolSpec("now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ}))
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))


def request(*tools: ToolSpec) -> ModelRequest:
    return ModelRequest("scripted-model", "Be brief.", tools, (HELLO,), 100)


async def read(provider: Provider, *tools: ToolSpec) -> list[StreamEvent]:
    async with provider.stream(request(*tools)) as events:
        return [event async for event in events]


@asynccontextmanager
async def served(
    *answers: Answer,
) -> AsyncIterator[tuple[CopilotProvider, ModelServer, ScriptedAuthority]]:
    with trio.fail_after(SECONDS):
        async with serve_model() as model, serve_authority() as server, HttpClient() as http:
            server.api = model.url
            model.answer(*answers)
            account = GitHubAccount("copilot.home", "", FixedLogins({"copilot": KEY}))
            tokens = CopilotTokens(http, server.origin, account)
            yield CopilotProvider(http, tokens, "copilot.home"), model, server


class TestCopilotProvider(ProviderConformance):
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
            serve_model(lambda _: answer) as model,
            serve_authority() as server,
            HttpClient() as self.http,
        ):
            server.api = model.url
            tokens = CopilotTokens(self.http, server.origin, GitHubAccount("copilot.home", KEY))
            yield CopilotProvider(self.http, tokens, "copilot.home")

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


async def test_short_token_goes_to_the_api_that_came_with_it() -> None:
    async with served(saying("Hi."), saying("Again.")) as (provider, model, server):
        assert await read(provider) == [TextDelta("Hi."), Finish(FinishReason.STOP, "stop")]
        await read(provider)
        assert [seen.header("authorization") for seen in model.requests] == ["Bearer copilot-1"] * 2
        assert model.requests[0].header("copilot-integration-id") == "vscode-chat"
        assert model.requests[0].header("accept") == "text/event-stream"
        assert len(server.requests) == 1


async def test_token_that_was_taken_back_is_replaced_within_the_request() -> None:
    refused = HttpAnswer(401, message="token expired")
    async with served(saying("Hi."), refused, saying("Again.")) as (provider, model, _):
        await read(provider)
        assert (await read(provider))[0] == TextDelta("Again.")
        used = [seen.header("authorization") for seen in model.requests]
        assert used == ["Bearer copilot-1", "Bearer copilot-1", "Bearer copilot-2"]


async def test_fresh_token_that_is_refused_as_well_is_an_error() -> None:
    refused = HttpAnswer(401, message="no")
    async with served(refused, refused) as (provider, model, _):
        with pytest.raises(ProviderAuthFailed) as caught:
            await read(provider)
        assert "copilot-2" not in str(caught.value)
        assert len(model.requests) == 2


async def test_call_without_an_arguments_fragment_is_one_without_arguments() -> None:
    call = '{"index":0,"id":"c1","type":"function","function":{"name":"now"}}'
    frames = (
        f'{{"choices":[{{"index":0,"delta":{{"tool_calls":[{call}]}}}}]}}',
        '{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
        "[DONE]",
    )
    async with served(Completion(tuple(map(Frame, frames)))) as (provider, _, _):
        events = await read(provider, TOOL)
    calls = [event for event in events if isinstance(event, ToolCallDelta)]
    assert {(call.index, call.wire_id, call.name) for call in calls} >= {(0, "c1", "now")}
    assert "".join(call.args_fragment for call in calls) in ("", "{}")
    assert events[-1] == Finish(FinishReason.TOOL_USE, "tool_calls")


async def test_models_are_listed_with_a_fresh_token() -> None:
    async with served() as (provider, model, _):
        listed = await provider.models()
    assert listed.names == ("scripted-model",)
    assert (model.requests[0].header("authorization") or "").startswith("Bearer ")
    assert KEY not in (model.requests[0].header("authorization") or "")
