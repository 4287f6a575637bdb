"""A memory that scores an entry by the words it shares with the query."""

from __future__ import annotations

import re

import trio
from attrs import evolve

from zeroclaw_api.memory import MemoryCategory, MemoryEntry, MemoryFilter, RecallQuery

__all__ = ["InMemoryMemory"]

_WORD = re.compile(r"\w+")


class InMemoryMemory:
    """Entries by namespace and key; the score is the share of query words an entry has."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], MemoryEntry] = {}
        self.is_closed = False

    async def remember(self, entry: MemoryEntry) -> None:
        """See `Memory.remember`."""
        await trio.lowlevel.checkpoint()
        self._entries[entry.namespace, entry.key] = evolve(entry, score=None)

    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        """See `Memory.recall`."""
        await trio.lowlevel.checkpoint()
        wanted = _words(query.text)
        found = [
            (_score(wanted, entry), entry.at, entry.key, entry)
            for entry in self._entries.values()
            if _is_candidate(query, entry)
        ]
        if wanted:
            found = [scored for scored in found if scored[0] > 0]
        found.sort(key=lambda scored: scored[:3], reverse=True)
        return tuple(
            evolve(entry, score=score if wanted else None)
            for score, _, _, entry in found[: query.limit]
        )

    async def forget(self, which: MemoryFilter) -> int:
        """See `Memory.forget`."""
        await trio.lowlevel.checkpoint()
        going = [place for place, entry in self._entries.items() if _matches(which, entry)]
        for place in going:
            del self._entries[place]
        return len(going)

    async def export(self, which: MemoryFilter) -> tuple[MemoryEntry, ...]:
        """See `Memory.export`."""
        await trio.lowlevel.checkpoint()
        found = [entry for entry in self._entries.values() if _matches(which, entry)]
        return tuple(sorted(found, key=lambda entry: (entry.at, entry.key)))

    async def aclose(self) -> None:
        """Take note."""
        await trio.lowlevel.checkpoint()
        self.is_closed = True


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _score(wanted: frozenset[str], entry: MemoryEntry) -> float:
    if not wanted:
        return 0.0
    return len(wanted & _words(f"{entry.key} {entry.content}")) / len(wanted)


def _is_candidate(query: RecallQuery, entry: MemoryEntry) -> bool:
    if entry.namespace != query.namespace or entry.category not in query.categories:
        return False
    is_foreign = query.session_id is not None and entry.session_id != query.session_id
    return not (entry.category is MemoryCategory.CONVERSATION and is_foreign)


def _matches(which: MemoryFilter, entry: MemoryEntry) -> bool:
    return (
        entry.namespace == which.namespace
        and which.key in (None, entry.key)
        and which.category in (None, entry.category)
        and which.session_id in (None, entry.session_id)
    )
