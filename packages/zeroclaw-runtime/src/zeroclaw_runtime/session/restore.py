"""What to write when a session is opened that a crash left in the middle of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from zeroclaw_api.events import Done, Event, NewToken, Outcome, ToolFinished
from zeroclaw_api.messages import Item, Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.stores import CallRecord, CallState, SessionState, TurnRecord
from zeroclaw_api.usage import Usage

__all__ = ["Repair", "plan_repair"]

MAY_HAVE_HAPPENED: Final = "interrupted; may have happened"
NOT_STARTED: Final = "interrupted before it started; it did not happen"


@frozen
class Repair:
    """The messages that are missing, the records of their calls, the end of the turn."""

    turn: TurnRecord
    messages: tuple[tuple[Role, tuple[Item, ...]], ...]
    calls: tuple[CallRecord, ...]
    finished: tuple[ToolFinished, ...]
    done: Done


def plan_repair(state: SessionState, turn: TurnRecord, events: Sequence[Event]) -> Repair:
    """How to end the open turn, so that history is whole again.

    Nothing is run again: a call that had started may have happened, and only a person can tell.
    `events` are those of the turn, perhaps with earlier ones: what they show and no message
    holds was said in an answer that the crash cut off.
    """
    own = [message for message in state.messages if message.turn_id == turn.turn_id]
    said = _said(own, turn, events)
    calls = own[-1].tool_calls if own else ()
    known = {record.call_id: record for record in state.open_calls}
    results = tuple(_result(call, known.get(call.id)) for call in calls)
    messages: list[tuple[Role, tuple[Item, ...]]] = []
    if results:
        messages.append((Role.TOOL, results))
    if said:
        messages.append((Role.ASSISTANT, (Text(said),)))
    return Repair(
        turn=TurnRecord(turn.turn_id, turn.origin, turn.message_ids, is_open=False),
        messages=tuple(messages),
        calls=tuple(_closed(turn, known[r.call_id], r) for r in results if r.call_id in known),
        finished=tuple(
            ToolFinished(call.id, call.name, result, 0.0)
            for call, result in zip(calls, results, strict=True)
            if not _has_result(known.get(call.id))
        ),
        done=Done(
            message_ids=turn.message_ids,
            outcome=Outcome.INTERRUPTED,
            final_text=said,
            usage=Usage(),
            cost=None,
            error_key="interrupted",
            detail="The process ended while the turn ran.",
        ),
    )


def _said(own: Sequence[Message], turn: TurnRecord, events: Sequence[Event]) -> str:
    shown = "".join(
        event.body.text
        for event in events
        if event.turn_id == turn.turn_id and isinstance(event.body, NewToken)
    )
    kept = "".join(message.text for message in own if message.role is Role.ASSISTANT)
    return shown[len(kept) :]


def _has_result(record: CallRecord | None) -> bool:
    return record is not None and record.result is not None


def _result(call: ToolCall, record: CallRecord | None) -> ToolResult:
    if record is not None and record.result is not None:
        return record.result
    if record is not None and record.state is CallState.STARTED:
        return ToolResult(call.id, ResultStatus.ERROR, (Text(MAY_HAVE_HAPPENED),))
    return ToolResult(call.id, ResultStatus.CANCELLED, (Text(NOT_STARTED),))


def _closed(turn: TurnRecord, record: CallRecord, result: ToolResult) -> CallRecord:
    happened = record.state is CallState.STARTED
    state = CallState.UNKNOWN if happened else CallState.FINISHED
    return CallRecord(record.call_id, turn.turn_id, state, result)
