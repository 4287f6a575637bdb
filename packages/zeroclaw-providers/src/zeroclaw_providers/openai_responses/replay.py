"""Says what of an answer goes back to the server that made it."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import items_of, text_of

__all__ = ["PHASE", "is_worth_keeping", "phase_mark"]

PHASE: Final = "phase"


def is_worth_keeping(item: JsonObject) -> bool:
    """Whether a reasoning item can go back.

    The server keeps nothing for us: one without content of its own would name what it has
    forgotten, and be refused.
    """
    return bool(text_of(item.get("encrypted_content")) or items_of(item.get("content")))


def phase_mark(item: JsonObject) -> JsonObject | None:
    """Which part of an answer a message was, for models that want to be told; None if unsaid."""
    phase = text_of(item.get(PHASE))
    return {"type": PHASE, PHASE: phase} if phase else None
