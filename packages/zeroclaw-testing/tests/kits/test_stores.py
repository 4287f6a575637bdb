"""The store kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import StoreConflict
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.messages import Media
from zeroclaw_api.stores import (
    BlobStore,
    Commit,
    SessionState,
    SessionStore,
)
from zeroclaw_api.usage import Money
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.stores import BlobStoreConformance, SessionStoreConformance
from zeroclaw_testing.stores import InMemoryBlobs, ModelStore


class TestModelStore(SessionStoreConformance):
    def make(self) -> SessionStore:
        return ModelStore()

    @asynccontextmanager
    async def open_again(self, store: SessionStore) -> AsyncIterator[SessionStore]:
        assert isinstance(store, ModelStore)
        store.crash()
        yield store


class TestInMemoryBlobs(BlobStoreConformance):
    def make(self) -> BlobStore:
        return InMemoryBlobs()


class TakesGaps(ModelStore):
    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        try:
            await super().commit(session_id, commit)
        except StoreConflict:
            await trio.lowlevel.checkpoint()


class WritesParts(ModelStore):
    """Writes each kind of thing in a transaction of its own."""

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        await super().commit(session_id, Commit(spends=commit.spends))
        await super().commit(session_id, evolve(commit, spends=()))


class WritesEventsLater(ModelStore):
    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        with trio.CancelScope(shield=True):
            await super().commit(session_id, evolve(commit, events=()))
        await super().commit(session_id, Commit(events=commit.events))


class HasNoLease(ModelStore):
    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        await self.release(session_id)
        return await super().open(session_id, owner)


class NeverReleases(ModelStore):
    async def release(self, session_id: SessionId) -> None:
        await trio.lowlevel.checkpoint()


class ForgetsWaiting(ModelStore):
    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        return evolve(await super().open(session_id, owner), waiting=())


class SortsMessages(ModelStore):
    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        state = await super().open(session_id, owner)
        return evolve(state, messages=tuple(sorted(state.messages, key=lambda m: m.id)))


class IgnoresWindow(ModelStore):
    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        await super().commit(session_id, evolve(commit, window_start=None))


class NeverClosesTurns(ModelStore):
    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        turns = tuple(evolve(turn, is_open=True) for turn in commit.turns)
        await super().commit(session_id, evolve(commit, turns=turns))


class LosesCalls(ModelStore):
    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        return evolve(await super().open(session_id, owner), open_calls=())


class CutsRanges(ModelStore):
    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        found = await super().events(session_id, after_seq, until_seq)
        return tuple(event for event in found if event.seq <= until_seq)


class SumsPerSession(ModelStore):
    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        spends = [s for r in self.commits[-1:] for s in r.commit.spends if s.scope in scopes]
        await trio.lowlevel.checkpoint()
        return {spend.scope: spend.cost for spend in spends}


class SharesSessions(ModelStore):
    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        if SessionId("all") not in self.owners:
            await super().open(SessionId("all"), "one")
        await super().commit(SessionId("all"), commit)


class RemembersWrongType(InMemoryBlobs):
    async def put(self, data: bytes, mime: str, name: str = "") -> Media:
        return evolve(await super().put(data, mime, name), sha256="0" * 64)


class KeepsText(InMemoryBlobs):
    async def put(self, data: bytes, mime: str, name: str = "") -> Media:
        media = await super().put(data, mime, name)
        self._blobs[media.sha256] = data.replace(b"\x00", b"")
        return media


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TakesGaps, "test_gaps_and_duplicates_are_refused"),
        (TakesGaps, "test_refused_commit_leaves_no_part_behind"),
        (WritesParts, "test_refused_commit_leaves_no_part_behind"),
        (WritesEventsLater, "test_cancelled_commit_happened_whole_or_not_at_all"),
        (HasNoLease, "test_session_has_one_owner_at_a_time"),
        (ForgetsWaiting, "test_accepted_message_waits_until_it_enters"),
        (ForgetsWaiting, "test_reopened_session_has_everything_committed"),
        (ForgetsWaiting, "test_everything_committed_survives_its_owner"),
        (SortsMessages, "test_accepted_message_waits_until_it_enters"),
        (IgnoresWindow, "test_window_moves_and_history_stays_numbered"),
        (NeverClosesTurns, "test_closed_turn_is_not_open_any_more"),
        (LosesCalls, "test_call_record_replaces_the_one_before"),
        (LosesCalls, "test_reopened_session_has_everything_committed"),
        (CutsRanges, "test_events_are_found_by_range"),
        (SumsPerSession, "test_spends_are_summed_by_scope_over_sessions"),
    ],
)
async def test_kit_catches_a_broken_store(broken: type[ModelStore], check: str) -> None:
    class Broken(TestModelStore):
        def make(self) -> SessionStore:
            return broken()

    await require_caught(getattr(Broken(), check))


@pytest.mark.parametrize("broken", [RemembersWrongType, KeepsText])
async def test_kit_catches_a_broken_blob_store(broken: type[InMemoryBlobs]) -> None:
    class Broken(BlobStoreConformance):
        def make(self) -> BlobStore:
            return broken()

    await require_caught(Broken().test_bytes_come_back_by_their_digest)


async def test_kit_lets_no_crash_of_the_subject_pass_as_a_verdict() -> None:
    class Broken(TestModelStore):
        def make(self) -> SessionStore:
            return NeverReleases()

    with pytest.raises(AssertionError, match="let it pass"):
        await require_caught(Broken().test_reopened_session_has_everything_committed)


async def test_sharing_one_history_among_sessions_is_noticed() -> None:
    class Broken(TestModelStore):
        def make(self) -> SessionStore:
            return SharesSessions()

    with pytest.raises((AssertionError, ExceptionGroup)):
        await Broken().test_many_sessions_commit_side_by_side()
