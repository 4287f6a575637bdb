"""Hypothesis strategies for the values of the vocabulary."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import TypeVar

from attrs import define, evolve, field
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from zeroclaw_api.events import (
    Accepted,
    AskUser,
    ConfirmRequest,
    Done,
    Event,
    EventBody,
    HistoryTrimmed,
    NewToken,
    Outcome,
    Plan,
    PlanEntry,
    QuestionClosed,
    Status,
    StatusUpdate,
    Steered,
    Thinking,
    ToolError,
    ToolErrorKind,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
    TurnWarning,
    UsageUpdate,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId, SessionId, TurnId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import (
    Answered,
    Choice,
    Question,
    QuestionCancelled,
    QuestionKind,
    Reply,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_api.session import ArrivalPolicy, ProcessMessage
from zeroclaw_api.stores import (
    AcceptedMessage,
    CallRecord,
    CallState,
    Commit,
    Spend,
    TurnRecord,
)
from zeroclaw_api.usage import Money, Usage

__all__ = [
    "commit_successions",
    "event_bodies",
    "event_streams",
    "instants",
    "json_objects",
    "json_values",
    "message_items",
    "principals",
    "questions",
    "replies",
    "resolutions",
    "session_messages",
    "texts",
    "tool_calls",
    "tool_results",
    "usages",
]

T = TypeVar("T")

_SESSION = SessionId("s")


@cache
def texts(max_size: int = 12) -> SearchStrategy[str]:
    """Any text that UTF-8 can carry, line separators and NUL included."""
    return st.text(st.characters(codec="utf-8"), max_size=max_size)


@cache
def json_values(max_leaves: int = 8) -> SearchStrategy[Json]:
    """Any JSON value; numbers are finite."""
    leaves: SearchStrategy[Json] = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**53), 2**53),
        st.floats(allow_nan=False, allow_infinity=False),
        texts(),
    )
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(), inner, max_size=3),
        max_leaves=max_leaves,
    )


@cache
def json_objects() -> SearchStrategy[JsonObject]:
    """Any JSON object."""
    return st.dictionaries(texts(), json_values(), max_size=3)


@cache
def instants() -> SearchStrategy[datetime]:
    """Aware instants in UTC, with microseconds."""
    return st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@cache
def usages() -> SearchStrategy[Usage]:
    """Token counts, each of which may be unknown."""
    count = st.none() | st.integers(0, 10**7)
    return st.builds(Usage, count, count, count, count, count)


@cache
def principals() -> SearchStrategy[Principal]:
    """Identities."""
    return st.builds(
        Principal, transport=texts(4), alias=texts(4), user_id=texts(4), display=texts(4)
    )


@cache
def _call_ids() -> SearchStrategy[CallId]:
    return st.integers(1, 2**53).map(CallId)


@cache
def _message_ids() -> SearchStrategy[MessageId]:
    return st.integers(1, 2**53).map(MessageId)


@cache
def _money() -> SearchStrategy[Money | None]:
    return st.none() | st.integers(0, 10**15).map(Money)


@cache
def _digests() -> SearchStrategy[str]:
    return st.binary(min_size=32, max_size=32).map(bytes.hex)


@cache
def _media() -> SearchStrategy[Media]:
    return st.builds(
        Media,
        mime=st.just("image/png"),
        sha256=_digests(),
        size=st.integers(0, 2**40),
        name=texts(),
    )


@cache
def tool_calls() -> SearchStrategy[ToolCall]:
    """Calls of any tool."""
    return st.builds(
        ToolCall,
        id=_call_ids(),
        name=texts(),
        args=json_objects(),
        wire_id=st.none() | texts(),
        extra=st.none() | json_objects(),
    )


@cache
def tool_results() -> SearchStrategy[ToolResult]:
    """Results of any status."""
    return st.builds(
        ToolResult,
        call_id=_call_ids(),
        status=st.sampled_from(ResultStatus),
        content=_tuples(st.builds(Text, texts()) | _media()),
        data=json_values(),
        receipt=st.none() | texts(),
        full_sha256=st.none() | _digests(),
    )


@cache
def message_items() -> SearchStrategy[Item]:
    """Items of every kind."""
    return st.one_of(
        st.builds(Text, texts()),
        st.builds(Reasoning, text=texts(), provider=texts(4), data=st.none() | json_objects()),
        _media(),
        tool_calls(),
        tool_results(),
    )


@cache
def session_messages() -> SearchStrategy[Message]:
    """Messages of every role with any items."""
    return st.builds(
        Message,
        id=_message_ids(),
        turn_id=st.integers(1, 2**53).map(TurnId),
        role=st.sampled_from(Role),
        items=_tuples(message_items()),
    )


@cache
def questions() -> SearchStrategy[Question]:
    """Questions of both kinds."""
    return st.builds(
        Question,
        id=texts(4).map(QuestionId),
        kind=st.sampled_from(QuestionKind),
        prompt=texts(),
        choices=_tuples(st.sampled_from(Choice)),
        answerers=_tuples(principals()),
        expires_at=instants(),
        suggestions=_tuples(texts()),
        digest=texts(),
    )


@cache
def replies() -> SearchStrategy[Reply]:
    """Replies of every choice."""
    return st.builds(
        Reply,
        choice=st.sampled_from(Choice),
        by=principals(),
        text=texts(),
        replacement=texts(),
        remember=st.booleans(),
    )


@cache
def resolutions() -> SearchStrategy[Resolution]:
    """Every way in which a question ends."""
    return st.one_of(
        st.builds(Answered, replies()),
        st.builds(TimedOut),
        st.builds(Unreachable),
        st.builds(QuestionCancelled),
    )


@cache
def event_bodies() -> SearchStrategy[EventBody]:
    """Bodies of every kind."""
    seconds = st.floats(0, 1e6, allow_nan=False)
    tool_errors = st.builds(
        ToolError,
        call_id=_call_ids(),
        kind=st.sampled_from(ToolErrorKind),
        text=texts(),
        rule=texts(),
    )
    return st.one_of(
        st.builds(Accepted, _message_ids()),
        st.builds(TurnStarted, _tuples(_message_ids()), st.sampled_from(TurnOrigin)),
        st.builds(NewToken, texts()),
        st.builds(Thinking, texts()),
        st.builds(ToolStarted, _call_ids(), texts(), json_objects()),
        st.builds(ToolProgress, _call_ids(), texts()),
        st.builds(ToolFinished, _call_ids(), texts(), tool_results() | tool_errors, seconds),
        st.builds(AskUser, questions(), _call_ids()),
        st.builds(ConfirmRequest, questions(), _call_ids(), texts(), json_objects()),
        st.builds(QuestionClosed, texts(4).map(QuestionId), resolutions()),
        st.builds(Steered, _message_ids()),
        st.builds(
            Plan, _tuples(st.builds(PlanEntry, texts(), st.sampled_from(["pending", "done"])))
        ),
        st.builds(StatusUpdate, st.sampled_from(Status), st.integers(0, 100)),
        st.builds(UsageUpdate, usages(), _money()),
        st.builds(HistoryTrimmed, st.integers(0, 1000), st.integers(0, 1000)),
        st.builds(TurnWarning, texts(), json_objects()),
        _dones(),
    )


@cache
def _dones() -> SearchStrategy[Done]:
    return st.builds(
        Done,
        message_ids=_tuples(_message_ids()),
        outcome=st.sampled_from(Outcome),
        final_text=texts(),
        usage=usages(),
        cost=_money(),
        error_key=st.none() | texts(4),
        detail=texts(),
    )


@st.composite
def event_streams(
    draw: DrawFn, session_id: SessionId = _SESSION, after_seq: int = 0, max_size: int = 4
) -> tuple[Event, ...]:
    """A gapless stream of events after `after_seq`; some stand for several."""
    events: list[Event] = []
    seq = after_seq
    for body in draw(st.lists(event_bodies(), max_size=max_size)):
        part_lengths: tuple[int, ...] = ()
        if isinstance(body, NewToken | Thinking):
            parts = draw(st.lists(texts(4), max_size=3))
            part_lengths = tuple(map(len, parts))
            body = evolve(body, text="".join(parts) if parts else body.text)
        seq += max(1, len(part_lengths))
        events.append(
            Event(
                session_id=session_id,
                seq=seq,
                turn_id=draw(st.none() | st.integers(1, 9).map(TurnId)),
                path=draw(_tuples(texts(4), 2)),
                at=draw(instants()),
                body=body,
                part_lengths=part_lengths,
            )
        )
    return tuple(events)


@define
class _Past:
    """What the commits drawn so far came to."""

    session_id: SessionId
    seq: int = 0
    message_id: int = 0
    turn_id: int = 0
    call_id: int = 0
    is_open: bool = False
    waiting: list[MessageId] = field(factory=list)


@st.composite
def commit_successions(
    draw: DrawFn, session_id: SessionId = _SESSION, max_size: int = 6
) -> tuple[Commit, ...]:
    """Commits that a store must take one after the other, in a fresh session."""
    past = _Past(session_id)
    return tuple(_draw_commit(draw, past) for _ in range(draw(st.integers(1, max_size))))


def _draw_commit(draw: DrawFn, past: _Past) -> Commit:
    accepted = _draw_accepted(draw, past)
    turn = _draw_turn(draw, past)
    messages = _draw_messages(draw, past)
    events = draw(event_streams(past.session_id, past.seq, 2))
    past.seq = events[-1].seq if events else past.seq
    moves_window = draw(st.booleans())
    calls = []
    for _ in range(draw(st.integers(0, 2)) if past.is_open else 0):
        past.call_id += 1
        state = draw(st.sampled_from(CallState))
        ended = state in (CallState.FINISHED, CallState.UNKNOWN)
        result = draw(tool_results()) if ended else None
        calls.append(CallRecord(CallId(past.call_id), TurnId(past.turn_id), state, result))
    return Commit(
        accepted=accepted,
        messages=messages,
        calls=tuple(calls),
        events=events,
        turns=() if turn is None else (turn,),
        window_start=messages[0].id if moves_window and messages else None,
        spends=draw(_tuples(_spends(), 2)),
    )


def _draw_accepted(draw: DrawFn, past: _Past) -> tuple[AcceptedMessage, ...]:
    accepted: list[AcceptedMessage] = []
    for _ in range(draw(st.integers(0, 2))):
        past.message_id += 1
        message_id = MessageId(past.message_id)
        past.waiting.append(message_id)
        accepted.append(AcceptedMessage(message_id, draw(_commands())))
    return tuple(accepted)


def _draw_turn(draw: DrawFn, past: _Past) -> TurnRecord | None:
    if not draw(st.booleans()):
        return None
    if past.is_open:
        past.is_open = bool(draw(st.booleans()))
    else:
        past.turn_id += 1
        past.is_open = True
    ids = draw(_tuples(_message_ids(), 2))
    return TurnRecord(TurnId(past.turn_id), draw(st.sampled_from(TurnOrigin)), ids, past.is_open)


def _draw_messages(draw: DrawFn, past: _Past) -> tuple[Message, ...]:
    messages: list[Message] = []
    for _ in range(draw(st.integers(0, 2))):
        is_waiting = draw(st.booleans())
        if is_waiting and past.waiting:
            message_id = past.waiting.pop(0)
        else:
            past.message_id += 1
            message_id = MessageId(past.message_id)
        role = draw(st.sampled_from(Role))
        turn_id = TurnId(max(1, past.turn_id))
        messages.append(Message(message_id, turn_id, role, draw(_tuples(message_items(), 2))))
    return tuple(messages)


@cache
def _commands() -> SearchStrategy[ProcessMessage]:
    return st.builds(
        ProcessMessage,
        text=texts(),
        by=principals(),
        origin=st.sampled_from(TurnOrigin),
        media=_tuples(_media(), 1),
        arrival=st.none() | st.sampled_from(ArrivalPolicy),
    )


@cache
def _spends() -> SearchStrategy[Spend]:
    return st.builds(
        Spend,
        scope=st.sampled_from(["day:2026-01-01", "agent:a", "month:2026-01"]),
        at=instants(),
        cost=st.integers(0, 10**12).map(Money),
    )


@cache
def _tuples(of: SearchStrategy[T], max_size: int = 3) -> SearchStrategy[tuple[T, ...]]:
    return st.lists(of, max_size=max_size).map(tuple)
