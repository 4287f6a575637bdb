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
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.openai_responses.provider import ResponsesProvider
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
    OpenAIResponses,
    Pause,
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
NAME = "openai.home"
LIMIT = 10.0
"""Seconds that any test here may take."""
END = Finish(FinishReason.STOP, "completed")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
SEALED: JsonObject = {"encrypted_content": "gAAA=="}


def request(*more: Message, tools: tuple[ToolSpec, ...] = ()) -> ModelRequest:
    return ModelRequest("scripted-model", "Be brief.", tools, (HELLO, *more), 100)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


@asynccontextmanager
async def served(
    answer: Answer | None = None,
    *,
    bare: bool = False,
    idle_seconds: float = LIMIT,
    options: ModelOptions = ModelOptions(),
) -> AsyncIterator[tuple[ResponsesProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    respond = None if answer is None else (lambda _: answer)
    async with (
        serve_model(respond, dialects=(OpenAIResponses(bare),)) as server,
        HttpClient() as http,
    ):
        yield (
            ResponsesProvider(
                http, server.url, KEY, NAME, options=options, idle_seconds=idle_seconds
            ),
            server,
        )


class TestResponsesProvider(ProviderConformance):
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
        dialects = (OpenAIResponses(),)
        async with (
            serve_model(lambda _: answer, dialects=dialects) as server,
            HttpClient() as self.http,
        ):
            yield ResponsesProvider(self.http, server.url, KEY, NAME)

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestResponsesProviderThatIsCutOff(TestResponsesProvider):
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
        assert await read(provider, request(*history, tools=(TOOL,))) == [TextDelta("Noon."), END]
        (seen,) = server.requests
        assert seen.header("authorization") == f"Bearer {KEY}"
        assert seen.header("accept") == "text/event-stream"
        assert seen.path == "/v1/responses"


async def test_without_a_key_no_header_names_one() -> None:
    async with (
        serve_model(lambda _: saying("Hi."), dialects=(OpenAIResponses(),)) as server,
        HttpClient() as http,
    ):
        await read(ResponsesProvider(http, server.url, None, NAME))
        assert server.requests[0].header("authorization") is None


async def test_headers_go_along_without_replacing_the_key() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(dialects=(OpenAIResponses(),)) as server, HttpClient() as http:
            server.answer(saying("Hi."))
            headers = {"originator": "me", "Authorization": "x"}
            provider = ResponsesProvider(http, server.url, KEY, "x", headers=headers)
            await read(provider)
            seen = server.requests[0]
    assert seen.header("originator") == "me"
    assert seen.header("authorization") == f"Bearer {KEY}"


async def test_what_is_asked_of_the_model_reaches_the_server() -> None:
    options = ModelOptions(Thinking.LOW, 0.5)
    async with served(saying("Hi."), options=options) as (provider, server):
        await read(provider)
        body = server.requests[0].json
    assert dig(body, "reasoning", "effort") == "low"
    assert dig(body, "temperature") == 0.5


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        wire_name = dig(server.requests[0].json, "tools", 0, "name")
        assert isinstance(wire_name, str)
        server.answer(calling(*cut_call(0, "x", wire_name, "")))
        events = await read(provider, request(tools=(TOOL,)))
    assert events[:2] == [ToolCallDelta(0, "x", "time.now"), ToolCallDelta(0, args_fragment="{}")]


async def test_reasoning_of_a_stream_goes_back_with_the_next_request() -> None:
    steps: tuple[ScriptStep, ...] = (
        ReasoningBlock(SEALED),
        TextDelta("Let me see."),
        ReasoningDelta("h\u2028m"),
        ReasoningBlock(SEALED),
        *cut_call(0, "call_1", "time.now", "{}"),
        Finish(FinishReason.TOOL_USE),
    )
    async with served() as (provider, server):
        server.answer(Completion(steps), saying("Noon."))
        events = await read(provider, request(tools=(TOOL,)))
        kept = [Reasoning("", NAME, e.data) for e in events if isinstance(e, ReasoningBlock)]
        call = ToolCall(CallId(1), "time.now", {}, "call_1")
        turn = (says(Role.ASSISTANT, *kept, Text("Let me see."), call), result(1))
        await read(provider, request(*turn, tools=(TOOL,)))
        second = server.requests[1]
    sealed: JsonObject = {"id": "rs_0", "type": "reasoning", "summary": [], **SEALED}
    assert dig(second.json, "input", 1) == sealed
    assert dig(second.json, "input", 2, "content") == "Let me see."
    assert dig(second.json, "input", 3, "summary", 0, "text") == "h\u2028m"
    assert dig(second.json, "input", 4, "call_id") == "call_1"
    assert b'{"id":"rs_0","type":"reasoning","summary":[],"encrypted_content":"gAAA=="}' in (
        second.body
    )


TWO_CALLS = interleave(
    cut_call(0, "x", "f", '{"a":1}', (2, 4)), cut_call(1, "y", "g", '{"b":"é"}', (3,))
)


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
@pytest.mark.parametrize("bare", [False, True])
async def test_an_answer_is_the_same_without_the_names_of_its_events(
    shape: Shape, bare: bool
) -> None:
    steps: tuple[ScriptStep, ...] = (
        Comment(),
        ReasoningDelta("hm"),
        ReasoningBlock(SEALED),
        TextDelta("a\u2028b"),
        *TWO_CALLS,
        Finish(FinishReason.TOOL_USE),
        Usage(9, 4, 3, 1, 2),
    )
    async with served(Completion(steps, shape=shape), bare=bare) as (provider, _):
        events = await read(provider)
    arguments = [
        "".join(e.args_fragment for e in events if isinstance(e, ToolCallDelta) and e.index == n)
        for n in (0, 1)
    ]
    summary: JsonObject = {"summary": [{"type": "summary_text", "text": "hm"}]}
    block: JsonObject = {"id": "rs_0", "type": "reasoning", **summary, **SEALED}
    assert [e for e in events if not isinstance(e, ToolCallDelta)] == [
        ReasoningDelta("hm"),
        ReasoningBlock({"block": block, "characters": 0, "calls": 0}),
        TextDelta("a\u2028b"),
        Usage(9, 4, 3, 1, 2),
        Finish(FinishReason.TOOL_USE, "completed"),
    ]
    assert arguments == ['{"a":1}', '{"b":"é"}']


WORDS = (
    b'data: {"type":"response.output_text.delta","item_id":"m","output_index":0,"delta":"a"}\n\n'
    b'data: {"type":"response.completed","response":{"status":"completed"}}\n\n'
)


SAID = (TextDelta("a"),)


@pytest.mark.parametrize(
    ("reason", "word"),
    [
        (FinishReason.LENGTH, "max_output_tokens"),
        (FinishReason.CONTENT_FILTER, "content_filter"),
    ],
)
async def test_an_answer_that_was_cut_short_says_so(reason: FinishReason, word: str) -> None:
    async with served(Completion((*SAID, Finish(reason), Usage(5, 2)))) as (provider, _):
        assert await read(provider) == [*SAID, Usage(5, 2, 0, None, 0), Finish(reason, word)]


ALIVE = (Frame({"type": "keepalive", "sequence_number": 9}), Pause(0.05)) * 60


def failed(**error: str) -> Frame:
    response: JsonObject = {"status": "failed", "error": error}
    return Frame({"type": "response.failed", "response": response})


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpAnswer(404, message="No such model.", code="model_not_found"), ProviderRejected),
        (HttpAnswer(400, code="context_length_exceeded"), ContextOverflow),
        (HttpAnswer(429, message="the model is invalid for now"), ProviderRateLimited),
        (HttpAnswer(200, body=b'{"object": "list"}'), BadStream),
        (Completion((InBandError("busy"),)), ProviderOverloaded),
        (Completion((*SAID, InBandError("slow", "rate_limit_exceeded"))), ProviderRateLimited),
        (Completion((*SAID, InBandError("long", code="context_length_exceeded"))), ContextOverflow),
        (Completion((InBandError("busy"),), shape=Shape.WHOLE), ProviderOverloaded),
        (Completion((*SAID, failed(code="server_error", message="x"))), ProviderOverloaded),
        (Completion((*SAID, failed(code="invalid_prompt", message="x"))), ProviderRejected),
        (Completion((*SAID, Finish(FinishReason.STOP)), end_marker=False), BadStream),
        (Completion((ReasoningBlock(SEALED), Cut())), BadStream),
        (Completion((*SAID, Frame({"error": "broken"}))), ProviderOverloaded),
    ],
)
async def test_what_the_protocol_says_of_its_errors_is_understood(
    answer: Answer, expected: type[ProviderError]
) -> None:
    async with served(answer) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await read(provider)
    assert type(caught.value) is expected, repr(caught.value)
    assert (caught.value.provider, caught.value.model) == (NAME, "scripted-model")
    assert KEY not in repr(caught.value) + str(caught.value)


