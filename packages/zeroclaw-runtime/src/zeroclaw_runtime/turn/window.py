"""Moves the window of what the model sees, by whole turns."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.events import HistoryTrimmed, Status, StatusUpdate
from zeroclaw_runtime.context.history import trim_to_tokens
from zeroclaw_runtime.turn.state import Turn

__all__ = ["KEPT_PART", "trim", "trim_if_over"]

KEPT_PART: Final = 2 / 3
"""How much of a full window stays. Trimming to its edge would move it on every turn from then on,
and a provider's cache of the conversation would never hold."""


def trim_if_over(turn: Turn) -> None:
    """Trim a window that is over its limit."""
    limit = turn.agent.limits.context_tokens
    if turn.conversation.tokens > limit:
        trim(turn, int(limit * KEPT_PART))


def trim(turn: Turn, tokens: int) -> bool:
    """Move the window so that whole turns fit; whether it moved."""
    found = trim_to_tokens(turn.conversation.messages, tokens)
    if found is None:
        return False
    turn.show_now(StatusUpdate(Status.TRIMMING, turn.requests))
    turn.conversation.start_at(found.start)
    turn.journal.note(window_start=found.start)
    turn.show_now(HistoryTrimmed(found.dropped, found.kept_turns))
    return True
