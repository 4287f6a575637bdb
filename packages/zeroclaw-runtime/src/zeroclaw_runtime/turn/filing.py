"""Files every call that has its result in the ledger, whether it ran or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from zeroclaw_api.errors import ZeroClawError

if TYPE_CHECKING:
    from zeroclaw_api.messages import ToolCall, ToolResult
    from zeroclaw_runtime.turn.state import Turn

__all__ = ["FILING_SECONDS", "file_calls", "note_for_ledger"]

FILING_SECONDS = 5.0
"""Bound of the shield in which records are written: a result that is shown must be on record."""


def note_for_ledger(turn: Turn, call: ToolCall, result: ToolResult, rule: str = "") -> None:
    """Remember what is to be filed of a call; nothing where there is no ledger."""
    if turn.agent.guards.ledger is None:
        return
    from zeroclaw_runtime.security.ledger.record import draft_of

    at = round(turn.agent.clock.now().timestamp() * 1000)
    turn.unfiled.append(draft_of(turn.info.session_id, call, result, at, rule))


async def file_calls(turn: Turn) -> None:
    """Make what was noted durable; what cannot be is told to the operator, each call once."""
    ledger = turn.agent.guards.ledger
    if ledger is None or not turn.unfiled:
        return
    tool = ""
    with trio.move_on_after(FILING_SECONDS, shield=True) as limit:
        while turn.unfiled:
            draft = turn.unfiled.pop(0)
            tool = draft.tool
            try:
                await ledger.append(draft)
            except ZeroClawError as error:
                turn.warn("call_not_filed", tool=tool, problem=str(error))
    if limit.cancelled_caught:
        problem = f"the ledger took more than {FILING_SECONDS:g} s"
        turn.warn("call_not_filed", tool=tool, problem=problem)
