"""The same bytes give the same answer here as in the official client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import httpx2
import openai
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
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import (
    Comment,
    Completion,
    Delivery,
    ModelCall,
    Newline,
    OpenAIChat,
    ScriptStep,
    cut_call,
    interleave,
)
from zeroclaw_testing.strategies import texts


@frozen
class Said:
    """What an answer comes to."""

    text: str
    calls: tuple[tuple[str, str, str], ...]
    usage: tuple[int, int, int, int] | None
    finish: str


def ours(pieces: list[bytes]) -> Said:
    reader = SseAnswerReader(ChatDecoder(Failures("p", "m"), ToolNames()))
    text, finish = "", ""
    usage: tuple[int, int, int, int] | None = None
    calls: dict[int, list[str]] = {}
    events = [event for piece in pieces for event in reader.feed(piece)]
    for event in (*events, *reader.close()):
        match event:
            case TextDelta(more):
                text += more
            case ToolCallDelta(index, wire_id, name, fragment):
                add(calls, index, wire_id, name, fragment)
            case Usage(given_in, out, cached, _, reasoning):
                usage = (given_in or 0, out or 0, cached or 0, reasoning or 0)
            case Finish(_, raw):
                finish = raw
            case _:
                continue
    return Said(text, in_order(calls), usage, finish)


def theirs(pieces: list[bytes]) -> Said:
    def respond(request: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, content=iter(pieces))

    text, finish = "", ""
    usage: tuple[int, int, int, int] | None = None
    calls: dict[int, list[str]] = {}
    for chunk in client_of(respond).chat.completions.create(model="m", messages=[], stream=True):
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
            for call in choice.delta.tool_calls or ():
                function = call.function
                name, fragment = (function.name, function.arguments) if function else (None, None)
                add(calls, call.index, call.id, name, fragment or "")
        if chunk.usage is not None:
            prompt, completion = (
                chunk.usage.prompt_tokens_details,
                chunk.usage.completion_tokens_details,
            )
            usage = (
                chunk.usage.prompt_tokens,
                chunk.usage.completion_tokens,
                (prompt and prompt.cached_tokens) or 0,
                (completion and completion.reasoning_tokens) or 0,
            )
    return Said(text, in_order(calls), usage, finish)


def client_of(respond: Callable[[httpx2.Request], httpx2.Response]) -> openai.OpenAI:
    transport = httpx2.MockTransport(respond)
    return openai.OpenAI(
        api_key="k",
        base_url="http://localhost/v1",
        max_retries=0,
        http_client=httpx2.Client(transport=transport),
    )


def add(
    calls: dict[int, list[str]], index: int, wire_id: str | None, name: str | None, more: str
) -> None:
    call = calls.setdefault(index, ["", "", ""])
    call[0] += wire_id or ""
    call[1] += name or ""
    call[2] += more


def in_order(calls: dict[int, list[str]]) -> tuple[tuple[str, str, str], ...]:
    """No arguments at all mean an empty object."""
    return tuple((call[0], call[1], call[2] or "{}") for _, call in sorted(calls.items()))


@st.composite
def completions(draw: st.DrawFn) -> Completion:
    arguments = st.sampled_from(["", "{}", '{"a":1}', '{"text":"é\u2028😀"}', '{"a":{"b":[1,2]}}'])
    words = texts().map(TextDelta) | texts().map(ReasoningDelta)
    steps: list[ScriptStep] = list(draw(st.lists(words | st.just(Comment()), max_size=6)))
    calls = []
    for index in range(draw(st.integers(0, 3))):
        spelled = draw(arguments)
        places = draw(st.sets(st.integers(0, len(spelled)), max_size=3))
        calls.append(cut_call(index, f"call_{index}", f"tool_{index}", spelled, sorted(places)))
    steps += interleave(*calls)
    finish = Finish(draw(st.sampled_from([FinishReason.STOP, FinishReason.LENGTH])))
    steps.append(Finish(FinishReason.TOOL_USE) if calls else finish)
    counts = st.integers(0, 1000)
    if draw(st.booleans()):
        steps.append(Usage(draw(counts), draw(counts), draw(counts), None, draw(counts)))
    delivery = Delivery(newline=draw(st.sampled_from(Newline)), colon_space=draw(st.booleans()))
    return Completion(tuple(steps), delivery=delivery)


def bytes_of(answer: Completion) -> bytes:
    encoder = OpenAIChat().encoder(answer, ModelCall("m", stream=True, usage_wanted=True))
    frames: list[bytes] = []
    for step in answer.steps:
        match step:
            case Comment(text):
                frames.append(encoder.comment(text))
            case TextDelta() | ReasoningDelta() | ToolCallDelta() | Usage() | Finish():
                frames.append(encoder.event(step))
            case _:
                raise AssertionError(step)
    return b"".join([*frames, encoder.end()])


def pieces_of(body: bytes, places: set[int]) -> Iterator[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return (body[start:end] for start, end in pairwise(edges))


@settings(max_examples=300)
@given(completions(), st.sets(st.integers(1, 4000), max_size=40))
def test_any_chunking_gives_what_the_official_client_gets(
    answer: Completion, places: set[int]
) -> None:
    pieces = list(pieces_of(bytes_of(answer), places))
    assert ours(pieces) == theirs(pieces)


async def test_control_a_changed_byte_makes_the_two_disagree() -> None:
    body = bytes_of(Completion((TextDelta("hello"), Finish(FinishReason.STOP))))

    async def compare() -> None:
        assert ours([body.replace(b"hello", b"hullo")]) == theirs([body])

    await require_caught(compare)
