"""A merged event knows what it stands for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.events import Event, Gap, NewToken, Steered, Thinking
from zeroclaw_api.identifiers import MessageId, SessionId
from zeroclaw_testing.strategies import texts

AT = datetime(2026, 1, 1, tzinfo=UTC)


def merged(parts: list[str], first: int, kind: type[NewToken | Thinking] = NewToken) -> Event:
    lengths = tuple(map(len, parts))
    body = kind("".join(parts))
    return Event(SessionId("s"), first + len(parts) - 1, None, (), AT, body, lengths)


def test_plain_event_stands_for_itself() -> None:
    event = Event(SessionId("s"), 7, None, (), AT, Steered(MessageId(1)))
    assert event.first_seq == 7
    assert event.after(3) is event
    assert event.after(6) is event


@pytest.mark.parametrize("kind", [NewToken, Thinking])
def test_rest_of_a_merged_event_is_what_follows(kind: type[NewToken | Thinking]) -> None:
    event = merged(["ab", "", "c", "def"], 5, kind)
    assert (event.first_seq, event.seq) == (5, 8)
    rest = event.after(6)
    assert rest.body == kind("cdef")
    assert (rest.first_seq, rest.seq) == (7, 8)


@given(st.lists(texts(4), min_size=1, max_size=6), st.integers(1, 9), st.data())
def test_rest_always_holds_the_later_parts(
    parts: list[str], first: int, data: st.DataObject
) -> None:
    event = merged(parts, first)
    known = data.draw(st.integers(0, len(parts) - 1))
    rest = event.after(first + known - 1)
    assert rest.body == NewToken("".join(parts[known:]))
    assert (rest.first_seq, rest.seq) == (first + known, event.seq)


@given(st.lists(texts(4), min_size=1, max_size=6), st.integers(1, 9), st.data())
def test_the_part_up_to_a_number_and_the_rest_make_the_whole(
    parts: list[str], first: int, data: st.DataObject
) -> None:
    event = merged(parts, first)
    wanted = data.draw(st.integers(1, len(parts)))
    start = event.until(first + wanted - 1)
    assert start.body == NewToken("".join(parts[:wanted]))
    assert (start.first_seq, start.seq) == (first, first + wanted - 1)
    if wanted < len(parts):
        assert event.after(start.seq).body == NewToken("".join(parts[wanted:]))


def test_plain_event_is_never_cut() -> None:
    event = Event(SessionId("s"), 7, None, (), AT, Steered(MessageId(1)))
    assert event.until(7) is event
    assert event.until(9) is event


def test_rest_of_a_gap_begins_after_what_is_known() -> None:
    assert Gap(3, 9).after(5) == Gap(6, 9)
    assert Gap(3, 9).after(1) == Gap(3, 9)
