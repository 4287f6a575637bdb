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
    ReasoningBlock,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import (
    Comment,
    Completion,
    Delivery,
    ModelCall,
    Newline,
    OpenAIResponses,
    ScriptStep,
    cut_call,
    interleave,
)
from zeroclaw_testing.strategies import texts


@frozen
class Said:
    """What an answer comes to."""

    text: str
    thought: str
    sealed: tuple[str, ...]
    calls: tuple[tuple[str, str, str], ...]
    usage: tuple[int, int, int, int] | None
    finish: str


def ours(pieces: list[bytes]) -> Said:
    reader = SseAnswerReader(ResponsesDecoder(Failures("p", "m"), ToolNames()))
    text, thought, finish = "", "", ""
    sealed: list[str] = []
    usage: tuple[int, int, int, int] | None = None
    calls: dict[int, list[str]] = {}
    events = [event for piece in pieces for event in reader.feed(piece)]
    for event in (*events, *reader.close()):
        match event:
            case TextDelta(more):
                text += more
            case ReasoningDelta(more):
                thought += more
            case ReasoningBlock(data):
                block = data["block"]
                assert isinstance(block, dict)
                sealed.append(str(block["encrypted_content"]))
            case ToolCallDelta(index, wire_id, name, fragment):
                add(calls, index, wire_id, name, fragment)
            case Usage(given_in, out, cached, _, reasoning):
                usage = (given_in or 0, out or 0, cached or 0, reasoning or 0)
            case Finish(_, raw):
                finish = raw
    return Said(text, thought, tuple(sealed), in_order(calls), usage, finish)


def theirs(pieces: list[bytes]) -> Said:
    """From the pieces of text, calls and thinking; the rest from the response at their end."""

    def respond(request: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, content=iter(pieces))

    text, thought, finish = "", "", ""
    sealed: list[str] = []
    usage: tuple[int, int, int, int] | None = None
    calls: dict[int, list[str]] = {}
    for event in client_of(respond).responses.create(model="m", input="hi", stream=True):
        if event.type == "response.output_text.delta":
            text += event.delta
        elif event.type == "response.reasoning_summary_text.delta":
            thought += event.delta
        elif event.type == "response.output_item.done" and event.item.type == "reasoning":
            sealed += [event.item.encrypted_content] if event.item.encrypted_content else []
        elif event.type == "response.output_item.added" and event.item.type == "function_call":
            add(calls, event.output_index, event.item.call_id, event.item.name, "")
        elif event.type == "response.function_call_arguments.delta":
            add(calls, event.output_index, None, None, event.delta)
        elif event.type in ("response.completed", "response.incomplete"):
            response = event.response
            why = response.incomplete_details
            finish = str(why.reason if why else response.status)
            if response.usage is not None:
                usage = (
                    response.usage.input_tokens,
                    response.usage.output_tokens,
                    response.usage.input_tokens_details.cached_tokens,
                    response.usage.output_tokens_details.reasoning_tokens,
                )
    return Said(text, thought, tuple(sealed), in_order(calls), usage, finish)


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
    sealed = st.sampled_from(["A=", "B="]).map(
        lambda content: ReasoningBlock({"encrypted_content": content})
    )
    words = texts().map(TextDelta) | texts().map(ReasoningDelta) | sealed
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


def bytes_of(answer: Completion, *, bare: bool = False) -> bytes:
    encoder = OpenAIResponses(bare).encoder(answer, ModelCall("m", stream=True, usage_wanted=True))
    frames: list[bytes] = []
    for step in answer.steps:
        match step:
            case Comment(text):
                frames.append(encoder.comment(text))
            case (
                TextDelta()
                | ReasoningDelta()
                | ReasoningBlock()
                | ToolCallDelta()
                | Usage()
                | Finish()
            ):
                frames.append(encoder.event(step))
            case _:
                raise AssertionError(step)
    return b"".join([*frames, encoder.end()])


def pieces_of(body: bytes, places: set[int]) -> Iterator[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return (body[start:end] for start, end in pairwise(edges))


@settings(max_examples=200)
@given(completions(), st.sets(st.integers(1, 8000), max_size=40), st.booleans())
def test_any_chunking_gives_what_the_official_client_gets(
    answer: Completion, places: set[int], bare: bool
) -> None:
    pieces = list(pieces_of(bytes_of(answer, bare=bare), places))
    assert ours(pieces) == theirs(pieces)


async def test_control_a_changed_byte_makes_the_two_disagree() -> None:
    body = bytes_of(Completion((TextDelta("hello"), Finish(FinishReason.STOP))))

    async def compare() -> None:
        assert ours([body.replace(b"hello", b"hullo")]) == theirs([body])

    await require_caught(compare)