async def test_a_server_that_only_says_that_it_lives_times_out() -> None:
    async with served(Completion((*SAID, *ALIVE)), idle_seconds=0.2) as (provider, _):
        with pytest.raises(ProviderTimedOut):
            await read(provider)


async def test_the_last_event_ends_it_though_the_connection_stays_open() -> None:
    last = Frame({"type": "response.completed", "response": {"status": "completed"}})
    steps = (*SAID, Finish(FinishReason.STOP), last, Silence())
    async with served(Completion(steps)) as (provider, _):
        assert await read(provider) == [*SAID, END]


async def test_a_connection_is_used_again_after_an_answer() -> None:
    async with served(saying("Hi."), bare=True) as (provider, server):
        for _ in range(5):
            await read(provider)
            assert server.open_connections == 1
        assert len(server.requests) == 5


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    gone = Media("image/png", "0" * 64, 3)
    asked = request(says(Role.USER, picture, gone))
    async with (
        serve_model(lambda _: saying("A cat."), dialects=(OpenAIResponses(),)) as server,
        HttpClient() as http,
    ):
        provider = ResponsesProvider(http, server.url, KEY, NAME, vision=True, blobs=blobs)
        await read(provider, asked)
        body = server.requests[0].body
    assert b'"image_url":"data:image/png;base64,YWJj"' in body
    assert b"left out" in body


