"""A deferred store promises only what the store behind it has kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from zeroclaw.wiring.deferred_store import DeferredStore, open_deferred
from zeroclaw_api.errors import StoreError
from zeroclaw_api.identifiers import MessageId, SessionId
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage
from zeroclaw_api.stores import AcceptedMessage, Commit, SessionHead, SessionStore
from zeroclaw_testing.stores import ModelStore

S = SessionId("main/new")
SECONDS = 5
FIRST = Commit(accepted=(AcceptedMessage(MessageId(1), ProcessMessage("hello", LOCAL_USER)),))
SECOND = Commit(accepted=(AcceptedMessage(MessageId(2), ProcessMessage("again", LOCAL_USER)),))


class Behind:
    """The store behind, which is opened only once it is let."""

    def __init__(self, failure: StoreError | None = None) -> None:
        self.store = ModelStore()
        self.failure = failure
        self.may_open = trio.Event()
        self.is_open = False

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[SessionStore]:
        """A store like that of a database."""
        await self.may_open.wait()
        if self.failure is not None:
            raise self.failure
        self.is_open = True
        yield self.store
        self.is_open = False


@asynccontextmanager
async def deferred(behind: Behind) -> AsyncIterator[DeferredStore]:
    """A session that was opened; nothing is written yet."""
    with trio.fail_after(SECONDS):
        async with open_deferred(behind.opened) as store:
            assert (await store.open(S, "test")).head == SessionHead()
            yield store


async def test_first_commit_returns_before_the_store_is_open() -> None:
    behind = Behind()
    async with deferred(behind) as store:
        await store.commit(S, FIRST)
        assert not behind.is_open
        behind.may_open.set()
    assert [kept.commit for kept in behind.store.commits] == [FIRST]


async def test_ready_returns_once_the_first_commit_is_durable() -> None:
    behind = Behind()
    async with deferred(behind) as store:
        await store.commit(S, FIRST)
        behind.may_open.set()
        await store.ready()
        assert [kept.commit for kept in behind.store.commits] == [FIRST]


async def test_second_commit_waits_for_the_store_and_follows_the_first() -> None:
    behind = Behind()
    async with deferred(behind) as store:
        await store.commit(S, FIRST)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(store.commit, S, SECOND)
            await trio.testing.wait_all_tasks_blocked()
            assert not behind.store.commits
            behind.may_open.set()
        assert [kept.commit for kept in behind.store.commits] == [FIRST, SECOND]
        await store.release(S)


async def test_session_that_accepted_nothing_opens_no_store() -> None:
    behind = Behind()
    async with deferred(behind) as store:
        await store.release(S)
    assert not behind.store.commits


async def test_store_that_cannot_be_opened_is_told_by_whatever_needs_it() -> None:
    behind = Behind(StoreError(session_id="", problem="the disk is full"))
    behind.may_open.set()
    async with deferred(behind) as store:
        await store.commit(S, FIRST)
        for needing in (store.ready(), store.commit(S, SECOND), store.spent(frozenset({"day"}))):
            with pytest.raises(StoreError, match="the disk is full"):
                await needing


async def test_first_commit_that_is_refused_is_told_by_ready() -> None:
    behind = Behind()
    behind.may_open.set()
    async with deferred(behind) as store:
        await store.commit(S, SECOND)
        with pytest.raises(StoreError):
            await store.ready()


async def test_name_that_another_session_has_is_refused() -> None:
    behind = Behind()
    behind.may_open.set()
    await behind.store.open(S, "earlier")
    await behind.store.commit(S, FIRST)
    await behind.store.release(S)
    async with deferred(behind) as store:
        await store.commit(S, FIRST)
        with pytest.raises(StoreError, match="another session has this name"):
            await store.ready()


async def test_session_that_accepted_nothing_has_no_events() -> None:
    async with deferred(Behind()) as store:
        assert await store.events(S, 0, 1) == ()


async def test_prepared_store_is_opened_before_anything_is_accepted() -> None:
    behind = Behind()
    async with deferred(behind) as store:
        store.prepare()
        behind.may_open.set()
        await store.ready()
        assert behind.is_open
        await store.commit(S, FIRST)
        await store.ready()
        assert [kept.commit for kept in behind.store.commits] == [FIRST]


async def test_other_session_is_that_of_the_store_behind() -> None:
    other = SessionId("main/other")
    behind = Behind()
    behind.may_open.set()
    await behind.store.open(other, "earlier")
    await behind.store.commit(other, FIRST)
    await behind.store.release(other)
    async with deferred(behind) as store:
        await store.release(S)
        assert (await store.open(other, "now")).head.last_message_id == 1
        await store.commit(other, SECOND)
        await store.release(other)
    assert [kept.commit for kept in behind.store.commits] == [FIRST, SECOND]


async def test_failure_to_open_is_told_to_another_session() -> None:
    behind = Behind(StoreError(session_id="", problem="the disk is full"))
    behind.may_open.set()
    async with deferred(behind) as store:
        await store.release(S)
        with pytest.raises(StoreError, match="the disk is full"):
            await store.open(SessionId("main/other"), "now")
