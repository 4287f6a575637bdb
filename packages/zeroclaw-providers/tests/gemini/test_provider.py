"""The provider keeps its contract over real HTTP, whatever the server does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import (
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
from zeroclaw_providers.gemini.provider import GeminiProvider
from zeroclaw_testing import FakeAnswer, FakeHttp, InMemoryBlobs
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    Comment,
    Completion,
    Cut,
    Delivery,
    Frame,
    Framing,
    Gemini,
    HttpAnswer,
    InBandError,
    ModelServer,
    Newline,
    ScriptStep,
    Shape,
    Silence,
    calling,
    cut_call,
    saying,
    serve_model,
)

KEY = "secret-key-6fQ"
LIMIT = 10.0
"""Seconds that any test here may take."""
END = Finish(FinishReason.STOP, "STOP")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
SCHEMA: JsonObject = {"type": "object", "properties": {"zone": {"type": "string"}}}
TOOL = ToolSpec("mcp/time", "Tells the time.", SCHEMA, Risk.LOW, frozenset({Effect.READ}))
STRICT = Gemini(signed=True)


def request(
    *more: Message, tools: tuple[ToolSpec, ...] = (), model: str = "scripted-model"
) -> ModelRequest:
    return ModelRequest(model, "Be brief.", tools, (HELLO, *more), 100)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


def root(server: ModelServer) -> str:
    return f"{server.origin}/v1beta"


@asynccontextmanager
async def served(
    answer: Answer | None = None, *, idle_seconds: float = LIMIT, dialect: Gemini = STRICT
) -> AsyncIterator[tuple[GeminiProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    respond = None if answer is None else (lambda _: answer)
    async with serve_model(respond, dialects=(dialect,)) as server, HttpClient() as http:
        yield (
            GeminiProvider(http, root(server), KEY, "gemini.home", idle_seconds=idle_seconds),
            server,
        )


class TestGeminiProvider(ProviderConformance):
    http: HttpClient

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Provider]:
        call = cut_call(0, "x", "f", '{"a": 1}', (3,))
        async with self.serving(calling(*call, text="Let me see.", usage=Usage(5, 2))) as provider:
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
            serve_model(lambda _: answer, dialects=(STRICT,)) as server,
            HttpClient() as self.http,
        ):
            yield GeminiProvider(self.http, root(server), KEY, "gemini.home")

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestGeminiProviderThatIsCutOff(TestGeminiProvider):
    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Cut(reset=True)))) as provider:
            yield provider


async def test_the_request_is_one_that_google_takes() -> None:
    async with served(saying("Noon.")) as (provider, server):
        assert await read(provider, request(tools=(TOOL,))) == [TextDelta("Noon."), END]
        (seen,) = server.requests
    assert seen.header("x-goog-api-key") == KEY
    assert seen.header("authorization") is None
    assert seen.header("accept") == "text/event-stream"
    assert seen.path == "/v1beta/models/scripted-model:streamGenerateContent?alt=sse"


@pytest.mark.parametrize(
    ("url", "model", "sent_to"),
    [
        ("http://h/v1beta", "m", "http://h/v1beta/models/m"),
        ("http://h/v1beta/", "models/m", "http://h/v1beta/models/m"),
        ("http://h/v1beta", "tunedModels/m", "http://h/v1beta/tunedModels/m"),
        ("http://h", "m?x=1#y", "http://h/models/m%3Fx%3D1%23y"),
    ],
)
async def test_the_name_of_the_model_becomes_part_of_the_address(
    url: str, model: str, sent_to: str
) -> None:
    done = b'{"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]}'
    target = f"{sent_to}:streamGenerateContent?alt=sse"
    http = FakeHttp({f"POST {target}": FakeAnswer(chunks=(done,))})
    provider = GeminiProvider(http, url, KEY, "gemini.home")
    assert await read(provider, request(model=model)) == [TextDelta("a"), END]


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        wire_name = dig(server.requests[0].json, "tools", 0, "functionDeclarations", 0, "name")
        assert isinstance(wire_name, str)
        server.answer(calling(*cut_call(0, "x", wire_name, "{}")))
        events = await read(provider, request(tools=(TOOL,)))
    assert events[0] == ToolCallDelta(0, "x", "mcp/time", "{}")


async def test_a_tool_with_a_schema_beyond_the_subset_is_offered_within_it() -> None:
    schema: JsonObject = {
        "$schema": "https://example.com/schema",
        "type": "object",
        "properties": {"pattern": {"$ref": "#/$defs/word"}, "many": {"type": "array"}},
        "required": ["pattern"],
        "additionalProperties": False,
        "$defs": {"word": {"type": ["string", "null"], "const": "x"}},
    }
    tool = ToolSpec("find", "Finds.", schema, Risk.LOW, frozenset({Effect.READ}))
    bare = ToolSpec("now", "Tells.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ}))
    async with served(saying("Hi.")) as (provider, server):
        assert (await read(provider, request(tools=(tool, bare))))[-1] == END
        declared = dig(server.requests[0].json, "tools", 0, "functionDeclarations")
    assert dig(declared, 0, "parameters", "required") == ["pattern"]
    assert dig(declared, 1) == {"name": "now", "description": "Tells."}


async def test_a_round_of_signed_calls_goes_back_as_it_came() -> None:
    """What a model of the third generation answers with 400 when a signature is lost."""
    steps: tuple[ScriptStep, ...] = (
        ReasoningDelta("hm"),
        TextDelta("Let me see."),
        ToolCallDelta(0, None, "f", '{"a": 1}', {"thoughtSignature": "Y2FsbA=="}),
        ToolCallDelta(1, None, "f", '{"a": 2}'),
        ReasoningBlock({"thoughtSignature": "dGV4dA=="}),
        Finish(FinishReason.STOP),
    )
    async with served() as (provider, server):
        server.answer(Completion(steps))
        events = await read(provider)
        history = as_history(events)
        server.answer(saying("Done."))
        assert (await read(provider, request(*history)))[-1] == END
        sent = dig(server.requests[1].json, "contents", 1, "parts")
    called = [{"id": f"c0000000{n}", "name": "f", "args": {"a": n}} for n in (1, 2)]
    assert sent == [
        {"text": "Let me see."},
        {"functionCall": called[0], "thoughtSignature": "Y2FsbA=="},
        {"functionCall": called[1]},
        {"text": "", "thoughtSignature": "dGV4dA=="},
    ]


def as_history(events: list[StreamEvent]) -> tuple[Message, Message]:
    """The messages that the kernel makes of an answer with calls."""
    blocks = [event.data for event in events if isinstance(event, ReasoningBlock)]
    deltas = [event for event in events if isinstance(event, ToolCallDelta)]
    calls = [
        ToolCall(CallId(n), d.name or "", json.loads(d.args_fragment), d.wire_id, d.extra)
        for n, d in enumerate(deltas, start=1)
    ]
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    reasoning = [Reasoning("hm", "gemini.home", data) for data in blocks]
    results = [ToolResult(c.id, ResultStatus.SUCCESS, (Text("ok"),)) for c in calls]
    return (
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (*reasoning, Text(said), *calls)),
        Message(MessageId(3), TurnId(1), Role.TOOL, tuple(results)),
    )


SAID = (TextDelta("a"),)
STEPS: tuple[ScriptStep, ...] = (
    ReasoningDelta("hm"),
    TextDelta("a\u2028b"),
    *cut_call(0, "x", "f", '{"a": 1}', (2,)),
    *cut_call(1, "", "g", '{"b": "é"}', (3,)),
    Finish(FinishReason.TOOL_USE),
    Usage(9, 4, 3, None, 2),
)
EVENTS: list[StreamEvent] = [
    ReasoningDelta("hm"),
    TextDelta("a\u2028b"),
    ToolCallDelta(0, "x", "f", '{"a": 1}'),
    ToolCallDelta(1, None, "g", '{"b": "é"}'),
    Usage(9, 4, 3, None, 2),
    Finish(FinishReason.TOOL_USE, "STOP"),
]


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_calls_come_with_their_ids_or_without(shape: Shape) -> None:
    async with served(Completion((Comment(), *STEPS), shape=shape)) as (provider, _):
        assert await read(provider) == EVENTS


async def test_lines_may_end_as_elsewhere() -> None:
    async with served(Completion(STEPS), dialect=Gemini(Newline.LF)) as (provider, _):
        assert await read(provider) == EVENTS


async def test_a_body_without_end_of_its_own_is_whole_with_a_reason_alone() -> None:
    delivery = Delivery(framing=Framing.UNTIL_CLOSE)
    whole = Completion((*STEPS[:-1], Cut()), delivery=delivery)
    async with served(whole) as (provider, _):
        assert (await read(provider))[-1] == EVENTS[-1]


RATE = {"code": 429, "message": "Slow down.", "status": "RESOURCE_EXHAUSTED"}
LONG = "The input token count (9) exceeds the maximum number of tokens allowed (8)."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            HttpAnswer(400, message="API key not valid.", kind="INVALID_ARGUMENT"),
            ProviderAuthFailed,
        ),
        (HttpAnswer(400, message=LONG, kind="INVALID_ARGUMENT"), ContextOverflow),
        (HttpAnswer(400, message="Bad.", kind="INVALID_ARGUMENT"), ProviderRejected),
        (HttpAnswer(401, kind="UNAUTHENTICATED"), ProviderAuthFailed),
        (HttpAnswer(403, kind="PERMISSION_DENIED"), ProviderAuthFailed),
        (HttpAnswer(404, message="No such model.", kind="NOT_FOUND"), ProviderRejected),
        (HttpAnswer(429, kind="rate_limit_error"), ProviderRateLimited),
        (HttpAnswer(504, kind="DEADLINE_EXCEEDED"), ProviderOverloaded),
        (Completion((*SAID, InBandError(LONG, "invalid_request_error"))), ContextOverflow),
        (Completion(SAID), BadStream),
    ],
)
async def test_what_google_calls_its_errors_is_understood(
    answer: Answer, expected: type[ProviderError]
) -> None:
    async with served(answer) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await read(provider)
    assert type(caught.value) is expected, repr(caught.value)
    assert (caught.value.provider, caught.value.model) == ("gemini.home", "scripted-model")
    assert KEY not in repr(caught.value) + str(caught.value)


async def test_the_time_to_wait_may_stand_in_the_body() -> None:
    body = json.dumps({"error": {**RATE, "details": [{"retryDelay": "7s"}]}}).encode()
    async with served(HttpAnswer(429, body=body)) as (provider, _):
        with pytest.raises(ProviderRateLimited) as caught:
            await read(provider)
    assert caught.value.retry_after == 7.0


async def test_a_blocked_prompt_is_a_filtered_answer() -> None:
    frame = Frame({"promptFeedback": {"blockReason": "SAFETY"}})
    async with served(Completion((frame,))) as (provider, _):
        assert await read(provider) == [Finish(FinishReason.CONTENT_FILTER, "SAFETY")]


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    asked = request(Message(MessageId(2), TurnId(1), Role.USER, (picture,)))
    async with (
        serve_model(lambda _: saying("A cat."), dialects=(STRICT,)) as server,
        HttpClient() as http,
    ):
        provider = GeminiProvider(http, root(server), KEY, "gemini.home", vision=True, blobs=blobs)
        await read(provider, asked)
        body = server.requests[0].body
    assert b'"inlineData":{"mimeType":"image/png","data":"YWJj"}' in body
