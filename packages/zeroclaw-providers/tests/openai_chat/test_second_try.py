"""A refused request is only sent again when what was refused can be left out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import ProviderRejected
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import StreamEvent, TextDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_http.client import HttpClient
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_providers.openai_chat.second_try import second_try
from zeroclaw_testing.model_server import (
    Completion,
    HttpAnswer,
    InBandError,
    ModelServer,
    saying,
    serve_model,
)

WORDS = "Function tools with reasoning_effort are not supported"
BODY: JsonObject = {"model": "m", "tools": [{}], "reasoning_effort": "high"}
TOOL = ToolSpec("now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ}))
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))


def refused(detail: str) -> ProviderRejected:
    return ProviderRejected(provider="p", model="m", detail=detail)


@pytest.mark.parametrize("status", [400, 422])
def test_thinking_is_turned_off_when_it_is_what_was_refused(status: int) -> None:
    again = second_try(BODY, refused(f"HTTP {status}: {WORDS}"))
    assert again == {**BODY, "reasoning_effort": "none"}


@pytest.mark.parametrize(
    "detail",
    [
        f"HTTP 500: {WORDS}",
        f"HTTP 4000: {WORDS}",
        WORDS,
        "HTTP 400: tools are not supported",
        "HTTP 400: reasoning_effort is not supported",
        "HTTP 400: reasoning_effort of tools must be low",
        "HTTP 400: reasoning_effort is not supported by the toolbox",
    ],
)
def test_any_other_refusal_is_left_as_it_is(detail: str) -> None:
    assert second_try(BODY, refused(detail)) is None


def test_what_is_off_already_is_not_turned_off_again() -> None:
    error = refused(f"HTTP 400: {WORDS}")
    assert second_try({**BODY, "reasoning_effort": "none"}, error) is None
    assert second_try({"model": "m"}, error) is None


@asynccontextmanager
async def served() -> AsyncIterator[tuple[OpenAIChatProvider, ModelServer]]:
    with trio.fail_after(10):
        async with serve_model() as server, HttpClient() as http:
            yield OpenAIChatProvider(http, server.url, None, "custom.home"), server


async def read(provider: OpenAIChatProvider) -> list[StreamEvent]:
    asked = ModelRequest("m", "", (TOOL,), (HELLO,), 100)
    async with provider.stream(asked) as events:
        return [event async for event in events]


async def test_a_model_that_cannot_think_with_tools_is_asked_again_without_thinking() -> None:
    async with served() as (provider, server):
        server.answer(HttpAnswer(400, message=WORDS), saying("Noon."))
        assert TextDelta("Noon.") in await read(provider)
        first, second = (seen.json or {} for seen in server.requests)
        assert "reasoning_effort" not in first
        assert second == {**first, "reasoning_effort": "none"}


async def test_a_second_refusal_of_that_kind_is_the_end() -> None:
    async with served() as (provider, server):
        server.answer(*[HttpAnswer(400, message=WORDS)] * 3)
        with pytest.raises(ProviderRejected, match="not supported"):
            await read(provider)
        assert len(server.requests) == 2


async def test_after_the_first_word_nothing_is_asked_again() -> None:
    refusal = InBandError(f"HTTP 400: {WORDS}", "invalid_request_error")
    async with served() as (provider, server):
        server.answer(Completion((TextDelta("a"), refusal)), saying("Noon."))
        with pytest.raises(ProviderRejected):
            await read(provider)
        assert len(server.requests) == 1
