"""The provider keeps its contract over real HTTP, whatever the server does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
)
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
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
from zeroclaw_providers.bedrock.credentials import BearerKey, CredentialSource
from zeroclaw_providers.bedrock.provider import BedrockProvider, regional_url
from zeroclaw_providers.bedrock.sigv4 import AwsKeys, SigningScope, signed_headers
from zeroclaw_testing import InMemoryBlobs
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.provider import ProviderConformance
from zeroclaw_testing.model_server import (
    Answer,
    Bedrock,
    Completion,
    Cut,
    Delivery,
    Framing,
    HttpAnswer,
    InBandError,
    ModelServer,
    Raw,
    ScriptStep,
    Shape,
    Silence,
    calling,
    cut_call,
    interleave,
    saying,
    serve_model,
)

SECRET = "wJalrXUtnFEMI-very-secret"
KEYS = AwsKeys("AKIDEXAMPLE", SECRET, "session-token-very-secret")
LIMIT = 10.0
"""Seconds that any test here may take."""
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
ARN = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.vendor.model-v1:0"
END = Finish(FinishReason.STOP, "end_turn")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)


def request(
    *more: Message, tools: tuple[ToolSpec, ...] = (), model: str = "scripted-model"
) -> ModelRequest:
    return ModelRequest(model, "Be brief.", tools, (HELLO, *more), 100)


async def read(provider: Provider, asked: ModelRequest | None = None) -> list[StreamEvent]:
    with trio.fail_after(LIMIT):
        async with provider.stream(asked or request()) as events:
            return [event async for event in events]


def source(given: AwsKeys | BearerKey = KEYS) -> CredentialSource:
    return CredentialSource(given, Path("unused"), None)


def provider_of(http: HttpClient, url: str, idle_seconds: float = LIMIT) -> BedrockProvider:
    return BedrockProvider(
        http,
        url,
        "bedrock.home",
        source(),
        "us-east-1",
        idle_seconds=idle_seconds,
        now=lambda: NOON,
    )


@asynccontextmanager
async def served(
    answer: Answer | None = None, *, idle_seconds: float = LIMIT
) -> AsyncIterator[tuple[BedrockProvider, ModelServer]]:
    """A provider of a server that gives every request this answer."""
    respond = None if answer is None else (lambda _: answer)
    async with serve_model(respond, dialects=(Bedrock(),)) as server, HttpClient() as http:
        yield provider_of(http, server.origin, idle_seconds), server


class TestBedrockProvider(ProviderConformance):
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
        async with (
            serve_model(lambda _: answer, dialects=(Bedrock(),)) as server,
            HttpClient() as self.http,
        ):
            yield provider_of(self.http, server.origin)

    def open_streams(self, provider: Provider) -> int | None:
        return self.http.open_responses


class TestBedrockProviderThatIsCutOff(TestBedrockProvider):
    @asynccontextmanager
    async def open_failing(self) -> AsyncIterator[Provider]:
        async with self.serving(Completion((TextDelta("a"), Cut(reset=True)))) as provider:
            yield provider


async def test_the_request_is_one_that_aws_takes() -> None:
    call = ToolCall(CallId(1), "time.now", {}, None)
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("noon"),))
    history = (
        Message(MessageId(2), TurnId(1), Role.ASSISTANT, (call,)),
        Message(MessageId(3), TurnId(1), Role.TOOL, (result,)),
    )
    async with served(saying("Noon.")) as (provider, server):
        assert await read(provider, request(*history, tools=(TOOL,))) == [TextDelta("Noon."), END]
        (seen,) = server.requests
    assert seen.header("accept") == "application/vnd.amazon.eventstream"
    assert seen.header("content-type") == "application/json"
    assert seen.path == "/model/scripted-model/converse-stream"


async def test_what_arrives_is_what_was_signed() -> None:
    async with served(saying("Hi.")) as (provider, server):
        await read(provider, request(model=ARN))
        (seen,) = server.requests
    assert seen.call is not None
    assert seen.call.model == ARN
    assert "%3A123456789012%3Ainference-profile%2Fus.vendor" in seen.path
    host = seen.header("host")
    expected = signed_headers(
        KEYS,
        SigningScope("us-east-1", "bedrock"),
        NOON,
        ("POST", f"http://{host}{seen.path}"),
        {"Content-Type": seen.header("content-type") or ""},
        seen.body,
    )
    for name in ("Authorization", "X-Amz-Date", "X-Amz-Security-Token"):
        assert seen.header(name) == expected[name]


async def test_a_bearer_key_is_sent_without_a_signature() -> None:
    async with (
        serve_model(lambda _: saying("Hi."), dialects=(Bedrock(),)) as server,
        HttpClient() as http,
    ):
        key = source(BearerKey("bedrock-key"))
        await read(BedrockProvider(http, f"{server.origin}/", "bedrock.home", key, "us-east-1"))
        (seen,) = server.requests
    assert seen.header("authorization") == "Bearer bedrock-key"
    assert seen.header("x-amz-date") is None


async def test_a_tool_comes_back_under_the_name_it_was_offered_by() -> None:
    async with served() as (provider, server):
        server.answer(saying("Hi."))
        await read(provider, request(tools=(TOOL,)))
        name = dig(server.requests[0].json, "toolConfig", "tools", 0, "toolSpec", "name")
        assert isinstance(name, str)
        server.answer(calling(*cut_call(0, "x", name, "")))
        events = await read(provider, request(tools=(TOOL,)))
    assert events == [
        ToolCallDelta(0, "x", "time.now"),
        ToolCallDelta(0, args_fragment="{}"),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]


SIGNED = ReasoningBlock(
    {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "cw=="}}}
)
HIDDEN = ReasoningBlock({"reasoningContent": {"redactedContent": "AAE="}})
STEPS: tuple[ScriptStep, ...] = (
    ReasoningDelta("hm"),
    SIGNED,
    HIDDEN,
    TextDelta("a\u2028b"),
    *interleave(cut_call(0, "x", "f", '{"a":1}', (2, 4)), cut_call(1, "y", "g", '{"b":"é"}', (3,))),
    Finish(FinishReason.TOOL_USE),
    Usage(9, 4, 3, 1),
)


@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
async def test_blocks_that_come_by_turns_are_told_apart(shape: Shape) -> None:
    async with served(Completion(STEPS, shape=shape)) as (provider, _):
        events = await read(provider)
    assert [event for event in events if not isinstance(event, ToolCallDelta)] == [
        ReasoningDelta("hm"),
        SIGNED,
        HIDDEN,
        TextDelta("a\u2028b"),
        Usage(9, 4, 3, 1),
        Finish(FinishReason.TOOL_USE, "tool_use"),
    ]
    assert [arguments_of(events, index) for index in (0, 1)] == [{'{"a":1}'}, {'{"b":"é"}'}]


def arguments_of(events: list[StreamEvent], index: int) -> set[str]:
    """What the arguments come to, without the spaces that a document may have."""
    joined = "".join(
        event.args_fragment
        for event in events
        if isinstance(event, ToolCallDelta) and event.index == index
    )
    return {joined.replace(" ", "")}


SAID = (TextDelta("a"),)


def refused(status: int, kind: str, message: str = "No.") -> HttpAnswer:
    """As AWS answers: the kind in a header, with an address after it."""
    header = ("x-amzn-ErrorType", f"{kind}:http://internal.example.com/coral/")
    return HttpAnswer(status, headers=(header,), message=message)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (refused(403, "UnrecognizedClientException"), ProviderAuthFailed),
        (refused(403, "AccessDeniedException"), ProviderAuthFailed),
        (refused(403, "ExpiredTokenException"), ProviderAuthFailed),
        (HttpAnswer(403, body=b'{"Message":"Signature does not match"}'), ProviderAuthFailed),
        (refused(404, "ResourceNotFoundException"), ProviderRejected),
        (refused(400, "ValidationException"), ProviderRejected),
        (refused(400, "ValidationException", "Input is too long."), ContextOverflow),
        (refused(400, "ServiceQuotaExceededException"), ProviderQuotaExhausted),
        (refused(429, "ThrottlingException", "Too many tokens, please wait."), ProviderRateLimited),
        (refused(429, "ModelNotReadyException"), ProviderRateLimited),
        (refused(408, "ModelTimeoutException"), ProviderTimedOut),
        (refused(424, "ModelErrorException"), ProviderOverloaded),
        (refused(500, "InternalServerException"), ProviderOverloaded),
        (refused(503, "ServiceUnavailableException"), ProviderOverloaded),
        (HttpAnswer(200, body=b'{"message": "Busy."}'), ProviderOverloaded),
        (Completion((*SAID, InBandError("slow", code="modelTimeoutException"))), ProviderTimedOut),
        (Completion(SAID), BadStream),
        (Completion((*SAID, Raw(b"\x00garbage without form"))), BadStream),
    ],
)
async def test_what_aws_calls_its_errors_is_understood(
    answer: Answer, expected: type[ProviderError]
) -> None:
    async with served(answer) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await read(provider)
    assert type(caught.value) is expected, repr(caught.value)
    assert (caught.value.provider, caught.value.model) == ("bedrock.home", "scripted-model")
    assert "very-secret" not in repr(caught.value) + str(caught.value)


async def test_only_a_cut_after_the_reason_is_none() -> None:
    until_finish = tuple(step for step in STEPS if not isinstance(step, Usage))
    delivery = Delivery(framing=Framing.UNTIL_CLOSE)
    cut = Completion(until_finish, end_marker=False, delivery=delivery)
    async with served(cut) as (provider, _):
        assert (await read(provider))[-1] == Finish(FinishReason.TOOL_USE, "tool_use")


@pytest.mark.parametrize("secret", [SECRET, KEYS.session_token])
async def test_a_secret_that_the_server_repeats_is_not_in_the_error(secret: str) -> None:
    said = f"The canonical string should have been made with {secret} today."
    async with served(HttpAnswer(403, message=said)) as (provider, _):
        with pytest.raises(ProviderAuthFailed, match="should have been") as caught:
            await read(provider)
    assert secret not in repr(caught.value) + str(caught.value)
    assert secret not in repr(provider)


async def test_metadata_end_it_though_the_connection_stays_open() -> None:
    steps = (*SAID, Finish(FinishReason.STOP), Usage(1, 1), Silence())
    async with served(Completion(steps)) as (provider, _):
        assert await read(provider) == [*SAID, Usage(1, 1), END]


async def test_a_picture_is_read_from_the_blobs_and_sent() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    asked = request(Message(MessageId(2), TurnId(1), Role.USER, (picture,)))
    async with (
        serve_model(lambda _: saying("A cat."), dialects=(Bedrock(),)) as server,
        HttpClient() as http,
    ):
        provider = BedrockProvider(
            http, server.origin, "bedrock.home", source(), "us-east-1", vision=True, blobs=blobs
        )
        await read(provider, asked)
        body = server.requests[0].body
    assert b'{"image":{"format":"png","source":{"bytes":"YWJj"}}}' in body


def test_each_region_has_its_endpoint() -> None:
    assert regional_url("eu-west-1") == "https://bedrock-runtime.eu-west-1.amazonaws.com"
    assert regional_url("cn-north-1").endswith(".cn-north-1.amazonaws.com.cn")
