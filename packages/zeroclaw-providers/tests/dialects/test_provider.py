"""A provider whose model writes calls as text keeps the contract of all providers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import BadStream
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_http.client import HttpClient
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_testing import FailToConnect, ScriptedProvider, Stall, say
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import saying, serve_model
from zeroclaw_testing.scripted_provider import Step

SECONDS = 10
CALL = '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>'
KIMI = (
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.shell:0<|tool_call_argument_begin|>"
    '{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>'
)
FOUND = ToolCallDelta(0, name="shell", args_fragment='{"command": "ls"}')
CUT = BadStream(provider="scripted.test", model="m", detail="cut")
USE = Finish(FinishReason.TOOL_USE, "stop")
SHELL = ToolSpec("shell", "Run it.", {"type": "object"}, Risk.MEDIUM, frozenset({Effect.EXECUTE}))
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Look."),))


def request(model: str = "m", *more: Message) -> ModelRequest:
    return ModelRequest(model, "Be brief.", (SHELL,), (HELLO, *more), 100)


def a_round(text: str) -> tuple[Message, Message]:
    call = ToolCall(CallId(1), "shell", {"command": "cat it"}, "w1")
    result = ToolResult(call.id, ResultStatus.SUCCESS, (Text(text),))
    return (
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (call,)),
        Message(MessageId(3), TurnId(1), Role.TOOL, (result,)),
    )


async def events_of(provider: Provider, asked: ModelRequest) -> list[StreamEvent]:
    with trio.fail_after(SECONDS):
        async with provider.stream(asked) as events:
            return [event async for event in events]


def taught(inner: Provider) -> DialectProvider:
    return DialectProvider(inner, teaches=True)


def listening(inner: Provider) -> DialectProvider:
    return DialectProvider(inner, teaches=False)


class TestConformance(ProviderConformance):
    inner: ScriptedProvider

    def taught(self, *steps: Step) -> DialectProvider:
        self.inner = ScriptedProvider(always=steps)
        return taught(self.inner)

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Provider]:
        yield self.taught(*say(f"I look.\n{CALL}"))

    @asynccontextmanager
    async def open_stalling(self) -> AsyncIterator[Provider]:
        yield self.taught(TextDelta("I"), Stall())

    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        yield self.taught(FailToConnect(CUT))

    def request(self) -> ModelRequest:
        return request()

    def open_streams(self, provider: Provider) -> int | None:
        return self.inner.open_streams


async def test_model_is_told_of_tools_then_its_call_is_read() -> None:
    inner = ScriptedProvider([say(CALL)], capabilities=ProviderCapabilities(native_tools=False))
    provider = taught(inner)
    assert provider.capabilities.native_tools
    assert await events_of(provider, request()) == [FOUND, USE]
    assert inner.requests[0].tools == ()
    assert "Run it." in inner.requests[0].system


async def test_own_dialect_is_read_besides_the_taught_one() -> None:
    provider = taught(ScriptedProvider([say(KIMI), say(CALL)]))
    for _ in range(2):
        assert await events_of(provider, request("kimi-k2")) == [FOUND, USE]


async def test_reply_that_only_looks_like_a_call_is_text() -> None:
    bare = '{"name": "shell", "parameters": {"command": "ls"}}'
    for provider in (
        taught(ScriptedProvider([say(bare)])),
        listening(ScriptedProvider([say(bare)])),
    ):
        events = await events_of(provider, request("llama3.3"))
        assert not any(isinstance(event, ToolCallDelta) for event in events)


async def test_request_of_a_model_with_tools_goes_on_as_it_is() -> None:
    inner = ScriptedProvider([say(KIMI)])
    asked = request("kimi-k2")
    assert await events_of(listening(inner), asked) == [FOUND, USE]
    assert inner.requests == [asked]


@pytest.mark.parametrize("foreign", ["a file", "a message"])
async def test_repeated_foreign_markup_is_no_call(foreign: str) -> None:
    asked = (
        request("kimi-k2", *a_round(KIMI))
        if foreign == "a file"
        else evolve(request("kimi-k2"), messages=(evolve(HELLO, items=(Text(KIMI),)),))
    )
    events = await events_of(listening(ScriptedProvider([say(KIMI)])), asked)
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == KIMI
    assert not any(isinstance(event, ToolCallDelta) for event in events)


async def test_control_the_same_words_are_a_call_when_nothing_foreign_says_them() -> None:
    asked = request("kimi-k2", *a_round("something else"))
    assert await events_of(listening(ScriptedProvider([say(KIMI)])), asked) == [FOUND, USE]


async def test_markup_of_every_read_dialect_is_harmless_in_what_is_sent() -> None:
    inner = ScriptedProvider([say("Done.")])
    await events_of(taught(inner), request("kimi-k2", *a_round(f"{KIMI}\n{CALL}")))
    told = inner.requests[0].messages[2].text
    assert "<|tool_calls_section_begin|>" not in told
    assert "<tool_call" not in told
    assert "tool_calls_section_begin|>" in told, "the model can still read it"


async def test_text_is_only_text_where_no_tool_is_offered() -> None:
    asked = evolve(request(), tools=())
    events = await events_of(taught(ScriptedProvider([say(CALL, pieces=1)])), asked)
    assert events == [TextDelta(CALL), Finish(FinishReason.STOP, "stop")]


async def collect(provider: Provider, seen: list[StreamEvent]) -> None:
    async with provider.stream(request()) as events:
        async for event in events:
            seen.append(event)


@pytest.mark.parametrize("cut", [5, 30, len(CALL)])
async def test_failure_in_a_call_is_the_same_failure_without_a_call(cut: int) -> None:
    provider = taught(ScriptedProvider([(TextDelta("So:\n" + CALL[:cut]), CUT)]))
    seen: list[StreamEvent] = []
    with trio.fail_after(SECONDS), pytest.raises(BadStream) as raised:
        await collect(provider, seen)
    assert raised.value is CUT
    assert seen == [TextDelta("So:\n")]


async def test_closing_closes_the_inner_provider() -> None:
    inner = ScriptedProvider()
    with trio.fail_after(SECONDS):
        await taught(inner).aclose()
    assert inner.is_closed


async def test_model_without_a_dialect_is_left_alone() -> None:
    inner = ScriptedProvider([say(KIMI, pieces=1)])
    events = await events_of(listening(inner), request("gpt-5"))
    assert events == [TextDelta(KIMI), Finish(FinishReason.STOP, "stop")]


async def test_each_model_of_an_entry_is_read_in_its_own_dialect() -> None:
    provider = listening(ScriptedProvider([say(KIMI), say(CALL)]))
    for model in ("kimi-k2", "qwen3"):
        assert await events_of(provider, request(model)) == [FOUND, USE]


async def test_whole_round_over_http_is_plain_conversation() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server, HttpClient() as http:
            inner = OpenAIChatProvider(http, server.url, None, "custom.x", native_tools=False)
            provider = taught(inner)
            server.answer(saying("I look.\n<tool", CALL[5:20], CALL[20:]))
            assert FOUND in await events_of(provider, request())
            server.answer(saying("One file."))
            events = await events_of(provider, request("m", *a_round("a.txt")))
            body = server.requests[1].json
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == "One file."
    assert [dig(body, "messages", number, "role") for number in range(4)] == [
        *("system", "user", "assistant", "user")
    ]
    assert '<tool_result name="shell">\na.txt' in str(dig(body, "messages", 3, "content"))
    assert isinstance(body, dict)
    assert not {"tools", "tool_choice"} & set(body)
