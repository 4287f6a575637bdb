"""Long answers as they travel, in the form of each model protocol."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_http import NdjsonReader, SseReader
from zeroclaw_providers.answer import AnswerReader, PingedAnswerReader, SseAnswerReader
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder
from zeroclaw_providers.bedrock.answer import ConverseAnswerReader
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.bedrock.event_stream import EventStreamReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.gemini.decoder import GeminiDecoder
from zeroclaw_providers.ollama.answer import NdjsonAnswerReader
from zeroclaw_providers.ollama.decoder import OllamaDecoder
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.model_server import (
    AnthropicMessages,
    Bedrock,
    Completion,
    Dialect,
    Gemini,
    ModelCall,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
    cut_call,
    interleave,
)

__all__ = ["ARGUMENTS", "CHAT", "OTHERS", "TEXT", "Chunks", "WireProtocol", "in_reads", "parsed"]

Chunks: TypeAlias = tuple[bytes, ...]

WORDS = ("The ", "answer", " is", " longer", " than", " a", " café", "'s menu", ",\n", "中文 ")
TEXT_DELTAS = 5000
FRAGMENTS = 250
FRAGMENT_LENGTH = 5
FAILURES, NAMES = Failures("bench", "m"), ToolNames()
CALL = ModelCall(model="bench-model", stream=True, usage_wanted=True)

TEXT = "".join(WORDS[number % len(WORDS)] for number in range(TEXT_DELTAS))
ARGUMENTS: tuple[JsonObject, ...] = tuple(
    {"path": path, "content": "word " * FRAGMENTS} for path in ("one.txt", "two.txt")
)


def _sse_payloads(chunks: Chunks) -> Iterator[str]:
    reader = SseReader()
    return (event.data for chunk in chunks for event in reader.feed(chunk))


def _line_payloads(chunks: Chunks) -> Iterator[str]:
    reader = NdjsonReader()
    return (line for chunk in chunks for line in reader.feed(chunk))


def _message_payloads(chunks: Chunks) -> Iterator[str]:
    reader = EventStreamReader()
    return (message.payload.decode() for chunk in chunks for message in reader.feed(chunk))


@frozen
class WireProtocol:
    """One protocol: who writes it, who reads it, how the JSON in its bytes is found."""

    name: str
    dialect: Dialect
    reader: Callable[[], AnswerReader]
    payloads: Callable[[Chunks], Iterator[str]] = _sse_payloads


CHAT = WireProtocol(
    "OpenAI chat", OpenAIChat(), lambda: SseAnswerReader(ChatDecoder(FAILURES, NAMES))
)
OTHERS = (
    WireProtocol(
        "OpenAI Responses",
        OpenAIResponses(),
        lambda: PingedAnswerReader(ResponsesDecoder(FAILURES, NAMES)),
    ),
    WireProtocol(
        "Anthropic",
        AnthropicMessages(),
        lambda: PingedAnswerReader(MessagesDecoder(FAILURES, NAMES)),
    ),
    WireProtocol("Gemini", Gemini(), lambda: SseAnswerReader(GeminiDecoder(FAILURES, NAMES))),
    WireProtocol(
        "Bedrock",
        Bedrock(),
        lambda: ConverseAnswerReader(ConverseDecoder(FAILURES, NAMES)),
        _message_payloads,
    ),
    WireProtocol(
        "Ollama",
        Ollama(),
        lambda: NdjsonAnswerReader(OllamaDecoder(FAILURES, NAMES)),
        _line_payloads,
    ),
)


def frames(dialect: Dialect) -> Chunks:
    """The answer of this protocol, a piece for each event that the server sends."""
    steps = tuple(_steps())
    encoder = dialect.encoder(Completion(steps), CALL)
    pieces = [*(encoder.event(step) for step in steps), encoder.end()]
    return tuple(piece for piece in pieces if piece)


def in_reads(dialect: Dialect, size: int | None) -> Chunks:
    """The answer in reads of so many bytes; None for a reader that gets each event alone."""
    if size is None:
        return frames(dialect)
    data = b"".join(frames(dialect))
    return tuple(data[start : start + size] for start in range(0, len(data), size))


def parsed(texts: Sequence[str]) -> tuple[JsonObject, ...]:
    """The arguments of calls, whatever spaces they came with."""
    return tuple(json.loads(text) for text in texts)


def _steps() -> Iterator[StreamEvent]:
    yield from (TextDelta(WORDS[number % len(WORDS)]) for number in range(TEXT_DELTAS))
    calls = []
    for index, arguments in enumerate(ARGUMENTS):
        text = json.dumps(arguments, ensure_ascii=False)
        cuts = range(FRAGMENT_LENGTH, len(text), FRAGMENT_LENGTH)
        calls.append(cut_call(index, f"call_{index}", "file_write", text, cuts))
    yield from interleave(*calls)
    yield Finish(FinishReason.TOOL_USE)
    yield Usage(input_tokens=1200, output_tokens=TEXT_DELTAS + 2 * FRAGMENTS)
