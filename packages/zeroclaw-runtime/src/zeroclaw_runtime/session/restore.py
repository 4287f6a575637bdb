"""What to write when a session is opened that a crash left in the middle of a turn."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.identifiers import TurnId
from zeroclaw_api.messages import Message, ResultStatus, Text, ToolCall, ToolResult
from zeroclaw_api.stores import CallRecord, CallState, SessionState, TurnRecord
from zeroclaw_api.usage import Usage

__all__ = ["Repair", "plan_repair"]

MAY_HAVE_HAPPENED: Final = "interrupted; may have happened"
NOT_STARTED: Final = "interrupted before it started; it did not happen"


@frozen
class Repair:
    """The results that are missing, the records of their calls, the end of the turn."""

    turn: TurnRecord
    results: tuple[ToolResult, ...]
    calls: tuple[CallRecord, ...]
    done: Done


def plan_repair(state: SessionState) -> Repair | None:
    """How to end the open turn, so that history is whole again; None when nothing is open.

    Nothing is run again: a call that had started may have happened, and only a person can tell.
    """
    turn = state.open_turn
    if turn is None:
        return None
    calls = _unanswered(state.messages, turn.turn_id)
    known = {record.call_id: record for record in state.open_calls}
    results = tuple(_result(call, known.get(call.id)) for call in calls)
    states = {
        CallState.STARTED: CallState.UNKNOWN,
        CallState.PROPOSED: CallState.FINISHED,
        CallState.APPROVED: CallState.FINISHED,
    }
    repaired = tuple(
        CallRecord(result.call_id, turn.turn_id, states[record.state], result)
        for result in results
        if (record := known.get(result.call_id)) is not None and record.state in states
    )
    return Repair(
        turn=TurnRecord(turn.turn_id, turn.origin, turn.message_ids, is_open=False),
        results=results,
        calls=repaired,
        done=Done(
            message_ids=turn.message_ids,
            outcome=Outcome.INTERRUPTED,
            final_text=_last_text(state.messages, turn.turn_id),
            usage=Usage(),
            cost=None,
            error_key="interrupted",
            detail="The process ended while the turn ran.",
        ),
    )


def _unanswered(messages: tuple[Message, ...], turn_id: TurnId) -> tuple[ToolCall, ...]:
    if not messages or messages[-1].turn_id != turn_id:
        return ()
    return messages[-1].tool_calls


def _result(call: ToolCall, record: CallRecord | None) -> ToolResult:
    if record is not None and record.result is not None:
        return record.result
    if record is not None and record.state is CallState.STARTED:
        return ToolResult(call.id, ResultStatus.ERROR, (Text(MAY_HAVE_HAPPENED),))
    return ToolResult(call.id, ResultStatus.CANCELLED, (Text(NOT_STARTED),))


def _last_text(messages: tuple[Message, ...], turn_id: TurnId) -> str:
    if messages and messages[-1].turn_id == turn_id and not messages[-1].tool_calls:
        return messages[-1].text if messages[-1].role == "assistant" else ""
    return ""
