"""Every protocol with the provider that speaks it, for tests of what they have in common."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from enum import Enum
from pathlib import Path
from typing import Final

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
    Dialect,
    Gemini,
    ModelCall,
    ModelServer,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
    Raw,
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
    keep a connection open. `has_kinds` says that its errors within an answer have kinds.
    """

    name: str
    dialect: Dialect
    open: Callable[[Http, str, float], Provider] = field(repr=False)
    form: Form = Form.EVENTS
    noise: ScriptStep = Comment()
    has_kinds: bool = True

    def __str__(self) -> str:
        return self.name

    def sent(self, events: Iterable[StreamEvent]) -> list[bytes]:
        """The frames that these events of an answer travel in, without an end marker."""
        steps = tuple(events)
        asked = ModelCall(MODEL, stream=True, usage_wanted=True)
        encoder = self.dialect.encoder(Completion(steps), asked)
        return list(self._frames(b"".join(encoder.event(event) for event in steps)))

    def _frames(self, body: bytes) -> Iterator[bytes]:
        while body:
            match self.form:
                case Form.MESSAGES:
                    end: int = struct.unpack_from(">I", body)[0]
                case Form.LINES:
                    end = body.index(b"\n") + 1
                case Form.EVENTS:
                    blank = b"\r\n\r\n" if b"\r\n" in body else b"\n\n"
                    end = body.index(blank) + len(blank)
            yield body[:end]
            body = body[end:]


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
    wire: Wire, *answers: Answer, idle_seconds: float = LIMIT
) -> AsyncIterator[tuple[Provider, ModelServer]]:
    """A provider of a server that gives these answers, then the last of them for ever."""
    with trio.fail_after(LIMIT):
        async with (
            serve_model(lambda _: answers[-1], dialects=(wire.dialect,)) as server,
            HttpClient() as http,
        ):
            server.answer(*answers[:-1])
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
