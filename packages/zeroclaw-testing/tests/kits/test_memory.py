"""The memory kit tells a working implementation from a broken one."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve

from zeroclaw_api.memory import Memory, MemoryCategory, MemoryEntry, MemoryFilter, RecallQuery
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.memory import MemoryConformance
from zeroclaw_testing.memory import InMemoryMemory


class TestInMemoryMemory(MemoryConformance):
    def make(self) -> Memory:
        return InMemoryMemory()


class TrimsContent(InMemoryMemory):
    async def remember(self, entry: MemoryEntry) -> None:
        await super().remember(evolve(entry, content=entry.content.split("\n")[0]))


class Appends(InMemoryMemory):
    async def remember(self, entry: MemoryEntry) -> None:
        kept = await self.export(MemoryFilter(entry.namespace, key=entry.key))
        for before in kept:
            await super().remember(evolve(before, key=f"{before.key}-old"))
        await super().remember(entry)


class SharesNamespaces(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        one = await super().recall(evolve(query, namespace="a"))
        return one + await super().recall(evolve(query, namespace="b"))


class SortsByKey(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        found = await super().recall(evolve(query, text=""))
        return tuple(sorted(found, key=lambda entry: entry.key, reverse=True))


class IgnoresLimit(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        return await super().recall(evolve(query, limit=99))


class ReadsSyntax(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        if '"' in query.text:
            raise ValueError("fts5: syntax error")
        return await super().recall(query)


class IgnoresCategories(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        return await super().recall(evolve(query, categories=frozenset(MemoryCategory)))


class MixesSessions(InMemoryMemory):
    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        return await super().recall(evolve(query, session_id=None))


class Miscounts(InMemoryMemory):
    async def forget(self, which: MemoryFilter) -> int:
        await super().forget(which)
        return 1


class ExportsBackwards(InMemoryMemory):
    async def export(self, which: MemoryFilter) -> tuple[MemoryEntry, ...]:
        return tuple(reversed(await super().export(which)))


class LosesWrites(InMemoryMemory):
    async def remember(self, entry: MemoryEntry) -> None:
        before = dict(self._entries)
        await trio.lowlevel.checkpoint()
        before[entry.namespace, entry.key] = entry
        await trio.lowlevel.checkpoint()
        self._entries = before


class WritesParts(InMemoryMemory):
    async def remember(self, entry: MemoryEntry) -> None:
        with trio.CancelScope(shield=True):
            await super().remember(evolve(entry, content=""))
        await super().remember(entry)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TrimsContent, "test_entry_comes_back_as_it_was"),
        (Appends, "test_same_key_is_replaced"),
        (SharesNamespaces, "test_namespaces_never_meet"),
        (SortsByKey, "test_relevant_entries_come_first_with_scores"),
        (SortsByKey, "test_blank_query_gives_the_most_recent"),
        (IgnoresLimit, "test_limit_bounds_what_is_recalled"),
        (ReadsSyntax, "test_query_of_any_characters_is_answered"),
        (IgnoresCategories, "test_categories_limit_what_is_recalled"),
        (MixesSessions, "test_conversation_entries_stay_in_their_session"),
        (Miscounts, "test_forget_removes_what_matches_and_counts_it"),
        (ExportsBackwards, "test_export_gives_what_matches_by_time"),
        (LosesWrites, "test_writes_side_by_side_are_all_kept"),
        (WritesParts, "test_cancelled_write_happened_whole_or_not_at_all"),
    ],
)
async def test_kit_catches_a_broken_memory(broken: type[InMemoryMemory], check: str) -> None:
    class Broken(MemoryConformance):
        def make(self) -> Memory:
            return broken()

    await require_caught(getattr(Broken(), check))


async def test_closing_is_noted_for_the_test() -> None:
    memory = InMemoryMemory()
    await memory.aclose()
    assert memory.is_closed
