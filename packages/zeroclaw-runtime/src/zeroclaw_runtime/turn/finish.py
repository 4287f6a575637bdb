"""Every way out of a turn, down to the one `Done` at its end."""

from __future__ import annotations

from typing import Final

import trio

import zeroclaw_api as api
from zeroclaw_api.errors import StoreError, ZeroClawError
from zeroclaw_api.events import Done, Outcome, Status, StatusUpdate
from zeroclaw_api.messages import Item, Role, Text
from zeroclaw_api.stores import TurnRecord
from zeroclaw_runtime.turn.call import call
from zeroclaw_runtime.turn.claims import flag_claims
from zeroclaw_runtime.turn.filing import file_calls
from zeroclaw_runtime.turn.outcome import Answer, Ending, Pause
from zeroclaw_runtime.turn.prepare import build_request
from zeroclaw_runtime.turn.settle import abandon
from zeroclaw_runtime.turn.state import Turn

__all__ = ["answer", "conclude", "keep_pause", "summarise"]

SUMMARY_PROMPT: Final = (
    "You may not use tools any more in this turn. Say in a few sentences what you found, what "
    "you did, and what is left."
)
STOP_LINES: Final = {
    "iterations": "*Turn stopped: it reached its maximum of {count} rounds.*",
    "loop": "*Turn stopped: the same call was made again and again.*",
}


async def answer(turn: Turn, step: Answer) -> Ending:
    """The model is done: its message ends the turn."""
    if not any(isinstance(item, Text) for item in step.items):
        return Ending(Outcome.FAILED, "model_refused", "The model refused to answer.")
    await _keep(turn, step.items)
    if step.notice is not None:
        turn.warn(step.notice)
    flag_claims(turn)
    return Ending(Outcome.ANSWERED)


async def keep_pause(turn: Turn, step: Pause) -> None:
    """The model will go on: keep what it said."""
    await _keep(turn, step.items)


async def summarise(turn: Turn, stop: Ending) -> Ending:
    """A limit is reached: ask once for a summary, without calls, then say that it stopped."""
    turn.show_now(StatusUpdate(Status.SUMMARISING, turn.requests))
    turn.corrections.clear()
    request = build_request(turn, last_words=SUMMARY_PROMPT)
    try:
        await call(turn, request, SUMMARY_PROMPT)
    except ZeroClawError as error:
        turn.warn("summary_failed", error_key=error.error_key)
    key = stop.error_key or ""
    line = STOP_LINES[key].format(count=turn.agent.limits.iterations)
    await turn.release(f"\n\n{line}" if turn.released else line)
    await _keep(turn, (Text("".join(turn.released)),))
    return stop


async def conclude(turn: Turn, ending: Ending, began: float) -> None:
    """Make history whole, then end the turn with its `Done`: durable first, then shown.

    When the store fails the session's readers are still told; reopening it will find the turn
    interrupted.
    """
    await abandon(turn)
    await file_calls(turn)
    done = Done(
        message_ids=tuple(turn.message_ids),
        outcome=ending.outcome,
        final_text=turn.final_text,
        usage=turn.usage,
        cost=turn.cost,
        error_key=ending.error_key,
        detail=ending.detail,
    )
    if turn.agent.hooks:
        from zeroclaw_runtime.turn.hooks import after_turn

        await after_turn(turn, done)
    closed = TurnRecord(turn.id, turn.origin, tuple(turn.message_ids), is_open=False)
    try:
        await turn.journal.commit([done], turn.id, turn=closed)
    except StoreError as error:
        # Whatever is written after all has both as well.
        turn.journal.note(turn=closed)
        turn.warn("done_not_durable", error_key=error.error_key)
        turn.show_now(done)
    if turn.is_observed:
        elapsed = trio.current_time() - began
        turn.observe(api.TurnEnded(turn.info, done.outcome, done.error_key, elapsed))


async def _keep(turn: Turn, items: tuple[Item, ...]) -> None:
    await turn.append(Role.ASSISTANT, items)
    turn.final_text += "".join(item.text for item in items if isinstance(item, Text))
    turn.released.clear()
    turn.corrections.clear()
