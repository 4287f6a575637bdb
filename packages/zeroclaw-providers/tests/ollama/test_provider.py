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
    ProviderError,
    ProviderOverloaded,
    ProviderRejected,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject
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
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_testing import FakeAnswer, FakeHttp, InMemoryBlobs
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    Frame,
    HttpAnswer,
    InBandError,
    ModelServer,
    Ollama,
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
END = Finish(FinishReason.STOP, "stop")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
SCHEMA: JsonObject = {"type": "object", "properties": {"zone": {"type": "string"}}}
TOOL = ToolSpec("mcp/time", "Tells the time.", SCHEMA, Risk.LOW, frozenset({Effect.READ}))


def request(*more: Message, tools: tuple[ToolSpec, ...] = ()) -> ModelRequest:
    return ModelRequest("scripted-model", "Be brief.", tools, (HELLO, *more), 100)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


@asynccontextmanager
async def served(
    answer: Answer | None = None, *, idle_seconds: float = LIMIT, calls_last: bool = False
) -> AsyncIterator[tuple[OllamaProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    respond = None if answer is None else (lambda _: answer)
    async with (
        serve_model(respond, dialects=(Ollama(calls_last),)) as server,
        HttpClient() as http,
    ):
        yield (
            OllamaProvider(http, server.origin, KEY, "ollama.home", idle_seconds=idle_seconds),
            server,
        )


class TestOllamaProvider(ProviderConformance):
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
            serve_model(lambda _: answer, dialects=(Ollama(),)) as server,
            HttpClient() as self.http,
        ):
            yield OllamaProvider(self.http, server.origin, KEY, "ollama.home")

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestOllamaProviderThatIsCutOff(TestOllamaProvider):
    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Cut(reset=True)))) as provider:
            yield provider


async def test_the_request_is_one_that_ollama_takes() -> None:
    async with served(saying("Noon.")) as (provider, server):
        assert await read(provider, request(tools=(TOOL,))) == [TextDelta("Noon."), END]
        (seen,) = server.requests
    assert seen.header("authorization") == f"Bearer {KEY}"
    assert seen.header("accept") == "application/x-ndjson"
    assert seen.path == "/api/chat"


@pytest.mark.parametrize(
    ("url", "sent_to"),
    [
        ("http://h:1", "http://h:1/api/chat"),
        ("http://h:1/", "http://h:1/api/chat"),
        ("http://h:1/v1", "http://h:1/api/chat"),
        ("http://h:1/v1/", "http://h:1/api/chat"),
        ("http://h:1/api", "http://h:1/api/chat"),
        ("http://h:1/api/chat", "http://h:1/api/chat"),
        ("https://h/ollama/v1", "https://h/ollama/api/chat"),
        ("https://h/my-api", "https://h/my-api/api/chat"),
    ],
)
async def test_the_address_may_have_the_endings_of_other_programs(url: str, sent_to: str) -> None:
    done = b'{"message": {"content": "a"}, "done": true, "done_reason": "stop"}'
    http = FakeHttp({f"POST {sent_to}": FakeAnswer(chunks=(done,))})
    assert await read(OllamaProvider(http, url, None, "p")) == [TextDelta("a"), END]


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        wire_name = dig(server.requests[0].json, "tools", 0, "function", "name")
        assert isinstance(wire_name, str)
        for written in (wire_name, f"tool.{wire_name}"):
            server.answer(calling(*cut_call(0, "x", written, "{}")))
            events = await read(provider, request(tools=(TOOL,)))
            assert events[0] == ToolCallDelta(0, "x", "mcp/time", "{}")


async def test_a_wrapped_name_of_a_tool_that_was_not_offered_stays() -> None:
    async with served(calling(*cut_call(0, "", "tool.rm", "{}"))) as (provider, _):
        events = await read(provider, request(tools=(TOOL,)))
    assert events[0] == ToolCallDelta(0, None, "tool.rm", "{}")


async def test_a_round_of_calls_goes_back_with_its_thinking() -> None:
    first, second = cut_call(0, "", "f", '{"a": 1}'), cut_call(1, "y", "f", '{"a": 2}')
    async with served() as (provider, server):
        server.answer(calling(ReasoningDelta("hm"), *first, *second, text="Let me see."))
        history = as_history(await read(provider))
        server.answer(saying("Done."))
        assert (await read(provider, request(*history)))[-1] == END
        sent = dig(server.requests[1].json, "messages")
    called: list[Json] = [
        {"id": wire_id, "function": {"name": "f", "arguments": {"a": n}}}
        for n, wire_id in ((1, "c00000001"), (2, "y"))
    ]
    assert dig(sent, 2) == {
        "role": "assistant",
        "content": "Let me see.",
        "tool_calls": called,
        "thinking": "hm",
    }
    assert [dig(sent, n, "tool_call_id") for n in (3, 4)] == ["c00000001", "y"]