@pytest.mark.parametrize(
    ("url", "sent_to"),
    [
        ("http://h/v1", "http://h/v1/responses"),
        ("http://h/v1/", "http://h/v1/responses"),
        ("http://h/v1/responses", "http://h/v1/responses"),
        ("http://h/d?api-version=1", "http://h/d/responses?api-version=1"),
    ],
)
async def test_the_address_in_the_config_may_be_written_in_several_ways(
    url: str, sent_to: str
) -> None:
    http = FakeHttp({f"POST {sent_to}": FakeAnswer(chunks=(WORDS,))})
    assert await read(ResponsesProvider(http, url, KEY, NAME)) == [TextDelta("a"), END]


@pytest.mark.parametrize(
    ("url", "key"),
    [("not a url", KEY), ("ftp://h/v1", KEY), ("http://127.0.0.1:1/v1", "é\n6fQ")],
)
async def test_a_setting_that_cannot_be_sent_is_a_typed_error(url: str, key: str) -> None:
    async with HttpClient() as http:
        with pytest.raises(ProviderRejected) as caught:
            await read(ResponsesProvider(http, url, key, NAME))
    assert "6fQ" not in repr(caught.value) + str(caught.value)


async def test_an_address_that_is_no_url_is_left_to_the_client_to_refuse() -> None:
    http = FakeHttp()
    with pytest.raises(ProviderUnreachable):
        await read(ResponsesProvider(http, "http://[", KEY, NAME))
    assert [sent.url for sent in http.requests] == ["http://["]
