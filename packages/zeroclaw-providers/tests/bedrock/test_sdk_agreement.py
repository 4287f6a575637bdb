"""The same bytes give the same answer here as in the official client."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise

import botocore.session  # type: ignore[import-untyped]
from attrs import Factory, define, frozen
from botocore.eventstream import EventStream  # type: ignore[import-untyped]
from botocore.parsers import EventStreamJSONParser  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_api.json import Json
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
from zeroclaw_providers.bedrock.answer import ConverseAnswerReader
from zeroclaw_providers.bedrock.decoder import ConverseDecoder
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import Bedrock, Completion, ModelCall, cut_call, interleave
from zeroclaw_testing.strategies import texts

OUTPUT = (
    botocore.session.get_session()
    .get_service_model("bedrock-runtime")
    .operation_model("ConverseStream")
    .get_event_stream_output()
)


@frozen
class Said:
    """What an answer comes to."""

    text: str
    thought: str
    opaque: tuple[str, ...]
    calls: tuple[tuple[str, str, str], ...]
    usage: tuple[int, int, int, int] | None
    finish: str


@define
class Gathered:
    """The same, while it comes."""

    text: str = ""
    thought: str = ""
    opaque: list[str] = Factory(list)
    calls: dict[int, list[str]] = Factory(dict)
    usage: tuple[int, int, int, int] | None = None
    finish: str = ""

    def call(self, index: int, *pieces: str | None) -> None:
        call = self.calls.setdefault(index, ["", "", ""])
        for place, piece in enumerate(pieces):
            call[place] += piece or ""

    def said(self) -> Said:
        """No arguments at all mean an empty object."""
        calls = tuple((call[0], call[1], call[2] or "{}") for _, call in sorted(self.calls.items()))
        return Said(self.text, self.thought, tuple(self.opaque), calls, self.usage, self.finish)


def ours(pieces: list[bytes]) -> Said:
    reader = ConverseAnswerReader(ConverseDecoder(Failures("p", "m"), ToolNames()))
    events = [event for piece in pieces for event in reader.feed(piece)]
    found = Gathered()
    for event in (*events, *reader.close()):
        match event:
            case TextDelta(more):
                found.text += more
            case ReasoningDelta(more):
                found.thought += more
            case ReasoningBlock({"reasoningContent": {"reasoningText": {"signature": data}}}):
                found.opaque.append(str(data))
            case ReasoningBlock({"reasoningContent": {"redactedContent": data}}):
                found.opaque.append(str(data))
            case ToolCallDelta(index, wire_id, name, fragment):
                found.call(index, wire_id, name, fragment)
            case Usage(all_input, output, cached, written):
                plain = (all_input or 0) - (cached or 0) - (written or 0)
                found.usage = (plain, output or 0, cached or 0, written or 0)
            case Finish(_, raw):
                found.finish = raw
            case _:
                raise AssertionError(event)
    return found.said()


@define
class Body:
    """A body as the official client wants it."""

    pieces: list[bytes]

    def stream(self) -> Iterator[bytes]:
        return iter(self.pieces)

    def close(self) -> None:
        """Nothing is open."""


def theirs(pieces: list[bytes]) -> Said:
    found, signatures = Gathered(), dict[int, str]()
    for event in EventStream(Body(pieces), OUTPUT, EventStreamJSONParser(), "ConverseStream"):
        ((kind, fields),) = event.items()
        index = fields.get("contentBlockIndex", 0)
        delta = fields.get("delta", {})
        thought = delta.get("reasoningContent", {})
        found.text += delta.get("text", "")
        found.thought += thought.get("text", "")
        if kind == "contentBlockStart":
            use = fields["start"]["toolUse"]
            found.call(index, use["toolUseId"], use["name"])
        if "toolUse" in delta:
            found.call(index, "", "", delta["toolUse"]["input"])
        if "signature" in thought:
            signatures[index] = signatures.get(index, "") + thought["signature"]
        if "redactedContent" in thought:
            found.opaque.append(b64encode(thought["redactedContent"]).decode())
        if kind == "contentBlockStop" and index in signatures:
            found.opaque.append(signatures.pop(index))
        if kind == "messageStop":
            found.finish = fields["stopReason"]
        if kind == "metadata" and "usage" in fields:
            found.usage = (
                fields["usage"]["inputTokens"],
                fields["usage"]["outputTokens"],
                fields["usage"].get("cacheReadInputTokens", 0),
                fields["usage"].get("cacheWriteInputTokens", 0),
            )
    return found.said()


def hidden(data: bytes) -> ReasoningBlock:
    return ReasoningBlock({"reasoningContent": {"redactedContent": b64encode(data).decode()}})


def signed(signature: str) -> ReasoningBlock:
    kept: Json = {"text": "", "signature": signature}
    return ReasoningBlock({"reasoningContent": {"reasoningText": kept}})


@st.composite
def answers(draw: st.DrawFn) -> list[StreamEvent]:
    words = st.one_of(
        texts().map(TextDelta),
        texts().map(ReasoningDelta),
        st.binary(min_size=1, max_size=9).map(hidden),
        st.text("abc+/=", min_size=1, max_size=9).map(signed),
    )
    steps: list[StreamEvent] = list(draw(st.lists(words, max_size=6)))
    arguments = st.sampled_from(["", "{}", '{"a":1}', '{"text":"é\u2028😀"}', '{"a":{"b":[1,2]}}'])
    calls = []
    for index in range(draw(st.integers(0, 3))):
        spelled = draw(arguments)
        places = draw(st.sets(st.integers(0, len(spelled)), max_size=3))
        calls.append(cut_call(index, f"tooluse_{index}", f"tool_{index}", spelled, sorted(places)))
    steps += interleave(*calls)
    finish = Finish(draw(st.sampled_from([FinishReason.STOP, FinishReason.LENGTH])))
    steps.append(Finish(FinishReason.TOOL_USE) if calls else finish)
    counts = st.integers(0, 1000)
    cached, written = draw(counts), draw(counts)
    if draw(st.booleans()):
        total = draw(counts) + cached + written
        steps.append(Usage(total, draw(counts), cached, written))
    return steps


def bytes_of(steps: list[StreamEvent]) -> bytes:
    call = ModelCall("m", stream=True, usage_wanted=True)
    encoder = Bedrock().encoder(Completion(tuple(steps)), call)
    return b"".join([*(encoder.event(step) for step in steps), encoder.end()])


def pieces_of(body: bytes, places: set[int]) -> list[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return [body[start:end] for start, end in pairwise(edges)]


@settings(max_examples=200)
@given(answers(), st.sets(st.integers(1, 4000), max_size=40))
def test_any_chunking_gives_what_the_official_client_gets(
    steps: list[StreamEvent], places: set[int]
) -> None:
    pieces = pieces_of(bytes_of(steps), places)
    (said, expected) = (ours(pieces), theirs(pieces))
    assert (said.text, said.thought, said.opaque, said.usage, said.finish) == (
        expected.text,
        expected.thought,
        expected.opaque,
        expected.usage,
        expected.finish,
    )
    assert said.calls == expected.calls


async def test_control_another_answer_makes_the_two_disagree() -> None:
    async def compare() -> None:
        end = Finish(FinishReason.STOP)
        assert ours([bytes_of([TextDelta("a"), end])]) == theirs([bytes_of([TextDelta("b"), end])])

    await require_caught(compare)


def test_the_official_client_knows_every_frame_that_is_sent() -> None:
    call = ToolCallDelta(0, "x", "f", "{}")
    steps: list[StreamEvent] = [TextDelta("a"), call, Finish(FinishReason.TOOL_USE), Usage(1, 2)]
    body = Body([bytes_of(steps)])
    events = list(EventStream(body, OUTPUT, EventStreamJSONParser(), "ConverseStream"))
    assert [next(iter(event)) for event in events] == [
        "messageStart",
        "contentBlockDelta",
        "contentBlockStop",
        "contentBlockStart",
        "contentBlockDelta",
        "contentBlockStop",
        "messageStop",
        "metadata",
    ]
    assert dig(events[-1], "metadata", "usage", "totalTokens") == 3
