"""The same bytes give the same message here as in the official client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

import anthropic
import httpx2
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject, canonical_json, parse_json_object
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.answer import PingedAnswerReader
from zeroclaw_providers.anthropic_messages.decoder import MessagesDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import (
    Comment,
    Completion,
    Delivery,
    ModelCall,
    Newline,
    ScriptStep,
    cut_call,
    interleave,
)
from zeroclaw_testing.model_server.anthropic_messages import AnthropicMessages
from zeroclaw_testing.strategies import texts


@frozen
class Said:
    """What an answer comes to."""

    text: str
    kept: tuple[str, ...]
    calls: tuple[tuple[str, str, str], ...]
    usage: tuple[int, int, int, int, int]
    finish: str


def ours(pieces: list[bytes]) -> Said:
    reader = PingedAnswerReader(MessagesDecoder(Failures("p", "m"), ToolNames()))
    events = [event for piece in pieces for event in reader.feed(piece)]
    return gathered([*events, *reader.close()])


def gathered(events: list[StreamEvent]) -> Said:
    text, finish, usage = "", "", Usage()
    kept: list[str] = []
    calls: dict[int, list[str]] = {}
    for event in events:
        match event:
            case TextDelta(more):
                text += more
            case ReasoningBlock(data):
                block = KeptBlock.of(data)
                assert block is not None
                kept.append(canonical_json(block.block))
            case ToolCallDelta(index, wire_id, name, fragment):
                call = calls.setdefault(index, ["", "", ""])
                call[0] += wire_id or ""
                call[1] += name or ""
                call[2] += fragment
            case Usage():
                usage = event
            case Finish(_, raw):
                finish = raw
            case ReasoningDelta():
                continue
    counts = (
        usage.input_tokens or 0,
        usage.output_tokens or 0,
        usage.cached_input_tokens or 0,
        usage.cache_write_tokens or 0,
        usage.reasoning_tokens or 0,
    )
    spelled = ((c[0], c[1], canonical_json(parse_json_object(c[2]))) for c in calls.values())
    return Said(text, tuple(kept), tuple(spelled), counts, finish)


def theirs(pieces: list[bytes]) -> Said:
    def respond(request: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, content=iter(pieces))

    client = anthropic.Anthropic(
        api_key="k",
        base_url="http://127.0.0.1",
        max_retries=0,
        http_client=httpx2.Client(transport=httpx2.MockTransport(respond)),
    )
    with client.messages.stream(model="m", max_tokens=9, messages=[]) as stream:
        message = stream.get_final_message()
    kept, calls, text = [], [], ""
    for block in message.content:
        fields = block.to_dict(exclude_unset=True)
        match block.type:
            case "text":
                text += block.text
            case "tool_use":
                calls.append((block.id, block.name, canonical_json(parsed(block.input))))
            case _:
                fields.pop("parsed_output", None)
                kept.append(canonical_json(parsed(fields)))
    used = message.usage
    cached, written = used.cache_read_input_tokens or 0, used.cache_creation_input_tokens or 0
    details = used.output_tokens_details
    thought = details.thinking_tokens if details else 0
    counts = (used.input_tokens + cached + written, used.output_tokens, cached, written, thought)
    return Said(text, tuple(kept), tuple(calls), counts, message.stop_reason or "")


def parsed(value: object) -> JsonObject:
    return parse_json_object(json.dumps(value))


THOUGHT: JsonObject = {"type": "thinking", "thinking": "", "signature": "EqQBCg=="}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "EmwKAhgB"}
SEARCH: JsonObject = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "x"},
}


@st.composite
def completions(draw: st.DrawFn) -> Completion:
    words = texts().map(TextDelta)
    thought = st.tuples(texts().map(ReasoningDelta), st.just(ReasoningBlock(THOUGHT)))
    opaque = st.sampled_from([HIDDEN, SEARCH]).map(lambda block: (ReasoningBlock(block),))
    groups = draw(
        st.lists(thought | opaque | words.map(lambda e: (e,)) | st.just((Comment(),)), max_size=6)
    )
    steps: list[ScriptStep] = [step for group in groups for step in group]
    arguments = st.sampled_from(["", "{}", '{"a":1}', '{"text":"é\u2028😀"}', '{"a":{"b":[1,2]}}'])
    calls = []
    for index in range(draw(st.integers(0, 3))):
        spelled = draw(arguments)
        places = draw(st.sets(st.integers(0, len(spelled)), max_size=3))
        calls.append(cut_call(index, f"toolu_{index}", f"tool_{index}", spelled, sorted(places)))
    steps += interleave(*calls) if draw(st.booleans()) else (p for call in calls for p in call)
    reasons = [FinishReason.STOP, FinishReason.LENGTH, FinishReason.PAUSE, FinishReason.REFUSAL]
    steps.append(Finish(FinishReason.TOOL_USE if calls else draw(st.sampled_from(reasons))))
    counts = st.integers(0, 1000)
    cached, written = draw(counts), draw(counts)
    total = cached + written + draw(counts)
    steps.append(Usage(total, draw(counts), cached, written, draw(st.none() | counts)))
    delivery = Delivery(newline=draw(st.sampled_from(Newline)), colon_space=draw(st.booleans()))
    return Completion(tuple(steps), delivery=delivery)


def bytes_of(answer: Completion) -> bytes:
    call = ModelCall("m", stream=True, usage_wanted=True)
    encoder = AnthropicMessages().encoder(answer, call)
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


@settings(max_examples=200, deadline=None)
@given(completions(), st.sets(st.integers(1, 4000), max_size=40))
def test_any_chunking_gives_what_the_official_client_gets(
    answer: Completion, places: set[int]
) -> None:
    pieces = list(pieces_of(bytes_of(answer), places))
    assert ours(pieces) == theirs(pieces)


@settings(max_examples=50, deadline=None)
@given(completions())
def test_a_whole_message_says_what_the_events_of_it_say(answer: Completion) -> None:
    call = ModelCall("m", stream=False, usage_wanted=True)
    document = json.dumps(AnthropicMessages().whole(answer, call)).encode()
    assert ours([document]) == ours([bytes_of(answer)])


async def test_control_a_changed_byte_makes_the_two_disagree() -> None:
    body = bytes_of(Completion((TextDelta("hello"), Finish(FinishReason.STOP))))

    async def compare() -> None:
        assert ours([body.replace(b"hello", b"hullo")]) == theirs([body])

    await require_caught(compare)
