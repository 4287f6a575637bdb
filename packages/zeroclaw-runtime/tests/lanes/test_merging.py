"""However text is merged or cut, a reader gets the same text with every number once."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.events import (
    ConfirmRequest,
    Done,
    Event,
    EventBody,
    NewToken,
    Outcome,
    Status,
    StatusUpdate,
    Thinking,
    ToolFinished,
    ToolProgress,
    ToolStarted,
)
from zeroclaw_api.identifiers import CallId, QuestionId, SessionId, TurnId
from zeroclaw_api.messages import ResultStatus, Text, ToolResult
from zeroclaw_api.questions import Question, QuestionKind
from zeroclaw_api.usage import Usage
from zeroclaw_runtime.lanes.merging import EVENT_OVERHEAD_BYTES, MergingQueue, weight_of

AT = datetime(2026, 1, 1, tzinfo=UTC)
STATUS = StatusUpdate(Status.TRIMMING, 1)


def event(seq: int, body: EventBody, turn: int = 1) -> Event:
    return Event(SessionId("s"), seq, TurnId(turn), ("a",), AT, body)


texts = st.text(max_size=5)
bodies: st.SearchStrategy[tuple[EventBody, int]] = st.tuples(
    st.one_of(texts.map(NewToken), texts.map(Thinking), st.just(STATUS)), st.integers(1, 2)
)
streams = st.lists(bodies, max_size=40).map(
    lambda plan: [event(seq, body, turn) for seq, (body, turn) in enumerate(plan, start=1)]
)


def told(events: list[Event]) -> list[tuple[type[EventBody], int | None, str]]:
    """Each kind of text of each turn, with what was said between other events, joined."""
    found: list[tuple[type[EventBody], int | None, str]] = []
    for entry in events:
        text = entry.body.text if isinstance(entry.body, NewToken | Thinking) else ""
        key = (type(entry.body), entry.turn_id)
        if found and found[-1][:2] == key and not isinstance(entry.body, StatusUpdate):
            found[-1] = (*key, found[-1][2] + text)
        else:
            found.append((*key, text))
    return found


def is_gapless(events: list[Event], last: int) -> bool:
    expected = 1
    for entry in events:
        if entry.first_seq != expected:
            return False
        expected = entry.seq + 1
    return expected == last + 1


def drained(queue: MergingQueue) -> list[Event]:
    found = []
    while queue:
        found.append(queue.popleft())
    assert queue.weight == 0
    return found


@given(streams)
def test_merging_changes_neither_text_nor_coverage(stream: list[Event]) -> None:
    queue = MergingQueue()
    for entry in stream:
        queue.append(entry)
    assert queue.snapshot() == tuple(drained(queue)) or not stream
    for entry in stream:
        queue.append(entry)
    merged = drained(queue)
    assert told(merged) == told(stream)
    assert is_gapless(merged, len(stream))
    for entry in merged:
        if isinstance(entry.body, NewToken | Thinking) and entry.part_lengths:
            assert sum(entry.part_lengths) == len(entry.body.text)


@given(streams, st.data())
def test_merging_again_what_was_merged_changes_nothing(
    stream: list[Event], data: st.DataObject
) -> None:
    first, second = MergingQueue(), MergingQueue()
    for entry in stream:
        first.append(entry)
        if data.draw(st.booleans()):
            second.append(first.popleft())
    for entry in drained(first):
        second.append(entry)
    merged = drained(second)
    assert told(merged) == told(stream)
    assert is_gapless(merged, len(stream))


@given(streams, st.data())
def test_cutting_a_merged_event_gives_exactly_the_rest(
    stream: list[Event], data: st.DataObject
) -> None:
    queue = MergingQueue()
    for entry in stream:
        queue.append(entry)
    after = data.draw(st.integers(0, len(stream)))
    rest = [entry.after(after) for entry in drained(queue) if entry.seq > after]
    assert told(rest) == told(stream[after:])
    if rest:
        assert rest[0].first_seq == after + 1
        assert rest[-1].seq == len(stream)


@given(streams, st.data())
def test_weight_is_that_of_what_is_held(stream: list[Event], data: st.DataObject) -> None:
    queue = MergingQueue()
    for entry in stream:
        queue.append(entry)
        if data.draw(st.booleans()):
            queue.popleft()
        assert queue.weight == sum(map(weight_of, queue.snapshot()))
    queue.clear()
    assert (queue.weight, len(queue), queue.snapshot()) == (0, 0, ())


def test_only_adjacent_text_of_one_kind_and_turn_merges() -> None:
    queue = MergingQueue()
    for entry in (
        event(1, NewToken("a")),
        event(2, NewToken("b")),
        event(3, Thinking("c")),
        event(4, NewToken("d")),
        event(5, STATUS),
        event(6, NewToken("e")),
        event(7, NewToken("f"), turn=2),
    ):
        queue.append(entry)
    assert [entry.seq for entry in drained(queue)] == [2, 3, 4, 5, 6, 7]


def test_everything_large_weighs_what_it_holds() -> None:
    long = "x" * 10_000
    question = Question(QuestionId("q"), QuestionKind.CONFIRM, "?", (), (), AT)
    large: list[EventBody] = [
        NewToken(long),
        Thinking(long),
        ToolProgress(CallId(1), long),
        ToolStarted(CallId(1), "t", {"a": long}),
        ConfirmRequest(question, CallId(1), "t", {"a": long}),
        ToolFinished(
            CallId(1), "t", ToolResult(CallId(1), ResultStatus.SUCCESS, (Text(long),)), 0.0
        ),
        Done((), Outcome.ANSWERED, long, Usage(), None),
    ]
    for body in large:
        assert 0 <= weight_of(event(1, body)) - EVENT_OVERHEAD_BYTES - len(long) <= 64
    assert weight_of(event(1, STATUS)) == EVENT_OVERHEAD_BYTES
