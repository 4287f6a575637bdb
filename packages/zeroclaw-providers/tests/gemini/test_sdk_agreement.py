"""The same bytes give the same answer here as in Google's own client."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise

import httpx
from attrs import frozen
from google import genai
from google.genai import types
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
from zeroclaw_providers.gemini.decoder import GeminiDecoder
from zeroclaw_providers.tool_names import ToolNames
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import Completion, Gemini, ModelCall, Newline, ScriptStep
from zeroclaw_testing.strategies import texts


@frozen
class Said:
    """What an answer comes to."""

    text: str
    thought: str
    calls: tuple[tuple[str, str, str, str], ...]
    signatures: tuple[str, ...]
    usage: tuple[int, int, int, int] | None
    finish: str


def ours(pieces: list[bytes]) -> Said:
    reader = SseAnswerReader(GeminiDecoder(Failures("p", "m"), ToolNames()))
    text = thought = finish = ""
    usage: tuple[int, int, int, int] | None = None
    calls: list[tuple[str, str, str, str]] = []
    signatures: list[str] = []
    events = [event for piece in pieces for event in reader.feed(piece)]
    for event in (*events, *reader.close()):
        match event:
            case TextDelta(more):
                text += more
            case ReasoningDelta(more):
                thought += more
            case ReasoningBlock(data):
                signatures.append(str(data["thoughtSignature"]))
            case ToolCallDelta(_, wire_id, name, args, extra):
                signature = str((extra or {}).get("thoughtSignature", ""))
                calls.append((wire_id or "", name or "", args, signature))
            case Usage(given_in, out, cached, _, reasoning):
                usage = (given_in or 0, out or 0, cached or 0, reasoning or 0)
            case Finish(_, raw):
                finish = raw
    return Said(text, thought, tuple(calls), tuple(signatures), usage, finish)


def theirs(pieces: list[bytes]) -> Said:
    text = thought = finish = ""
    usage: tuple[int, int, int, int] | None = None
    calls: list[tuple[str, str, str, str]] = []
    signatures: list[str] = []
    with client_of(pieces) as client:
        for chunk in client.models.generate_content_stream(model="m", contents="hello"):
            if chunk.usage_metadata is not None:
                usage = counts_of(chunk.usage_metadata)
            for candidate in chunk.candidates or ():
                if candidate.finish_reason is not None:
                    finish = candidate.finish_reason.value
                for part in (candidate.content and candidate.content.parts) or ():
                    signature = spelled(part.thought_signature)
                    if part.function_call is not None:
                        call = part.function_call
                        args = json.dumps(call.args or {}, ensure_ascii=False)
                        calls.append((call.id or "", call.name or "", args, signature))
                        continue
                    if part.thought:
                        thought += part.text or ""
                    else:
                        text += part.text or ""
                    signatures += [signature] if signature else []
    return Said(text, thought, tuple(calls), tuple(signatures), usage, finish)


def counts_of(
    counts: types.GenerateContentResponseUsageMetadata,
) -> tuple[int, int, int, int]:
    thoughts = counts.thoughts_token_count or 0
    return (
        counts.prompt_token_count or 0,
        (counts.candidates_token_count or 0) + thoughts,
        counts.cached_content_token_count or 0,
        thoughts,
    )


def spelled(signature: bytes | None) -> str:
    """As it was on the wire: the client decodes it."""
    return "" if signature is None else b64encode(signature).decode()


def client_of(pieces: list[bytes]) -> genai.Client:
    def respond(request: httpx.Request) -> httpx.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx.Response(200, headers=headers, content=iter(pieces))

    return genai.Client(
        api_key="k",
        http_options=types.HttpOptions(
            base_url="http://127.0.0.1:9",
            httpx_client=httpx.Client(transport=httpx.MockTransport(respond)),
        ),
    )


@st.composite
def completions(draw: st.DrawFn) -> Completion:
    signatures = st.binary(min_size=1, max_size=30).map(lambda raw: b64encode(raw).decode())
    signed = st.builds(
        lambda fields, signature: ReasoningBlock({**fields, "thoughtSignature": signature}),
        st.sampled_from([{}, {"text": "signed é"}, {"text": "hm", "thought": True}]),
        signatures,
    )
    words = texts().map(TextDelta) | texts().map(ReasoningDelta) | signed
    steps: list[ScriptStep] = list(draw(st.lists(words, max_size=6)))
    arguments = st.sampled_from(["", "{}", '{"a": 1}', '{"text": "é\u2028😀"}', '{"a": [1, {}]}'])
    for index in range(draw(st.integers(0, 3))):
        wire_id = draw(st.sampled_from([None, f"id{index}"]))
        extra = {"thoughtSignature": draw(signatures)} if draw(st.booleans()) else None
        call = ToolCallDelta(index, wire_id, f"tool_{index}", draw(arguments), extra)
        steps.insert(draw(st.integers(0, len(steps))), call)
    counts = st.integers(0, 1000)
    usages = st.builds(Usage, st.just(5), counts.map(lambda n: n + 1000), counts, st.none(), counts)
    finish = Finish(draw(st.sampled_from([FinishReason.STOP, FinishReason.LENGTH])))
    # A reason may come early, with parts after it; the counts come as often as Google likes.
    late: list[ScriptStep] = [finish, *draw(st.lists(usages, max_size=3))]
    for step in late:
        steps.insert(draw(st.integers(0, len(steps))), step)
    return Completion(tuple(steps))


def bytes_of(answer: Completion, newline: Newline) -> bytes:
    encoder = Gemini(newline).encoder(answer, ModelCall("m", stream=True, usage_wanted=True))
    frames: list[bytes] = []
    for step in answer.steps:
        match step:
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
    return b"".join(frames)


def pieces_of(body: bytes, places: set[int]) -> Iterator[bytes]:
    edges = [0, *sorted(place for place in places if place < len(body)), len(body)]
    return (body[start:end] for start, end in pairwise(edges))


@settings(max_examples=100, deadline=None)
@given(completions(), st.sampled_from(Newline), st.sets(st.integers(1, 4000), max_size=40))
def test_any_chunking_gives_what_the_official_client_gets(
    answer: Completion, newline: Newline, places: set[int]
) -> None:
    pieces = list(pieces_of(bytes_of(answer, newline), places))
    assert ours(pieces) == theirs(pieces)


async def test_control_a_changed_byte_makes_the_two_disagree() -> None:
    body = bytes_of(Completion((TextDelta("hello"), Finish(FinishReason.STOP))), Newline.CRLF)

    async def compare() -> None:
        assert ours([body.replace(b"hello", b"hullo")]) == theirs([body])

    await require_caught(compare)
