"""The provider keeps its contract over real HTTP, whatever the server does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import (
    ContextOverflow,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRejected,
    ProviderUnreachable,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Media, Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.tool import ToolSpec
from zeroclaw_api.usage import Usage
from zeroclaw_http.client import HttpClient
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_testing import FakeAnswer, FakeHttp, InMemoryBlobs
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    Comment,
    Completion,
    Cut,
    Frame,
    HttpAnswer,
    InBandError,
    ModelServer,
    ScriptStep,
    Shape,
    Silence,
    calling,
    cut_call,
    interleave,
    saying,
    serve_model,
)

KEY = "secret-key-6fQ"
LIMIT = 10.0
"""Seconds that any test here may take."""
END = Finish(FinishReason.STOP, "stop")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)


def request(*more: Message, tools: tuple[ToolSpec, ...] = ()) -> ModelRequest:
    return ModelRequest("scripted-model", "Be brief.", tools, (HELLO, *more), 100)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


@asynccontextmanager
async def served(
    answer: Answer | None = None, *, idle_seconds: float = LIMIT
) -> AsyncIterator[tuple[OpenAIChatProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    respond = None if answer is None else (lambda _: answer)
    async with serve_model(respond) as server, HttpClient() as http:
        yield (
            OpenAIChatProvider(http, server.url, KEY, "custom.home", idle_seconds=idle_seconds),
            server,
        )


class TestOpenAIChatProvider(ProviderConformance):
    http: HttpClient

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Provider]:
        answer = calling(
            *cut_call(0, "x", "f", '{"a":1}', (3,)), text="Let me see.", usage=Usage(5, 2)
        )
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
        async with serve_model(lambda _: answer) as server, HttpClient() as self.http:
            yield OpenAIChatProvider(self.http, server.url, KEY, "custom.home")

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestOpenAIChatProviderThatIsCutOff(TestOpenAIChatProvider):
    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Cut(reset=True)))) as provider:
            yield provider


async def test_the_request_is_one_that_a_strict_server_takes() -> None:
    call = ToolCall(CallId(1), "time.now", {}, None)
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("noon"),))
    history = (
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (call,)),
        Message(MessageId(3), TurnId(1), Role.TOOL, (result,)),
    )
    async with served(saying("Noon.")) as (provider, server):
        assert await read(provider, request(*history, tools=(TOOL,))) == [TextDelta("Noon."), END]
        (seen,) = server.requests
        assert seen.header("authorization") == f"Bearer {KEY}"
        assert seen.header("accept") == "text/event-stream"
        assert seen.path == "/v1/chat/completions"


async def test_without_a_key_no_header_names_one() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(lambda _: saying("Hi.")) as server, HttpClient() as http:
            await read(OpenAIChatProvider(http, server.url, None, "custom.home"))
            assert server.requests[0].header("authorization") is None


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(calling(*cut_call(0, "x", "time_now_3a1f", "{}")))
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        wire_name = dig(server.requests[0].json, "tools", 0, "function", "name")
        assert isinstance(wire_name, str)
        await read(provider)
        server.answer(calling(*cut_call(0, "x", wire_name, "{}")))
        events = await read(provider, request(tools=(TOOL,)))
        assert events[0] == ToolCallDelta(0, "x", "time.now", "{}")


TWO_CALLS = interleave(
    cut_call(0, "x", "f", '{"a":1}', (2, 4)), cut_call(1, "y", "g", '{"b":"é"}', (3,))
)


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_calls_that_come_by_turns_are_told_apart(shape: Shape) -> None:
    steps: tuple[ScriptStep, ...] = (
        Comment(),
        ReasoningDelta("hm"),
        TextDelta("a\u2028b"),
        *TWO_CALLS,
        Finish(FinishReason.TOOL_USE),
        Usage(9, 4, 3, None, 2),
    )
    async with served(Completion(steps, shape=shape)) as (provider, _):
        events = await read(provider)
    arguments = ["".join(delta_texts(events, index)) for index in (0, 1)]
    assert [type(event) for event in events if not isinstance(event, ToolCallDelta)] == [
        ReasoningDelta,
        TextDelta,
        Usage,
        ReasoningBlock,
        Finish,
    ]
    assert TextDelta("a\u2028b") in events
    assert Usage(9, 4, 3, None, 2) in events
    assert arguments == ['{"a":1}', '{"b":"é"}']
    assert events[-1] == Finish(FinishReason.TOOL_USE, "tool_calls")


def delta_texts(events: list[StreamEvent], index: int) -> list[str]:
    return [
        event.args_fragment
        for event in events
        if isinstance(event, ToolCallDelta) and event.index == index
    ]


SAID = (TextDelta("a"),)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpAnswer(404, message="No such model.", code="model_not_found"), ProviderRejected),
        (HttpAnswer(400, code="context_length_exceeded"), ContextOverflow),
        (HttpAnswer(429, code="insufficient_quota"), ProviderQuotaExhausted),
        (Completion((*SAID, InBandError("long", code="context_length_exceeded"))), ContextOverflow),
        (Completion((*SAID, Frame({"error": "broken"}))), ProviderOverloaded),
    ],
)
async def test_what_the_protocol_calls_its_errors_is_understood(
    answer: Answer, expected: type[ProviderError]
) -> None:
    async with served(answer) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await read(provider)
    assert type(caught.value) is expected, repr(caught.value)
    assert (caught.value.provider, caught.value.model) == ("custom.home", "scripted-model")
    assert KEY not in repr(caught.value) + str(caught.value)


async def test_a_slow_reader_is_no_silence_of_the_server() -> None:
    released = trio.Event()
    steps = (*SAID, Silence(released), TextDelta("b"), Finish(FinishReason.STOP))
    async with served(Completion(steps), idle_seconds=0.2) as (provider, _):
        with trio.fail_after(LIMIT):
            async with provider.stream(request()) as events:
                assert await anext(events) == TextDelta("a")
                await busy_for(0.5)
                released.set()
                assert [event async for event in events] == [TextDelta("b"), END]


async def busy_for(seconds: float) -> None:
    """Read on later: what a reader does whose own output is blocked."""
    with trio.move_on_after(seconds):
        await trio.Event().wait()


async def test_an_end_marker_ends_it_though_the_connection_stays_open() -> None:
    steps = (*SAID, Finish(FinishReason.STOP), Frame("[DONE]"), Silence())
    async with served(Completion(steps)) as (provider, _):
        assert await read(provider) == [*SAID, END]


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    gone = Media("image/png", "0" * 64, 3)
    asked = request(Message(MessageId(2), TurnId(1), Role.USER, (picture, gone)))
    async with serve_model(lambda _: saying("A cat.")) as server, HttpClient() as http:
        await read(
            OpenAIChatProvider(http, server.url, KEY, "custom.home", vision=True, blobs=blobs),
            asked,
        )
        body = server.requests[0].body
    assert b"data:image/png;base64,YWJj" in body
    assert b"left out" in body


@pytest.mark.parametrize(
    ("url", "sent_to"),
    [
        ("http://h/v1", "http://h/v1/chat/completions"),
        ("http://h/v1/", "http://h/v1/chat/completions"),
        ("http://h/v1/chat/completions", "http://h/v1/chat/completions"),
        ("http://h/d?api-version=1", "http://h/d/chat/completions?api-version=1"),
    ],
)
async def test_the_address_in_the_config_may_be_written_in_several_ways(
    url: str, sent_to: str
) -> None:
    answer = FakeAnswer(chunks=(b'{"choices":[{"message":{"content":"a"}}]}',))
    http = FakeHttp({f"POST {sent_to}": answer})
    provider = OpenAIChatProvider(http, url, KEY, "custom.home")
    assert await read(provider) == [TextDelta("a"), Finish(FinishReason.STOP)]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("not a url", KEY),
        ("ftp://h/v1", KEY),
        ("http://127.0.0.1:1/v1", "é\n6fQ"),
    ],
)
async def test_a_setting_that_cannot_be_sent_is_a_typed_error(url: str, key: str) -> None:
    async with HttpClient() as http:
        with pytest.raises(ProviderRejected) as caught:
            await read(OpenAIChatProvider(http, url, key, "custom.home"))
    assert "6fQ" not in repr(caught.value) + str(caught.value)


async def test_an_address_that_is_no_url_is_left_to_the_client_to_refuse() -> None:
    http = FakeHttp()
    with pytest.raises(ProviderUnreachable):
        await read(OpenAIChatProvider(http, "http://[", KEY, "custom.home"))
    assert [sent.url for sent in http.requests] == ["http://["]
