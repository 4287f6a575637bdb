"""Keeps history whole: a round is one assistant message with exactly one result per call."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import evolve

import zeroclaw_api as api
from zeroclaw_api.events import Outcome, ToolError, ToolErrorKind, ToolFinished
from zeroclaw_api.json import canonical_json
from zeroclaw_api.messages import Media, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.stores import CallState
from zeroclaw_runtime.limits.loop_detector import LoopVerdict
from zeroclaw_runtime.turn.filing import note_for_ledger
from zeroclaw_runtime.turn.outcome import Calls, Ending
from zeroclaw_runtime.turn.state import Round, Turn
from zeroclaw_runtime.turn.window import trim_if_over

if TYPE_CHECKING:
    from zeroclaw_runtime.security.decision import Deny

__all__ = ["abandon", "close_round", "open_round", "settle_denied", "settle_result"]

LOOP_WARNING = (
    "[This exact call has now given this exact result several times. Do something else, or "
    "answer with what you have.]"
)
NOT_RUN = "This call was not run: the turn ended first."
MAY_HAVE_RUN = "The turn ended while this call was starting; it may have had effects."


async def open_round(turn: Turn, step: Calls) -> None:
    """Put the assistant message with its calls into history, each call as proposed."""
    turn.round = Round(step.calls, {call.id: CallState.PROPOSED for call in step.calls})
    await turn.append(Role.ASSISTANT, step.items)
    turn.final_text = ""
    turn.released.clear()
    turn.corrections.clear()
    for call in step.calls:
        turn.note_call(call.id, CallState.PROPOSED, None)


def settle_result(
    turn: Turn, call: ToolCall, result: ToolResult, duration: float, rule: str = ""
) -> None:
    """Give a call its result; shown at once, durable with the next commit.

    `rule` is what ended a call that ran.
    """
    result = _with_loop_warning(turn, call, result)
    _record(turn, call, result)
    note_for_ledger(turn, call, result, rule)
    from zeroclaw_runtime.security.claims.evidence import evidence_of

    turn.evidence.append(evidence_of(call, result))
    turn.show_now(ToolFinished(call.id, call.name, result, duration))
    if turn.is_observed:
        turn.observe(api.ToolRan(turn.info, call.id, call.name, result.status, duration))


def settle_denied(turn: Turn, deny: Deny) -> None:
    """Give a call that never ran its result: the model is told what happened, not the rule."""
    status = (
        ResultStatus.ERROR
        if deny.kind in (ToolErrorKind.UNKNOWN, ToolErrorKind.INVALID)
        else ResultStatus.DENIED
    )
    call = deny.call
    result = ToolResult(call.id, status, (Text(deny.text),))
    result = _with_loop_warning(turn, call, result)
    _record(turn, call, result)
    note_for_ledger(turn, call, result, deny.rule)
    error = ToolError(call.id, deny.kind, deny.text, deny.rule)
    turn.show_now(ToolFinished(call.id, call.name, error, 0.0))
    if turn.is_observed:
        turn.observe(api.ToolRan(turn.info, call.id, call.name, status, 0.0))


async def close_round(turn: Turn) -> None:
    """Put all results of the round into history, in the order of their calls, then trim it."""
    if turn.round is None:
        return
    results = tuple(turn.round.results[call.id] for call in turn.round.calls)
    turn.round = None
    await turn.append(Role.TOOL, results)
    trim_if_over(turn)


async def abandon(turn: Turn) -> None:
    """Make history whole after the turn was cut off anywhere."""
    said = "".join(turn.released)
    turn.released.clear()
    if said:
        await turn.append(Role.ASSISTANT, (Text(said),))
        turn.final_text += said
    if turn.round is not None:
        for call in turn.round.calls:
            if call.id not in turn.round.results:
                started = turn.round.states[call.id] is CallState.STARTED
                text = Text(MAY_HAVE_RUN if started else NOT_RUN)
                settle_result(turn, call, ToolResult(call.id, ResultStatus.CANCELLED, (text,)), 0.0)
        await close_round(turn)


def _record(turn: Turn, call: ToolCall, result: ToolResult) -> None:
    if turn.round is None or call.id in turn.round.results:
        raise AssertionError(f"call {call.id} has no open round, or already has a result")
    turn.round.results[call.id] = result
    turn.round.states[call.id] = CallState.FINISHED
    turn.note_call(call.id, CallState.FINISHED, result)


def _with_loop_warning(turn: Turn, call: ToolCall, result: ToolResult) -> ToolResult:
    digest = result.full_sha256 or sha256(result.text.encode()).hexdigest()
    seen = " ".join(part.sha256 for part in result.content if isinstance(part, Media))
    verdict = turn.detector.see(call.name, canonical_json(call.args), digest + seen)
    match verdict:
        case LoopVerdict.FINE:
            return result
        case LoopVerdict.WARN | LoopVerdict.STOP:
            if verdict is LoopVerdict.STOP:
                turn.stop = Ending(Outcome.LIMIT, "loop", "The same call was made again and again.")
            return evolve(result, content=(*result.content, Text("\n" + LOOP_WARNING)))
