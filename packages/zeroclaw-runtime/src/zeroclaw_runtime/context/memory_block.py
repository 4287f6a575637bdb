"""Which memories enter a turn, as a block of text that is never stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zeroclaw_api.memory import MemoryCategory, MemoryEntry
from zeroclaw_api.origin import TurnOrigin

__all__ = ["RECALL_LIMIT", "categories_for", "render_memories"]

RECALL_LIMIT: Final = 5
ENTRIES_SHOWN: Final = 4
ENTRY_CHARACTERS: Final = 800
BLOCK_CHARACTERS: Final = 4000


def categories_for(origin: TurnOrigin) -> frozenset[MemoryCategory]:
    """What a turn may remember, by who started it; nothing for sub-turns.

    A scheduled turn gets no conversation: what was said in a chat must not leak into it.
    """
    match origin:
        case TurnOrigin.INTERACTIVE | TurnOrigin.CHANNEL | TurnOrigin.AGENT_DIRECT:
            return frozenset(MemoryCategory)
        case TurnOrigin.CRON | TurnOrigin.DAEMON:
            return frozenset(MemoryCategory) - {MemoryCategory.CONVERSATION}
        case TurnOrigin.SUB_TURN:
            return frozenset()


def render_memories(entries: Sequence[MemoryEntry]) -> str:
    """The block, or an empty text; whole entries only, within its limits."""
    lines: list[str] = []
    room = BLOCK_CHARACTERS
    for entry in entries[:ENTRIES_SHOWN]:
        key, content = " ".join(entry.key.split()), " ".join(entry.content.split())
        if len(content) > ENTRY_CHARACTERS:
            content = content[: ENTRY_CHARACTERS - 1] + "…"
        line = f"- {key}: {content}"
        if len(line) > room:
            break
        room -= len(line)
        lines.append(line)
    if not lines:
        return ""
    return "\n".join(["[Memory context]", *lines, "[/Memory context]"])
