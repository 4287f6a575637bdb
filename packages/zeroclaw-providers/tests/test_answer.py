"""A body is read in any pieces, in any form a server may choose."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import BadStream, ProviderError, ProviderOverloaded
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
from zeroclaw_providers.answer import SseAnswerReader
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_chat.decoder import ChatDecoder
from zeroclaw_providers.tool_names import ToolNames

ANSWER = [
    TextDelta("hé\u2028llo"),
    ToolCallDelta(0, "x", "f", '{"a":1}'),
    Usage(5, 2),
    Finish(FinishReason.TOOL_USE, "tool_calls"),
]
CALL: Json = {"index": 0, "id": "x", "function": {"name": "f", "arguments": '{"a":1}'}}
CHUNKS: list[Json] = [
    {"choices": [{"delta": {"content": "hé\u2028llo"}}]},
    {"choices": [{"delta": {"tool_calls": [CALL]}, "finish_reason": "tool_calls"}]},
    {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
]
WHOLE = json.dumps(
    {
        "choices": [
            {
                "message": {"content": "hé\u2028llo", "tool_calls": [CALL]},
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
    },
    ensure_ascii=False,
).encode()


def frames(*, newline: str = "\n", space: str = " ", marker: bool = True) -> bytes:
    payloads = [json.dumps(chunk, ensure_ascii=False) for chunk in CHUNKS]
    lines = [f"data:{space}{data}{newline}{newline}" for data in [*payloads, *["[DONE]"] * marker]]
    return f": ping{newline}{newline}{''.join(lines)}".encode()


def read(*pieces: bytes) -> list[StreamEvent]:
    failures = Failures("p", "m")
    reader = SseAnswerReader(ChatDecoder(failures, ToolNames()))
    events = [event for piece in pieces for event in reader.feed(piece)]
    return [*events, *reader.close()]


def cut(data: bytes, places: set[int]) -> list[bytes]:
    edges = [0, *sorted(place for place in places if place < len(data)), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


@given(
    st.sets(st.integers(1, 600)),
    st.sampled_from(
        [
            frames(),
            frames(newline="\r\n"),
            frames(newline="\r"),
            frames(space=""),
            b"\xef\xbb\xbf" + frames(),
            frames(marker=False),
            frames(marker=False).rstrip(b"\n"),
            b"\n\n" + frames(),
            WHOLE,
            b"\n " + WHOLE,
            b"\xef\xbb\xbf" + WHOLE,
        ]
    ),
)
def test_any_pieces_of_any_form_give_the_same_events(places: set[int], body: bytes) -> None:
    assert read(*cut(body, places)) == ANSWER


@given(st.integers(0, len(frames(marker=False))))
def test_a_stream_cut_anywhere_never_ends_as_if_whole(place: int) -> None:
    body = frames(marker=False)[:place]
    try:
        events = read(body)
    except BadStream:
        return
    assert events[-1] == ANSWER[-1], "it ended without the provider's own reason"
    assert ANSWER[1] in events


@pytest.mark.parametrize("place", range(1, len(WHOLE), 7))
def test_a_document_cut_anywhere_is_a_broken_stream(place: int) -> None:
    with pytest.raises(BadStream, match="breaks off"):
        read(WHOLE[:place])


@pytest.mark.parametrize("body", [b"", b" \n", b": ping\n\n", b"data: \n\n", b"\xef\xbb\xbf"])
def test_a_body_with_nothing_in_it_is_a_broken_stream(body: bytes) -> None:
    with pytest.raises(BadStream):
        read(body)


def test_a_page_for_browsers_is_named_as_one() -> None:
    with pytest.raises(BadStream, match=r"HTML page \(Sign in\).*address"):
        read(b"<!DOCTYPE html><html><head><title>Sign", b" in</title></head></html>")


def read_much(head: bytes, filler: bytes) -> None:
    """As much of one piece as no honest server sends; reading must end before it does."""
    reader = SseAnswerReader(ChatDecoder(Failures("p", "m"), ToolNames()))
    list(reader.feed(head))
    for _ in range(20):
        list(reader.feed(filler))
    raise AssertionError("it was all kept")


def test_a_page_without_end_is_given_up() -> None:
    with pytest.raises(BadStream, match="HTML page"):
        read_much(b"<html>", b"<p>" * 10_000)


def test_an_error_document_after_success_is_raised() -> None:
    with pytest.raises(ProviderOverloaded, match="busy"):
        read(b'{"error": {"message": "busy", "type": "server_error"}}')


def test_a_line_beyond_all_reason_is_a_broken_stream() -> None:
    with pytest.raises(BadStream, match="longer than"):
        read_much(b"data: ", b"x" * 1024 * 1024)


def test_a_document_beyond_all_reason_is_a_broken_stream() -> None:
    with pytest.raises(BadStream, match="longer than"):
        read_much(b'{"a": "', b"x" * 1024 * 1024)


def test_events_before_a_failure_come_out_before_it() -> None:
    failures = Failures("p", "m")
    reader = SseAnswerReader(ChatDecoder(failures, ToolNames()))
    events = reader.feed(frames().split(b"data: [DONE]")[0] + b"data: {\n\n")
    assert [next(events) for _ in range(3)] == ANSWER[:3]
    with pytest.raises(BadStream, match="not JSON"):
        next(events)


@given(st.lists(st.binary(max_size=40) | st.sampled_from(cut(frames(), {30, 90, 200}))))
def test_no_bytes_at_all_raise_anything_but_a_provider_error(pieces: list[bytes]) -> None:
    try:
        events = read(*pieces)
    except ProviderError:
        return
    assert isinstance(events[-1], Finish)


def json_leaves() -> st.SearchStrategy[Json]:
    words = st.sampled_from(["", "stop", "x", "reasoning.text", "error", '{"a":1}', "\ud800"])
    return st.none() | st.booleans() | st.integers(-2, 2000) | st.floats() | words


FIELDS = [
    *("choices", "delta", "message", "content", "tool_calls", "function", "name", "arguments"),
    *("index", "id", "usage", "prompt_tokens", "error", "reasoning_details", "finish_reason"),
    *("reasoning_content", "function_call", "text", "type", "thinking", "extra_content"),
]


@given(
    st.recursive(
        json_leaves(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
        ),
        max_leaves=20,
    ).map(lambda inner: {"choices": [{"delta": inner, "finish_reason": "stop"}], "usage": inner})
)
def test_no_shape_of_a_chunk_raises_anything_but_a_provider_error(chunk: Json) -> None:
    try:
        events = read(f"data: {json.dumps(chunk)}\n\n".encode())
    except ProviderError:
        return
    assert isinstance(events[-1], Finish)
    kinds = (TextDelta, ReasoningDelta, ReasoningBlock, ToolCallDelta, Usage, Finish)
    assert all(isinstance(event, kinds) for event in events)