def as_history(events: list[StreamEvent]) -> tuple[Message, Message]:
    """The messages that the kernel makes of an answer with calls."""
    blocks = [event.data for event in events if isinstance(event, ReasoningBlock)]
    deltas = [event for event in events if isinstance(event, ToolCallDelta)]
    calls = [
        ToolCall(CallId(n), d.name or "", json.loads(d.args_fragment), d.wire_id, d.extra)
        for n, d in enumerate(deltas, start=1)
    ]
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    reasoning = [Reasoning("hm", "ollama.home", data) for data in blocks]
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
    Usage(9, 4),
)
EVENTS: list[StreamEvent] = [
    ReasoningDelta("hm"),
    TextDelta("a\u2028b"),
    ToolCallDelta(0, "x", "f", '{"a": 1}'),
    ToolCallDelta(1, None, "g", '{"b": "é"}'),
    Usage(9, 4),
    ReasoningBlock({"text_field": "thinking"}),
    Finish(FinishReason.TOOL_USE, "stop"),
]


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_calls_may_come_on_the_last_line(shape: Shape) -> None:
    async with served(Completion(STEPS, shape=shape), calls_last=True) as (provider, _):
        assert await read(provider) == EVENTS


NESTED = json.dumps(
    {
        "error": {
            "code": 400,
            "message": "request (8889 tokens) exceeds the available context size (4096 tokens)",
            "type": "exceed_context_size_error",
        }
    }
)
"""An error of the program below the server, which passes it on as it is."""
LONG = "the input length exceeds the context length"
STOPPED = "model runner has unexpectedly stopped"
DELETING = cut_call(0, "", "f", '{"action": "delete_all"}')


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpAnswer(400, message='"m" does not support thinking'), ProviderRejected),
        (HttpAnswer(400, message=LONG), ContextOverflow),
        (HttpAnswer(400, message=NESTED), ContextOverflow),
        (HttpAnswer(404, message='model "m" not found, try pulling it first'), ProviderRejected),
        (HttpAnswer(500, message="llama runner process has terminated"), ProviderOverloaded),
        (HttpAnswer(503, message="server busy, please try again"), ProviderOverloaded),
        (Completion((TextDelta("a"), InBandError(STOPPED))), ProviderOverloaded),
        (Completion((TextDelta("a"), InBandError(LONG))), ContextOverflow),
        (Completion((*STEPS, InBandError(STOPPED))), ProviderOverloaded),
    ],
)
async def test_what_ollama_says_of_its_errors_is_understood(
    answer: Answer, expected: type[ProviderError]
) -> None:
    async with served(answer) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await read(provider)
    assert type(caught.value) is expected, repr(caught.value)


@pytest.mark.parametrize("line", ["NOT JSON", '{"message":{"content":', "[]", "data: {}"])
async def test_a_malformed_line_is_no_line_to_pass_over(line: str) -> None:
    """What followed it would end an answer with a part missing, as if it were whole."""
    for before in ((), (TextDelta("a"),), DELETING):
        async with served(Completion((*before, Frame(line), *STEPS[-2:]))) as (provider, _):
            with pytest.raises(BadStream):
                await read(provider)


async def test_a_call_in_an_answer_that_was_cut_short_says_so() -> None:
    """So that nobody runs what may be half of it."""
    answer = Completion((*DELETING, Finish(FinishReason.LENGTH)))
    async with served(answer) as (provider, _):
        assert (await read(provider))[-1] == Finish(FinishReason.LENGTH, "length")


async def test_a_model_that_was_only_loaded_has_not_answered() -> None:
    async with served(Completion((Finish(FinishReason.ERROR, "load"),))) as (provider, _):
        assert await read(provider) == [Finish(FinishReason.ERROR, "load")]


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    asked = request(Message(MessageId(2), TurnId(1), Role.USER, (picture,)))
    async with (
        serve_model(lambda _: saying("A cat."), dialects=(Ollama(),)) as server,
        HttpClient() as http,
    ):
        provider = OllamaProvider(http, server.origin, None, "p", vision=True, blobs=blobs)
        await read(provider, asked)
        assert dig(server.requests[0].json, "messages", 1, "images") == ["YWJj"]
