"""A body of lines is read in any pieces, in any form a server may choose."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import BadStream, ProviderError, ProviderOverloaded
from zeroclaw_api.json import Json
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.ollama.answer import NdjsonAnswerReader
from zeroclaw_providers.ollama.decoder import OllamaDecoder
from zeroclaw_providers.tool_names import ToolNames

CALL: Json = {"function": {"name": "f", "arguments": {"a": "é"}}}
LINES: list[Json] = [
    {"message": {"content": "hé\u2028\x85llo"}, "done": False},
    {"message": {"content": "", "tool_calls": [CALL]}, "done": False},
    {"message": {"content": ""}, "done": True, "done_reason": "stop", "eval_count": 2},
]
ANSWER = [
    TextDelta("hé\u2028\x85llo"),
    ToolCallDelta(0, None, "f", '{"a": "é"}'),
    Usage(None, 2),
    Finish(FinishReason.TOOL_USE, "stop"),
]


def body(*, newline: str = "\n", start: str = "", prefix: str = "") -> bytes:
    lines = [f"{prefix}{json.dumps(line, ensure_ascii=False)}{newline}" for line in LINES]
    return (start + "".join(lines)).encode()


WHOLE = json.dumps(
    {
        "message": {"content": "hé\u2028\x85llo", "tool_calls": [CALL]},
        "done": True,
        "done_reason": "stop",
        "eval_count": 2,
    },
    ensure_ascii=False,
).encode()


def opened() -> NdjsonAnswerReader:
    return NdjsonAnswerReader(OllamaDecoder(Failures("p", "m"), ToolNames()))


def read(*pieces: bytes) -> list[StreamEvent]:
    reader = opened()
    events = [event for piece in pieces for event in reader.feed(piece)]
    return [*events, *reader.close()]


def cut(data: bytes, places: set[int]) -> list[bytes]:
    edges = [0, *sorted(place for place in places if place < len(data)), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


FORMS = [
    body(),
    body(newline="\r\n"),
    body(newline="\n\n"),
    body().rstrip(b"\n"),
    body(start="\ufeff"),
    body(start="\n \r\n"),
    body(prefix="data: ", newline="\n\n"),
    WHOLE,
    WHOLE + b"\n",
]


@given(st.sets(st.integers(1, 600)), st.sampled_from(FORMS))
def test_any_pieces_of_any_form_give_the_same_events(places: set[int], form: bytes) -> None:
    assert read(*cut(form, places)) == ANSWER


@pytest.mark.parametrize("place", range(len(body()) - 1))
def test_a_stream_cut_anywhere_before_its_end_is_a_broken_stream(place: int) -> None:
    data = body()[:place]
    if data.endswith(b"}"):
        data = data[:-1]
    with pytest.raises(BadStream):
        read(data)


@pytest.mark.parametrize("form", [b"", b" \n", b"\r\n\r\n", b"\xef\xbb\xbf", b"\xef"])
def test_a_body_with_nothing_in_it_is_a_broken_stream(form: bytes) -> None:
    with pytest.raises(BadStream, match="empty"):
        read(form)


@pytest.mark.parametrize("line", [b"NOT JSON", b"[]", b"3", b'{"message": {', b"data: {}"])
def test_a_malformed_line_is_an_error_even_before_the_end(line: bytes) -> None:
    reader = opened()
    first, rest = body().split(b"\n", 1)
    events = reader.feed(first + b"\n" + line + b"\n" + rest)
    assert next(events) == ANSWER[0]
    with pytest.raises(BadStream, match="not a JSON object"):
        next(events)


def test_what_comes_after_the_end_means_nothing() -> None:
    assert read(body() + b"NOT JSON\n" + body()) == ANSWER
    assert read(body() + b"NOT JSON") == ANSWER


def test_empty_lines_are_no_data() -> None:
    reader = opened()
    first, second, *_ = body().splitlines(keepends=True)
    seen = []
    for piece in (b"\n", first, b"\n", b" \r\n", second):
        list(reader.feed(piece))
        seen.append(reader.data_events)
    assert seen == [0, 1, 1, 1, 2]


def test_the_end_is_known_before_the_bytes_end() -> None:
    reader = opened()
    list(reader.feed(body()))
    assert reader.is_done


def test_events_of_a_gateway_count_as_data_too() -> None:
    reader = opened()
    list(reader.feed(body(prefix="data: ", newline="\n\n")))
    assert (reader.data_events, reader.is_done) == (3, True)


def test_a_page_for_browsers_is_named_as_one() -> None:
    with pytest.raises(BadStream, match=r"HTML page \(Sign in\)"):
        read(b"\n<!DOCTYPE html>\n<html><head><title>Sign", b" in</title></head></html>")


def test_an_error_after_success_is_raised() -> None:
    with pytest.raises(ProviderOverloaded, match="runner stopped"):
        read(b'{"error": "the model runner stopped"}\n')
    with pytest.raises(ProviderOverloaded, match="runner stopped"):
        read(b'{"error": "the model runner stopped"}')


def read_much() -> None:
    """As much of one line as no honest server sends; reading must end before it does."""
    reader = opened()
    list(reader.feed(b'{"message": "'))
    for _ in range(20):
        list(reader.feed(b"x" * 1024 * 1024))
    raise AssertionError("it was all kept")


def test_a_line_beyond_all_reason_is_a_broken_stream() -> None:
    with pytest.raises(BadStream, match="longer than"):
        read_much()


def test_bytes_that_are_no_text_are_replaced() -> None:
    form = body().replace("é".encode(), b"\xff", 1)
    assert read(form)[0] == TextDelta("h\ufffd\u2028\x85llo")


@given(st.lists(st.binary(max_size=40) | st.sampled_from(cut(body(), {30, 90, 200}))))
def test_no_bytes_at_all_raise_anything_but_a_provider_error(pieces: list[bytes]) -> None:
    try:
        events = read(*pieces)
    except ProviderError:
        return
    assert isinstance(events[-1], Finish)
