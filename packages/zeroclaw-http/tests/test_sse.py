"""Tests of the reader of server-sent events."""

import inspect
import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openai._streaming import SSEDecoder

from zeroclaw_http import EventTooLarge, LineTooLong, SseEvent, SseReader
from zeroclaw_http.sse import MAX_EVENT_BYTES, MAX_SSE_LINE_BYTES

VALID = [
    *(b"data:", b"data: ", b"data:  ", b"data", b"event:", b"event: x", b":", b": ping", b"id: 1"),
    *(b"retry: 5", b"other: y", b"{}", b"[DONE]", b" ", b"a", b"\0"),
    *(b"\n", b"\n", b"\r", b"\r\n", b"\n\n", b"\r\r", b"\r\n\r\n"),
    *("é".encode(), "\u2028".encode(), "\u2029".encode(), "\x85".encode(), b"\x0b", b"\x0c"),
]
INVALID = [b"\xff", b"\xe2\x80", b"\xc3", b"\xef\xbb\xbf"]
STREAMS = st.lists(st.sampled_from(VALID), max_size=40).map(b"".join)
BROKEN_STREAMS = st.lists(st.sampled_from(VALID + INVALID), max_size=40).map(b"".join)
PLACES = st.lists(st.integers(0, 400))


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in itertools.pairwise(edges)]


def events_of(reader: SseReader, *chunks: bytes) -> list[SseEvent]:
    return [event for chunk in chunks for event in reader.feed(chunk)]


def read(data: bytes) -> list[SseEvent]:
    return events_of(SseReader(), data)


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_each_line_end_works_alone(end: bytes) -> None:
    stream = end.join([b"data: a", b"", b"data:b", b"data:c", b"", b""])
    assert read(stream) == [SseEvent("a"), SseEvent("b\nc")]


def test_one_space_after_the_colon_is_dropped() -> None:
    assert read(b"data:a\n\ndata: a\n\ndata:  a\n\n") == [
        SseEvent("a"),
        SseEvent("a"),
        SseEvent(" a"),
    ]


def test_unicode_line_separators_are_part_of_the_data() -> None:
    text = "a\u2028b\u2029c\x85d\x0be\x0cf"
    assert read(f"data: {text}\n\n".encode()) == [SseEvent(text)]


def test_fields_other_than_data_make_no_event() -> None:
    assert read(b"id: 1\nretry: 10\nfoo: bar\n\nevent: ping\n\ndata:\n\ndata\n\n\n\n") == []


def test_event_name_belongs_to_its_event_alone() -> None:
    assert read(b"event: x\ndata: 1\n\ndata: 2\n\nevent: y\n\ndata: 3\n\n") == [
        SseEvent("1", "x"),
        SseEvent("2"),
        SseEvent("3"),
    ]


def test_comments_are_counted_as_signs_of_life() -> None:
    reader = SseReader()
    assert events_of(reader, b": ping\n\n:\ndata: a\n", b":x\n\n") == [SseEvent("a")]
    assert reader.comments == 3


def test_mark_at_the_start_of_the_stream_is_ignored() -> None:
    mark = "\ufeff".encode()
    reader = SseReader()
    chunks = (mark[:1], mark[1:], b"data: a\n\n", b"data: " + mark + b"b\n\n")
    assert events_of(reader, *chunks) == [SseEvent("a"), SseEvent("\ufeffb")]
    assert read(b"\n" + mark + b"data: a\n\n") == []


def test_bytes_that_are_no_text_are_replaced_with_a_flag() -> None:
    reader = SseReader()
    assert events_of(reader, b"data: \xc3", b"\xa9\n\n") == [SseEvent("é")]
    assert not reader.replaced_bytes
    assert events_of(reader, b"data: \xff\xff\xff\xffx\n\n") == [SseEvent("\ufffd" * 4 + "x")]
    assert reader.replaced_bytes


def test_event_ends_without_waiting_for_a_line_feed() -> None:
    assert events_of(SseReader(), b"data: a\r\n\r") == [SseEvent("a")]


@pytest.mark.parametrize("tail", [b"data: b", b"data: b\n", b"data: b\r\n", b"data: b\r"])
def test_trailing_event_is_given_apart(tail: bytes) -> None:
    reader = SseReader()
    assert events_of(reader, b"data: a\n\n" + tail) == [SseEvent("a")]
    assert reader.close() == SseEvent("b")
    assert reader.close() is None


def test_nothing_is_left_after_a_whole_stream() -> None:
    reader = SseReader()
    assert events_of(reader, b"data: [DONE]\n\n: bye") == [SseEvent("[DONE]")]
    assert reader.close() is None


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_line_beyond_its_limit_comes_after_the_events_before(size: int) -> None:
    data = b"data: a\n\ndata: " + b"x" * 100
    reader = SseReader(max_line=50)
    seen: list[SseEvent] = []

    with pytest.raises(LineTooLong):
        feed_in_steps(reader, data, size, seen)
    assert seen == [SseEvent("a")]


def feed_in_steps(reader: SseReader, data: bytes, size: int, seen: list[SseEvent]) -> None:
    for start in range(0, len(data), size):
        seen.extend(reader.feed(data[start : start + size]))


def test_event_beyond_its_limit_is_an_error() -> None:
    exact = SseReader(max_event=5)
    assert events_of(exact, b"data: ab\ndata: cd\n\n") == [SseEvent("ab\ncd")]
    with pytest.raises(EventTooLarge, match="longer than 5 bytes"):
        events_of(SseReader(max_event=5), b"data: ab\ndata: cde\n\n")
    with pytest.raises(EventTooLarge):
        events_of(SseReader(max_event=5), b"data:\n" * 7)


def test_limits_are_those_of_the_design() -> None:
    assert (MAX_SSE_LINE_BYTES, MAX_EVENT_BYTES) == (8 << 20, 16 << 20)
    defaults = inspect.signature(SseReader).parameters
    assert defaults["max_line"].default == MAX_SSE_LINE_BYTES
    assert defaults["max_event"].default == MAX_EVENT_BYTES


def test_unread_events_come_with_the_next_chunk() -> None:
    reader = SseReader()
    reader.feed(b"data: a\n\n")
    assert events_of(reader, b"data: b\n\n") == [SseEvent("a"), SseEvent("b")]


@given(BROKEN_STREAMS, PLACES)
@example(b"data: a\r\n\r\n", [8, 9, 10])
@example(b"\xef\xbb\xbfdata: a\n\n", [1, 2, 3])
def test_any_chunking_gives_the_same_events(data: bytes, places: list[int]) -> None:
    whole, pieces = SseReader(), SseReader()
    assert events_of(whole, data) == events_of(pieces, *cut(data, places))
    assert whole.close() == pieces.close()
    assert whole.comments == pieces.comments
    assert whole.replaced_bytes == pieces.replaced_bytes


@given(STREAMS, PLACES)
def test_events_are_those_of_another_reader(data: bytes, places: list[int]) -> None:
    # The other one also gives events without data, which no model protocol has.
    others = [
        SseEvent(event.data, event.event or "")
        for event in SSEDecoder().iter_bytes(iter(cut(data, places)))
        if event.data
    ]
    assert events_of(SseReader(), *cut(data, places)) == others


def test_control_another_reader_would_differ_on_a_wrong_rule() -> None:
    other = [event.data for event in SSEDecoder().iter_bytes(iter(["data: a\u2028b\n\n".encode()]))]
    assert other == ["a\u2028b"]
    assert other != "a\u2028b".splitlines()
