"""The memory: facts an agent keeps beyond one conversation."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Protocol

from attrs import frozen

from zeroclaw_api.identifiers import SessionId

__all__ = ["Memory", "MemoryCategory", "MemoryEntry", "MemoryFilter", "RecallQuery"]


class MemoryCategory(StrEnum):
    """What kind of fact it is: a lasting one, of the day, of one conversation."""

    CORE = "core"
    DAILY = "daily"
    CONVERSATION = "conversation"


@frozen
class MemoryEntry:
    """One remembered fact. `score` is set by recall: relevance from 0 to 1, None if unscored."""

    namespace: str
    key: str
    content: str
    category: MemoryCategory
    at: datetime
    session_id: SessionId | None = None
    importance: float = 0.5
    score: float | None = None


@frozen
class RecallQuery:
    """What to look for. `session_id` limits conversation entries to that session."""

    namespace: str
    text: str
    limit: int
    categories: frozenset[MemoryCategory]
    session_id: SessionId | None = None


@frozen
class MemoryFilter:
    """Which entries to export or forget; None means any."""

    namespace: str
    key: str | None = None
    category: MemoryCategory | None = None
    session_id: SessionId | None = None


class Memory(Protocol):
    """Facts by key, found by relevance.

    It is not the conversation: history lives in the session store, under another owner. It only
    answers; what goes into a prompt is decided by the kernel. Tools and the turn call it, many
    at once; every method waits and can be cancelled, a cancelled write happened whole or not at
    all. Fake: `zeroclaw_testing.InMemoryMemory`. Kit: `zeroclaw_testing.kits.memory`.
    """

    async def remember(self, entry: MemoryEntry) -> None:
        """Keep the entry; one with the same namespace and key is replaced."""

    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        """The most relevant entries, best first; blank text means the most recent."""

    async def forget(self, which: MemoryFilter) -> int:
        """Remove what matches; how many went."""

    async def export(self, which: MemoryFilter) -> tuple[MemoryEntry, ...]:
        """Everything that matches, by time."""

    async def aclose(self) -> None:
        """Let go of files and connections; called once, by whoever built it."""
