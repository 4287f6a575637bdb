"""What every memory must show."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import trio
from attrs import evolve

from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.memory import Memory, MemoryCategory, MemoryEntry, MemoryFilter, RecallQuery
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.kits.conformance import Conformance, failure_of

__all__ = ["MemoryConformance"]

_START = ManualClock().now()
_ALL = frozenset(MemoryCategory)


class MemoryConformance(Conformance[Memory]):
    """The subject is an empty memory."""

    async def test_entry_comes_back_as_it_was(self) -> None:
        async with self.subject() as memory:
            entry = _entry("city", "lives in Łódź\n\x00'); --", importance=0.75)
            await memory.remember(entry)
            kept = await memory.export(MemoryFilter("a"))
            assert tuple(evolve(found, score=None) for found in kept) == (entry,), f"kept {kept!r}"

    async def test_same_key_is_replaced(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("city", "lives in Bern"))
            await memory.remember(_entry("city", "lives in Turin", minute=1))
            kept = await memory.export(MemoryFilter("a"))
            assert [entry.content for entry in kept] == ["lives in Turin"], f"kept {kept!r}"
            stale = await memory.recall(_query("Bern"))
            assert all("Bern" not in entry.content for entry in stale), "the old text is found"

    async def test_namespaces_never_meet(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("city", "lives in Bern"))
            await memory.remember(evolve(_entry("city", "lives in Rome"), namespace="b"))
            for text in ("lives", ""):
                found = await memory.recall(_query(text))
                assert [entry.content for entry in found] == ["lives in Bern"], f"found {found!r}"
            assert await memory.forget(MemoryFilter("b")) == 1, "it forgot in another namespace"
            assert len(await memory.export(MemoryFilter("a"))) == 1, "the wrong one is gone"

    async def test_relevant_entries_come_first_with_scores(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("pet", "the cat is called Mitzi"))
            await memory.remember(_entry("tea", "drinks green tea", minute=1))
            found = await memory.recall(_query("what is the cat called"))
            assert found, "it found nothing"
            assert found[0].key == "pet", f"{found[0].key} came first"
            scores = [entry.score for entry in found if entry.score is not None]
            assert scores == sorted(scores, reverse=True), f"the scores are {scores}"
            assert all(0 <= score <= 1 for score in scores), f"the scores are {scores}"

    async def test_limit_bounds_what_is_recalled(self) -> None:
        async with self.subject() as memory:
            for number in range(6):
                await memory.remember(_entry(f"k{number}", "tea time", minute=number))
            for text in ("tea", " "):
                found = await memory.recall(evolve(_query(text), limit=2))
                assert len(found) == 2, f"asked for 2, got {len(found)}"

    async def test_blank_query_gives_the_most_recent(self) -> None:
        async with self.subject() as memory:
            for key, minute in (("old", 0), ("newest", 9), ("newer", 5)):
                await memory.remember(_entry(key, "something", minute=minute))
            found = await memory.recall(_query("  "))
            assert [entry.key for entry in found] == ["newest", "newer", "old"], f"{found!r}"

    async def test_query_of_any_characters_is_answered(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("tea", "green tea"))
            for text in ('"', "tea AND NOT (", "a* OR -b:c^2", "'; DROP", "\x00%_", "🐟", "{NEAR}"):
                failure = await failure_of(partial(memory.recall, _query(text)))
                assert failure is None, f"the query {text!r} raised {failure!r}"

    async def test_categories_limit_what_is_recalled(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("a", "tea", category=MemoryCategory.CORE))
            await memory.remember(_entry("b", "tea", category=MemoryCategory.DAILY))
            only = frozenset({MemoryCategory.DAILY})
            found = await memory.recall(evolve(_query("tea"), categories=only))
            assert [entry.key for entry in found] == ["b"], f"found {found!r}"

    async def test_conversation_entries_stay_in_their_session(self) -> None:
        async with self.subject() as memory:
            for session in ("one", "two"):
                entry = _entry(session, "tea", category=MemoryCategory.CONVERSATION)
                await memory.remember(evolve(entry, session_id=SessionId(session)))
            await memory.remember(_entry("core", "tea"))
            found = await memory.recall(evolve(_query("tea"), session_id=SessionId("one")))
            keys = {entry.key for entry in found}
            assert keys == {"one", "core"}, f"session one sees {keys}"

    async def test_forget_removes_what_matches_and_counts_it(self) -> None:
        async with self.subject() as memory:
            await memory.remember(_entry("a", "tea"))
            await memory.remember(_entry("b", "tea", category=MemoryCategory.DAILY))
            await memory.remember(_entry("c", "tea", category=MemoryCategory.DAILY))
            assert await memory.forget(MemoryFilter("a", key="missing")) == 0, "it miscounts"
            assert await memory.forget(MemoryFilter("a", key="a")) == 1, "it miscounts"
            daily = MemoryFilter("a", category=MemoryCategory.DAILY)
            assert await memory.forget(daily) == 2, "it miscounts"
            assert await memory.export(MemoryFilter("a")) == (), "something was kept"
            assert await memory.recall(_query("tea")) == (), "forgotten text is found"

    async def test_export_gives_what_matches_by_time(self) -> None:
        async with self.subject() as memory:
            for key, minute in (("late", 9), ("early", 1), ("middle", 5)):
                await memory.remember(_entry(key, "x", minute=minute))
            kept = await memory.export(MemoryFilter("a"))
            assert [entry.key for entry in kept] == ["early", "middle", "late"], f"{kept!r}"
            one = await memory.export(MemoryFilter("a", key="late"))
            assert [entry.key for entry in one] == ["late"], f"{one!r}"

    async def test_writes_side_by_side_are_all_kept(self) -> None:
        async with self.subject() as memory:
            async with trio.open_nursery() as nursery:
                for number in range(20):
                    nursery.start_soon(memory.remember, _entry(f"k{number}", "x", minute=number))
            kept = await memory.export(MemoryFilter("a"))
            assert len(kept) == 20, f"{len(kept)} of 20 were kept"

    async def test_cancelled_write_happened_whole_or_not_at_all(self) -> None:
        async with self.subject() as memory:
            entry = _entry("k", "whole")
            with trio.CancelScope() as scope:
                scope.cancel()
                await memory.remember(entry)
            kept = await memory.export(MemoryFilter("a"))
            found = tuple(evolve(entry, score=None) for entry in kept)
            assert found in ((), (entry,)), f"a part was kept: {kept!r}"


def _entry(
    key: str,
    content: str,
    *,
    minute: int = 0,
    category: MemoryCategory = MemoryCategory.CORE,
    importance: float = 0.5,
) -> MemoryEntry:
    at = _START + timedelta(minutes=minute)
    return MemoryEntry("a", key, content, category, at, importance=importance)


def _query(text: str) -> RecallQuery:
    return RecallQuery(namespace="a", text=text, limit=10, categories=_ALL)
