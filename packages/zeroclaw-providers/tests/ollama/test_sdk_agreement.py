"""The same bytes give the same answer here as in Ollama's own client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

import httpx
import ollama
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.ollama.answer import NdjsonAnswerReader
from zeroclaw_providers.ollama.decoder import OllamaDecoder
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import Completion, Delivery, ModelCall, Newline, ScriptStep
from zeroclaw_testing.model_server import Ollama as OllamaDialect
from zeroclaw_testing.strategies import texts


@frozen
class Said:
    """What an answer comes to."""

    text: str
    thought: str
    calls: tuple[tuple[str, str], ...]
    usage: tuple[int, int]
    finish: str


def ours(pieces: list[bytes]) -> Said:
    reader = NdjsonAnswerReader(OllamaDecoder(Failures("p", "m"), ToolNames()))
    text = thought = finish = ""
    usage = (0, 0)
    calls: list[tuple[str, str]] = []
    events = [event for piece in pieces for event in reader.feed(piece)]
    for event in (*events, *reader.close()):
        match event:
            case TextDelta(more):
                text += more
            case ReasoningDelta(more):
                thought += more
            case ToolCallDelta(_, _, name, args):
                calls.append((name or "", args))
            case Usage(read, written):
                usage = (read or 0, written or 0)
            case Finish(_, raw):
                finish = raw
            case _:
                continue
    return Said(text, thought, tuple(calls), usage, finish)


def theirs(pieces: list[bytes]) -> Said:
    text = thought = finish = ""
    usage = (0, 0)
    calls: list[tuple[str, str]] = []
    for part in client_of(pieces).chat("m", [], stream=True):
        text += part.message.content or ""
        thought += part.message.thinking or ""
        for call in part.message.tool_calls or ():
            arguments = json.dumps(dict(call.function.arguments), ensure_ascii=False)
            calls.append((call.function.name, arguments))
        if part.done:
            finish = part.done_reason or ""
            usage = (part.prompt_eval_count or 0, part.eval_count or 0)
    return Said(text, thought, tuple(calls), usage, finish)


def client_of(pieces: list[bytes]) -> ollama.Client:
    def respond(request: httpx.Request) -> httpx.Response:
        headers = {"content-type": "application/x-ndjson"}
        return httpx.Response(200, headers=headers, content=iter(pieces))

    return ollama.Client("http://127.0.0.1:9", transport=httpx.MockTransport(respond))


def words() -> st.SearchStrategy[str]:
    """The client takes U+0085 for the end of a line, which the server does not escape."""
    return texts().map(lambda text: text.replace("\x85", ""))


@st.composite
def completions(draw: st.DrawFn) -> Completion:
    said = words().map(TextDelta) | words().map(ReasoningDelta)
    steps: list[ScriptStep] = list(draw(st.lists(said, max_size=6)))
    arguments = st.sampled_from(
        ["", "{}", '{"a": 1}', '{"text": "é\u2028😀<b>"}', '{"a": [1, {}]}']
    )
    for index in range(draw(st.integers(0, 3))):
        wire_id = draw(st.sampled_from([None, f"call_{index}"]))
        call = ToolCallDelta(index, wire_id, f"tool_{index}", draw(arguments))
        steps.insert(draw(st.integers(0, len(steps))), call)
    counts = st.integers(0, 1000)
    if draw(st.booleans()):
        usage = Usage(draw(counts), draw(counts))
        steps.insert(draw(st.integers(0, len(steps))), usage)
    reasons = [FinishReason.STOP, FinishReason.LENGTH, FinishReason.ERROR]
    steps.append(Finish(draw(st.sampled_from(reasons))))
    newline = draw(st.sampled_from([Newline.LF, Newline.CRLF]))
    return Completion(tuple(steps), delivery=Delivery(newline=newline))


def bytes_of(answer: Completion, *, calls_last: bool = False) -> bytes:
    call = ModelCall("m", stream=True, usage_wanted=True)
    encoder = OllamaDialect(calls_last).encoder(answer, call)
    lines: list[bytes] = []
    for step in answer.steps:
        match step:
            case TextDelta() | ReasoningDelta() | ToolCallDelta() | Usage() | Finish():
                lines.append(encoder.event(step))
            case _:
                raise AssertionError(step)
    return b"".join([*lines, encoder.end()])


def pieces_of(body: bytes, places: set[int]) -> Iterator[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return (body[start:end] for start, end in pairwise(edges))


@settings(max_examples=100, deadline=None)
@given(completions(), st.booleans(), st.sets(st.integers(1, 2000), max_size=40))
def test_any_chunking_gives_what_the_official_client_gets(
    answer: Completion, calls_last: bool, places: set[int]
) -> None:
    pieces = list(pieces_of(bytes_of(answer, calls_last=calls_last), places))
    assert ours(pieces) == theirs(pieces)


async def test_control_a_changed_byte_makes_the_two_disagree() -> None:
    body = bytes_of(Completion((TextDelta("hello"), Finish(FinishReason.STOP))))

    async def compare() -> None:
        assert ours([body.replace(b"hello", b"hullo")]) == theirs([body])

    await require_caught(compare)
