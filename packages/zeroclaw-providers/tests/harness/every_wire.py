"""Every protocol with the provider that speaks it, for tests of what they have in common."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Final, assert_never

import pytest
import trio
from attrs import field, frozen

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.services import Http
from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.anthropic_messages.provider import AnthropicProvider
from zeroclaw_providers.bedrock.credentials import BearerKey, CredentialSource
from zeroclaw_providers.bedrock.provider import BedrockProvider
from zeroclaw_providers.gemini.provider import GeminiProvider
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.openai_responses.provider import ResponsesProvider
from zeroclaw_testing.model_server import (
    Answer,
    AnthropicMessages,
    Bedrock,
    Comment,
    Completion,
    Delivery,
    Dialect,
    Gemini,
    HttpAnswer,
    ModelCall,
    ModelServer,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
    Raw,
    Responder,
    ScriptStep,
    serve_model,
)

__all__ = [
    "HELLO",
    "KEY",
    "LIMIT",
    "MODEL",
    "NAME",
    "REQUEST",
    "WIRES",
    "Form",
    "Wire",
    "every_wire",
    "failure",
    "failures",
    "read",
    "served",
    "wires_of",
]

KEY: Final = "secret-key-6fQ-very-long"
NAME: Final = "some.home"
MODEL: Final = "scripted-model"
LIMIT: Final = 10.0
"""Seconds that any test may take."""
HELLO: Final = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
REQUEST: Final = ModelRequest(MODEL, "Be brief.", (), (HELLO,), 4096)


class Form(Enum):
    """What an answer consists of: server-sent events, lines of JSON, framed messages."""

    EVENTS = "events"
    LINES = "lines"
    MESSAGES = "messages"


@frozen
class Wire:
    """A protocol with the provider that speaks it: all that a new one has to add here.

    `open` gives a provider of a server at an origin. `noise` is what means nothing to it, sent to
    keep a connection open. `has_kinds` says that its errors within an answer have kinds, `model`
    is one that a strict server knows rules for.
    """

    name: str
    dialect: Dialect
    open: Callable[[Http, str, float], Provider] = field(repr=False)
    form: Form = Form.EVENTS
    noise: ScriptStep = Comment()
    has_kinds: bool = True
    model: str = MODEL

    def __str__(self) -> str:
        return self.name

    def frames(self, events: Sequence[StreamEvent]) -> list[bytes]:
        """What these events of an answer travel in, without an end marker."""
        body, _ = self._encoded(Completion(tuple(events)), events)
        ends = [0]
        while ends[-1] < len(body):
            ends.append(self._end_of_frame(body, ends[-1]))
        return [body[start:end] for start, end in pairwise(ends)]

    def body(self, answer: Completion) -> bytes:
        """All of an answer that consists of events alone, its end marker included."""
        events = [step for step in answer.steps if isinstance(step, StreamEvent)]
        return b"".join(self._encoded(answer, events))

    def raw(self, body: bytes, write_size: int | None = None) -> HttpAnswer:
        """The answer that has this body."""
        delivery = Delivery(content_type=self.dialect.stream_type, write_size=write_size)
        return HttpAnswer(200, body=body, delivery=delivery)

    def _encoded(self, answer: Completion, events: Iterable[StreamEvent]) -> tuple[bytes, bytes]:
        """The events, then the end marker."""
        asked = ModelCall(MODEL, stream=True, usage_wanted=True)
        encoder = self.dialect.encoder(answer, asked)
        return b"".join(encoder.event(event) for event in events), encoder.end()

    def _end_of_frame(self, body: bytes, start: int) -> int:
        match self.form:
            case Form.MESSAGES:
                return start + int.from_bytes(body[start : start + 4])
            case Form.LINES:
                return body.index(b"\n", start) + 1
            case Form.EVENTS:
                blank = b"\r\n\r\n" if b"\r\n" in body else b"\n\n"
                return body.index(blank, start) + len(blank)
            case _:
                assert_never(self.form)


def _bedrock(http: Http, origin: str, idle_seconds: float) -> Provider:
    source = CredentialSource(BearerKey(KEY), Path("unused"), None)
    return BedrockProvider(http, origin, NAME, source, "us-east-1", idle_seconds=idle_seconds)


WIRES: Final = (
    Wire(
        "openai_chat",
        OpenAIChat(),
        lambda http, origin, idle: OpenAIChatProvider(
            http, f"{origin}/v1", KEY, NAME, idle_seconds=idle
        ),
    ),
    Wire(
        "anthropic_messages",
        AnthropicMessages(),
        lambda http, origin, idle: AnthropicProvider(http, origin, KEY, NAME, idle_seconds=idle),
    ),
    Wire(
        "gemini",
        Gemini(signed=True),
        lambda http, origin, idle: GeminiProvider(
            http, f"{origin}/v1beta", KEY, NAME, idle_seconds=idle
        ),
        model="gemini-3-pro",
    ),
    Wire(
        "openai_responses",
        OpenAIResponses(),
        lambda http, origin, idle: ResponsesProvider(
            http, f"{origin}/v1", KEY, NAME, idle_seconds=idle
        ),
    ),
    Wire(
        "ollama",
        Ollama(),
        lambda http, origin, idle: OllamaProvider(http, origin, KEY, NAME, idle_seconds=idle),
        Form.LINES,
        has_kinds=False,
    ),
    Wire("bedrock", Bedrock(), _bedrock, Form.MESSAGES, noise=Raw(b"\x00")),
)
"""One row for each protocol."""

every_wire: Final = pytest.mark.parametrize("wire", WIRES, ids=str)


def wires_of(form: Form) -> pytest.MarkDecorator:
    """The protocols whose answers have this form."""
    return pytest.mark.parametrize("wire", [each for each in WIRES if each.form is form], ids=str)


@asynccontextmanager
async def served(
    wire: Wire,
    *answers: Answer,
    idle_seconds: float = LIMIT,
    respond: Responder | None = None,
) -> AsyncIterator[tuple[Provider, ModelServer]]:
    """A provider of a server that gives these answers, then what `respond` says.

    Without `respond` the last of the answers comes again and again.
    """
    queued = answers if respond else answers[:-1]
    with trio.fail_after(LIMIT):
        async with (
            serve_model(respond or (lambda _: answers[-1]), dialects=(wire.dialect,)) as server,
            HttpClient() as http,
        ):
            server.answer(*queued)
            yield wire.open(http, server.origin, idle_seconds), server


async def read(provider: Provider, request: ModelRequest = REQUEST) -> list[StreamEvent]:
    """All events of one answer."""
    async with provider.stream(request) as events:
        return [event async for event in events]


async def failure(
    wire: Wire, answer: Answer, seen: list[StreamEvent] | None = None, idle: float = LIMIT
) -> ProviderError:
    """What reading the answer ends with; `seen` takes what came before.

    Raises what `pytest.raises` does when the answer is whole.
    """
    taken = [] if seen is None else seen

    async def take(provider: Provider) -> None:
        async with provider.stream(REQUEST) as events:
            async for event in events:
                taken.append(event)

    async with served(wire, answer, idle_seconds=idle) as (provider, _):
        with pytest.raises(ProviderError) as caught:
            await take(provider)
    return caught.value


async def failures(wire: Wire, *answers: Answer) -> list[ProviderError]:
    """What reading each of the answers ends with."""
    found: list[ProviderError] = []
    async with served(wire, *answers) as (provider, _):
        for _ in answers:
            with pytest.raises(ProviderError) as caught:
                await read(provider)
            found.append(caught.value)
    return found
