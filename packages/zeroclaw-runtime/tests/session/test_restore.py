"""After a crash every call has its result; nothing is run again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from attrs import evolve

from zeroclaw_api.events import Event, NewToken, Outcome, ToolFinished
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.stores import CallRecord, CallState, SessionHead, SessionState, TurnRecord
from zeroclaw_runtime.session.restore import MAY_HAVE_HAPPENED, NOT_STARTED, plan_repair

TURN = TurnRecord(TurnId(2), TurnOrigin.CRON, (MessageId(3),), is_open=True)
AT = datetime(2026, 1, 1, tzinfo=UTC)
CALL = ToolCall(CallId(7), "write", {"a": 1})
DONE = ToolResult(CALL.id, ResultStatus.SUCCESS, (Text("written"),))


def message(number: int, role: Role, *items: Text | ToolCall, turn: int = 2) -> Message:
    return Message(MessageId(number), TurnId(turn), role, items)


OLD = message(1, Role.USER, Text("before"), turn=1)
ASKED = message(3, Role.USER, Text("go"))
WANTS = message(4, Role.ASSISTANT, Text("I will. "), CALL)


def state(*messages: Message, calls: tuple[CallRecord, ...] = ()) -> SessionState:
    return SessionState(SessionHead(), messages, (), TURN, calls)


def token(seq: int, text: str, turn: int = 2) -> Event:
    return Event(SessionId("s"), seq, TurnId(turn), ("a",), AT, NewToken(text))


STATES: dict[CallState | None, tuple[ToolResult, CallState | None]] = {
    None: (ToolResult(CALL.id, ResultStatus.CANCELLED, (Text(NOT_STARTED),)), None),
    CallState.PROPOSED: (
        ToolResult(CALL.id, ResultStatus.CANCELLED, (Text(NOT_STARTED),)),
        CallState.FINISHED,
    ),
    CallState.APPROVED: (
        ToolResult(CALL.id, ResultStatus.CANCELLED, (Text(NOT_STARTED),)),
        CallState.FINISHED,
    ),
    CallState.STARTED: (
        ToolResult(CALL.id, ResultStatus.ERROR, (Text(MAY_HAVE_HAPPENED),)),
        CallState.UNKNOWN,
    ),
    CallState.FINISHED: (DONE, CallState.FINISHED),
}


@pytest.mark.parametrize("before", STATES)
def test_call_gets_the_result_that_its_state_allows(before: CallState | None) -> None:
    result, after = STATES[before]
    kept = DONE if before is CallState.FINISHED else None
    records = () if before is None else (CallRecord(CALL.id, TURN.turn_id, before, kept),)
    repair = plan_repair(state(OLD, ASKED, WANTS, calls=records), TURN, [])
    assert repair.messages == ((Role.TOOL, (result,)),)
    expected = () if after is None else (CallRecord(CALL.id, TURN.turn_id, after, result),)
    assert repair.calls == expected


def test_only_a_call_that_had_started_is_said_to_have_perhaps_happened() -> None:
    said_so = [
        before
        for before, (result, _) in STATES.items()
        if result.content == (Text(MAY_HAVE_HAPPENED),)
    ]
    assert said_so == [CallState.STARTED]


def test_turn_ends_interrupted_and_names_its_messages() -> None:
    repair = plan_repair(state(OLD, ASKED), TURN, [])
    assert repair.turn == evolve(TURN, is_open=False)
    assert (repair.messages, repair.calls) == ((), ())
    done = repair.done
    assert (done.outcome, done.error_key) == (Outcome.INTERRUPTED, "interrupted")
    assert done.message_ids == (3,)
    assert done.cost is None


def test_results_come_in_the_order_of_their_calls() -> None:
    calls = tuple(ToolCall(CallId(number), "read", {}) for number in (7, 8, 9))
    records = (
        CallRecord(CallId(9), TURN.turn_id, CallState.STARTED),
        CallRecord(CallId(7), TURN.turn_id, CallState.FINISHED, DONE),
    )
    wants = message(4, Role.ASSISTANT, *calls)
    repair = plan_repair(state(ASKED, wants, calls=records), TURN, [])
    ((_, results),) = repair.messages
    assert [r.call_id for r in results if isinstance(r, ToolResult)] == [7, 8, 9]


def test_calls_that_have_their_results_are_left_alone() -> None:
    answered = Message(MessageId(5), TURN.turn_id, Role.TOOL, (DONE,))
    repair = plan_repair(state(ASKED, WANTS, answered), TURN, [])
    assert repair.messages == ()


def test_calls_of_an_earlier_turn_are_left_alone() -> None:
    earlier = message(2, Role.ASSISTANT, CALL, turn=1)
    assert plan_repair(state(OLD, earlier), TURN, []).messages == ()


def test_what_was_shown_and_not_kept_becomes_part_of_history() -> None:
    events = [token(1, "other turn", turn=1), token(2, "I will. "), token(3, "Done"), token(4, "!")]
    answered = Message(MessageId(5), TURN.turn_id, Role.TOOL, (DONE,))
    repair = plan_repair(state(ASKED, WANTS, answered), TURN, events)
    assert repair.messages == ((Role.ASSISTANT, (Text("Done!"),)),)
    assert repair.done.final_text == "Done!"
    # The control: what a message holds already is not said twice.
    assert plan_repair(state(ASKED, WANTS, answered), TURN, events[:2]).messages == ()


def test_only_calls_whose_end_was_never_shown_are_shown_finished() -> None:
    for before, (result, _) in STATES.items():
        kept = DONE if before is CallState.FINISHED else None
        records = () if before is None else (CallRecord(CALL.id, TURN.turn_id, before, kept),)
        repair = plan_repair(state(OLD, ASKED, WANTS, calls=records), TURN, [])
        expected = () if kept else (ToolFinished(CALL.id, "write", result, 0.0),)
        assert repair.finished == expected
