"""Tools reach a model in words when its endpoint refuses them otherwise."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import BadStream, ProviderError, ProviderOverloaded, ProviderRejected
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.dialects.second_way import SecondWay
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_testing import FailToConnect, ScriptedProvider, Stall, say
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import HttpAnswer, Ollama, saying, serve_model
from zeroclaw_testing.scripted_provider import Step

SECONDS = 10
CALL = '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>'
KIMI = (
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.shell:0<|tool_call_argument_begin|>"
    '{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>'
)
FOUND = ToolCallDelta(0, name="shell", args_fragment='{"command": "ls"}')
USE = Finish(FinishReason.TOOL_USE, "stop")
SHELL = ToolSpec("shell", "Run it.", {"type": "object"}, Risk.MEDIUM, frozenset({Effect.EXECUTE}))
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Look."),))
REFUSED = ProviderRejected(provider="s", model="m", detail="HTTP 400: m does not support tools")
OTHER = ProviderRejected(provider="s", model="m", detail="HTTP 400: tools[0].name is invalid")
BUSY = ProviderOverloaded(provider="scripted.test", model="m", detail="HTTP 503: busy")
REFUSAL = FailToConnect(REFUSED)


def request(model: str = "m", *more: Message) -> ModelRequest:
    return ModelRequest(model, "Be brief.", (SHELL,), (HELLO, *more), 100)


async def events_of(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(SECONDS):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


class TestConformance(ProviderConformance):
    inner: ScriptedProvider

    def refused_then(self, *steps: Step) -> SecondWay:
        self.inner = ScriptedProvider([(REFUSAL,)], always=steps)
        return SecondWay(self.inner)

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Provider]:
        yield self.refused_then(*say(f"I look.\n{CALL}"))

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        yield self.refused_then(TextDelta("I"), Stall())

    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        yield self.refused_then(FailToConnect(BUSY))

    def request(self) -> ModelRequest:
        return request()

    def open_streams(self, provider: Provider) -> int | None:
        return self.inner.open_streams


async def test_refused_tools_are_described_in_words_at_once() -> None:
    inner = ScriptedProvider([(REFUSAL,), say(CALL)])
    assert await events_of(SecondWay(inner)) == [FOUND, USE]
    first, second = inner.requests
    assert first == request()
    assert second.tools == ()
    assert "Run it." in second.system


async def test_model_is_asked_in_words_from_then_on() -> None:
    inner = ScriptedProvider([(REFUSAL,), say(CALL), say(CALL), say("Hi.")])
    provider = SecondWay(inner)
    for _ in range(2):
        assert await events_of(provider) == [FOUND, USE]
    call = ToolCall(CallId(1), "shell", {"command": "ls"}, "w1")
    result = ToolResult(call.id, ResultStatus.SUCCESS, (Text("a.txt"),))
    used = (
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (call,)),
        Message(MessageId(3), TurnId(1), Role.TOOL, (result,)),
    )
    await events_of(provider, evolve(request("m", *used), tools=()))
    assert [asked.tools for asked in inner.requests] == [(SHELL,), (), (), ()]
    assert not any(message.tool_calls for message in inner.requests[-1].messages)


async def test_another_model_is_still_offered_tools_as_such() -> None:
    inner = ScriptedProvider([(REFUSAL,), say(CALL), say("Hi.")])
    provider = SecondWay(inner)
    await events_of(provider)
    await events_of(provider, request("other"))
    assert inner.requests[-1] == request("other")


async def test_own_dialect_of_a_model_with_tools_is_read() -> None:
    inner = ScriptedProvider([say(KIMI)])
    assert await events_of(SecondWay(inner), request("kimi-k2")) == [FOUND, USE]
    assert inner.requests == [request("kimi-k2")]


async def failure_of(provider: Provider, asked: ModelRequest | None = None) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        await events_of(provider, asked)
    return raised.value


@pytest.mark.parametrize("error", [OTHER, BUSY])
async def test_other_failure_goes_on_as_it_is(error: ProviderError) -> None:
    inner = ScriptedProvider([(FailToConnect(error),)])
    assert await failure_of(SecondWay(inner)) is error
    assert len(inner.requests) == 1


async def test_refusal_without_offered_tools_goes_on_as_it_is() -> None:
    inner = ScriptedProvider([(REFUSAL,)])
    assert await failure_of(SecondWay(inner), evolve(request(), tools=())) is REFUSED


@pytest.mark.parametrize("steps", [(REFUSED,), (TextDelta("So"), REFUSED)])
async def test_refusal_in_an_open_answer_is_no_reason_to_ask_again(steps: tuple[Step]) -> None:
    inner = ScriptedProvider([steps])
    assert await failure_of(SecondWay(inner)) is REFUSED
    assert len(inner.requests) == 1


@pytest.mark.parametrize("error", [OTHER, BUSY])
async def test_second_failure_is_its_own_and_nothing_is_learned(error: ProviderError) -> None:
    inner = ScriptedProvider([(REFUSAL,), (FailToConnect(error),), say("Hi.")])
    provider = SecondWay(inner)
    failure = await failure_of(provider)
    assert failure is error
    assert failure.__context__ is None
    await events_of(provider)
    assert inner.requests[-1].tools == (SHELL,)


async def test_cut_second_answer_is_a_failure_of_its_own() -> None:
    cut = BadStream(provider="s", model="m", detail="cut")
    inner = ScriptedProvider([(REFUSAL,), (TextDelta("So"), cut)])
    assert await failure_of(SecondWay(inner)) is cut
    assert inner.open_streams == 0


async def test_closing_closes_the_inner_provider() -> None:
    inner = ScriptedProvider()
    with trio.fail_after(SECONDS):
        await SecondWay(inner).aclose()
    assert inner.is_closed


async def test_refusal_over_http_leads_to_a_call_in_text() -> None:
    refusal = HttpAnswer(400, message="registry.ollama.ai/library/x does not support tools")
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(Ollama(),)) as server, HttpClient() as http:
            provider = SecondWay(OllamaProvider(http, server.origin, None, "ollama.home"))
            server.answer(refusal, saying("I look.\n<tool", CALL[5:20], CALL[20:]), saying("Hi."))
            asked = request("scripted-model")
            assert FOUND in await events_of(provider, asked)
            await events_of(provider, asked)
            bodies = [sent.json for sent in server.requests]
    assert [isinstance(body, dict) and "tools" in body for body in bodies] == [True, False, False]
    assert "Run it." in str(dig(bodies[1], "messages", 0, "content"))
