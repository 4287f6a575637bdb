"""Who started a turn."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["TurnOrigin"]


class TurnOrigin(StrEnum):
    """Who started a turn; it decides what the turn may see (memories) and whom it may ask.

    A missing origin reads as `SUB_TURN`, the one that sees least.
    """

    INTERACTIVE = "interactive"
    CHANNEL = "channel"
    CRON = "cron"
    DAEMON = "daemon"
    AGENT_DIRECT = "agent_direct"
    SUB_TURN = "sub_turn"
