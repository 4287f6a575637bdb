"""The provider keeps its contract over real HTTP, whatever the server does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
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
from zeroclaw_providers.anthropic_messages.provider import AnthropicProvider
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_testing import FakeAnswer, FakeHttp, InMemoryBlobs
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    AnthropicMessages,
    Comment,
    Completion,
    Cut,
    Frame,
    HttpAnswer,
    InBandError,
    ModelServer,
    Pause,
    Responder,
    ScriptStep,
    Shape,
    Silence,
    calling,
    cut_call,
    interleave,
    saying,
    serve_model,
)

KEY = "sk-ant-secret-6fQ"
NAME = "anthropic.home"
LIMIT = 10.0
"""Seconds that any test here may take."""
END = Finish(FinishReason.STOP, "end_turn")
COUNTS = Usage(0, 0, 0, 0)
"""What a script without usage comes to: the protocol always has counts."""
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
SIGNED: JsonObject = {"type": "thinking", "thinking": "", "signature": "EqQBCg=="}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "EmwKAhgB"}
SEARCH: JsonObject = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}


def request(*more: Message, tools: tuple[ToolSpec, ...] = ()) -> ModelRequest:
    return ModelRequest("scripted-model", "Be brief.", tools, (HELLO, *more), 4096)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


def answering(answer: Answer | None) -> Responder | None:
    return None if answer is None else (lambda _: answer)


@asynccontextmanager
async def served(
    answer: Answer | None = None,
    *,
    idle_seconds: float = LIMIT,
    options: ModelOptions = ModelOptions(),
) -> AsyncIterator[tuple[AnthropicProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    dialects = (AnthropicMessages(),)
    async with (
        serve_model(answering(answer), dialects=dialects) as server,
        HttpClient() as http,
    ):
        yield (
            AnthropicProvider(
                http, server.origin, KEY, NAME, options=options, idle_seconds=idle_seconds
            ),
            server,
        )


class TestAnthropicProvider(ProviderConformance):
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
        async with self.serving(HttpAnswer(529, kind="overloaded_error")) as provider:
            yield provider

    @asynccontextmanager
    async def serving(self, answer: Answer) -> AsyncIterator[Provider]:
        async with (
            serve_model(answering(answer), dialects=(AnthropicMessages(),)) as server,
            HttpClient() as self.http,
        ):
            yield AnthropicProvider(self.http, server.origin, KEY, NAME)

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestAnthropicProviderThatIsCutOff(TestAnthropicProvider):
    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Cut(reset=True)))) as provider:
            yield provider


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(2), TurnId(1), role, items)


def result(number: int) -> Message:
    return says(Role.TOOL, ToolResult(CallId(number), ResultStatus.SUCCESS, (Text("noon"),)))


async def test_the_request_is_one_that_a_strict_server_takes() -> None:
    history = (says(Role.ASSISTANT, ToolCall(CallId(1), "time.now", {}, None)), result(1))
    async with served(saying("Noon.")) as (provider, server):
        assert await read(provider, request(*history, tools=(TOOL,))) == [
            COUNTS,
            TextDelta("Noon."),
            END,
        ]
        (seen,) = server.requests
        assert seen.header("x-api-key") == KEY
        assert seen.header("anthropic-version") == "2023-06-01"
        assert seen.header("accept") == "text/event-stream"
        assert seen.path == "/v1/messages"


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        wire_name = dig(server.requests[0].json, "tools", 0, "name")
        assert isinstance(wire_name, str)
        server.answer(calling(*cut_call(0, "x", wire_name, "")))
        events = await read(provider, request(tools=(TOOL,)))
    assert events[1:3] == [
        ToolCallDelta(0, "x", "time.now"),
        ToolCallDelta(0, args_fragment="{}"),
    ]


async def test_thinking_of_a_stream_goes_back_with_the_next_request() -> None:
    steps: tuple[ScriptStep, ...] = (
        ReasoningDelta("h\u2028"),
        ReasoningDelta("m "),
        ReasoningBlock(SIGNED),
        ReasoningBlock(HIDDEN),
        TextDelta("Let me see."),
        *cut_call(0, "toolu_1", "time.now", "{}"),
        Finish(FinishReason.TOOL_USE),
    )
    async with served(options=ModelOptions(Thinking.MINIMAL)) as (provider, server):
        server.answer(Completion(steps), saying("Noon."))
        events = await read(provider, request(tools=(TOOL,)))
        kept = [Reasoning("", NAME, e.data) for e in events if isinstance(e, ReasoningBlock)]
        call = ToolCall(CallId(1), "time.now", {}, "toolu_1")
        turn = (says(Role.ASSISTANT, *kept, Text("Let me see."), call), result(1))
        await read(provider, request(*turn, tools=(TOOL,)))
        second = server.requests[1]
    assert dig(second.json, "messages", 1, "content", 0) == {**SIGNED, "thinking": "h\u2028m "}
    assert dig(second.json, "messages", 1, "content", 1) == HIDDEN
    assert '"thinking":"h\u2028m ","signature":"EqQBCg=="'.encode() in second.body
    assert dig(second.json, "thinking", "budget_tokens") == 1024
    assert second.header("anthropic-beta") == "interleaved-thinking-2025-05-14"


async def test_a_paused_turn_is_sent_back_as_it_was() -> None:
    steps = (TextDelta("Well."), ReasoningBlock(SEARCH), Finish(FinishReason.PAUSE))
    async with served() as (provider, server):
        server.answer(Completion(steps), saying("Found."))
        events = await read(provider)
        assert events[-1] == Finish(FinishReason.PAUSE, "pause_turn")
        (kept,) = [Reasoning("", NAME, e.data) for e in events if isinstance(e, ReasoningBlock)]
        await read(provider, request(says(Role.ASSISTANT, kept, Text("Well."))))
        body = server.requests[1].json
    assert dig(body, "messages", -1, "role") == "assistant"
    assert dig(body, "messages", -1, "content", -1) == SEARCH


TWO_CALLS = interleave(
    cut_call(0, "x", "f", '{"a":1}', (2, 4)), cut_call(1, "y", "g", '{"b":"é"}', (3,))
)


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_blocks_that_come_by_turns_are_told_apart(shape: Shape) -> None:
    steps: tuple[ScriptStep, ...] = (
        Comment(),
        ReasoningDelta("hm"),
        ReasoningBlock(SIGNED),
        TextDelta("a\u2028b"),
        *TWO_CALLS,
        Finish(FinishReason.TOOL_USE),
        Usage(9, 4, 3, 1, 2),
    )
    async with served(Completion(steps, shape=shape)) as (provider, _):
        events = await read(provider)
    arguments = [
        "".join(e.args_fragment for e in events if isinstance(e, ToolCallDelta) and e.index == n)
        for n in (0, 1)
    ]
    others = [e for e in events if not isinstance(e, ToolCallDelta | Usage)]
    block: JsonObject = {**SIGNED, "thinking": "hm"}
    assert others == [
        ReasoningDelta("hm"),
        ReasoningBlock({"block": block, "characters": 0, "calls": 0}),
        TextDelta("a\u2028b"),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]
    assert [e for e in events if isinstance(e, Usage)][-1] == Usage(9, 4, 3, 1, 2)
    assert [text.replace(" ", "") for text in arguments] == ['{"a":1}', '{"b":"é"}']


WORDS = (
    b'event: message_start\ndata: {"type":"message_start","message":{}}\n\n'
    b'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}\n\n'
    b'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n'
    b'data: {"type":"message_stop"}\n\n'
)


SAID = (TextDelta("a"),)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpAnswer(403, kind="permission_error"), ProviderRejected),
        (HttpAnswer(404, kind="not_found_error"), ProviderRejected),
        (HttpAnswer(402, kind="billing_error"), ProviderQuotaExhausted),
        (HttpAnswer(413, kind="request_too_large"), ContextOverflow),
        (
            HttpAnswer(
                400, kind="invalid_request_error", message="prompt is too long: 9 > 8 maximum"
            ),
            ContextOverflow,
        ),
        (HttpAnswer(400, kind="invalid_request_error", message="bad model"), ProviderRejected),
        (HttpAnswer(429, kind="rate_limit_error"), ProviderRateLimited),
        (HttpAnswer(500, kind="api_error"), ProviderOverloaded),
        (HttpAnswer(200, body=b'{"type": "completion"}'), BadStream),
        (Completion((*SAID, InBandError("x", "billing_error"))), ProviderQuotaExhausted),
        (Completion((*SAID, Finish(FinishReason.STOP)), end_marker=False), BadStream),
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
    assert (caught.value.provider, caught.value.model) == (NAME, "scripted-model")
    assert KEY not in repr(caught.value) + str(caught.value)


async def test_a_ping_is_no_data() -> None:
    pings = (Frame({"type": "ping"}), Pause(0.05)) * 60
    async with served(Completion((*SAID, *pings)), idle_seconds=0.2) as (provider, _):
        with pytest.raises(ProviderTimedOut):
            await read(provider)


async def test_the_last_event_ends_it_though_the_connection_stays_open() -> None:
    steps = (*SAID, Finish(FinishReason.STOP), Frame({"type": "message_stop"}), Silence())
    async with served(Completion(steps)) as (provider, _):
        assert await read(provider) == [COUNTS, *SAID, END]


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    gone = Media("image/png", "0" * 64, 3)
    asked = request(says(Role.USER, picture, gone))
    async with (
        serve_model(answering(saying("A cat.")), dialects=(AnthropicMessages(),)) as server,
        HttpClient() as http,
    ):
        await read(
            AnthropicProvider(http, server.origin, KEY, NAME, vision=True, blobs=blobs), asked
        )
        body = server.requests[0].body
    assert b'"media_type":"image/png","data":"YWJj"' in body
    assert b"left out" in body


@pytest.mark.parametrize(
    ("url", "sent_to"),
    [
        ("http://h", "http://h/v1/messages"),
        ("http://h/", "http://h/v1/messages"),
        ("http://h/v1", "http://h/v1/messages"),
        ("http://h/v1/messages", "http://h/v1/messages"),
        ("http://h/api/anthropic/", "http://h/api/anthropic/v1/messages"),
        ("http://h/d?api-version=1", "http://h/d/v1/messages?api-version=1"),
    ],
)
async def test_the_address_in_the_config_may_be_written_in_several_ways(
    url: str, sent_to: str
) -> None:
    http = FakeHttp({f"POST {sent_to}": FakeAnswer(chunks=(WORDS,))})
    assert await read(AnthropicProvider(http, url, KEY, NAME)) == [TextDelta("a"), END]


@pytest.mark.parametrize(
    ("url", "key"),
    [("not a url", KEY), ("ftp://h", KEY), ("http://127.0.0.1:1", "é\n6fQ")],
)
async def test_a_setting_that_cannot_be_sent_is_a_typed_error(url: str, key: str) -> None:
    async with HttpClient() as http:
        with pytest.raises(ProviderRejected) as caught:
            await read(AnthropicProvider(http, url, key, NAME))
    assert "6fQ" not in repr(caught.value) + str(caught.value)


async def test_an_address_that_is_no_url_is_left_to_the_client_to_refuse() -> None:
    http = FakeHttp()
    with pytest.raises(ProviderUnreachable):
        await read(AnthropicProvider(http, "http://[", KEY, NAME))
    assert [sent.url for sent in http.requests] == ["http://["]
