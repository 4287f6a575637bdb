"""A store for one new session, opened while the session's first request waits for its answer.

Loading the database takes as long as a fast model's whole answer. A session that is new needs
nothing from it, so that its first message may be on its way to the model meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import trio
from attrs import define, field

from zeroclaw.wiring.idle import wait_until_idle
from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Commit, SessionHead, SessionState, SessionStore
from zeroclaw_api.usage import Money

__all__ = ["DeferredStore", "open_deferred"]


@define(eq=False)
class DeferredStore:
    """Takes the first commit on trust; all else waits for the store behind it.

    Its owner must show nothing of the session before `ready` has returned: until then, what was
    accepted is not durable.
    """

    _open_store: Callable[[], AbstractAsyncContextManager[SessionStore]]
    _session_id: SessionId | None = None
    _first: Commit | None = None
    _store: SessionStore | None = None
    _failure: StoreError | None = None
    _wanted: trio.Event = field(factory=trio.Event)
    _settled: trio.Event = field(factory=trio.Event)
    _closing: trio.Event = field(factory=trio.Event)

    async def ready(self) -> SessionStore:
        """Wait until the first commit is durable. Raises `StoreError` when it cannot be."""
        if self._first is None:
            raise StoreError(session_id=self._session_id or "", problem="it accepted nothing yet")
        await self._settled.wait()
        if self._store is None:
            raise self._failure or AssertionError("a store is there, or the reason why not")
        return self._store

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """See `SessionStore.open`; the session must be one that never was."""
        await trio.lowlevel.checkpoint()
        self._session_id = session_id
        return SessionState(SessionHead(), (), (), None, ())

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """See `SessionStore.commit`; the first returns before it is durable."""
        if self._first is None:
            await trio.lowlevel.checkpoint()
            self._first = commit
            self._wanted.set()
        else:
            await (await self.ready()).commit(session_id, commit)

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """See `SessionStore.events`."""
        return await (await self.ready()).events(session_id, after_seq, until_seq)

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """See `SessionStore.spent`."""
        return await (await self.ready()).spent(scopes)

    async def release(self, session_id: SessionId) -> None:
        """See `SessionStore.release`; what was never taken needs no giving up."""
        if self._first is not None:
            await (await self.ready()).release(session_id)

    async def hold(self) -> None:
        """Open the store when it is needed and there is time for it; keep it until `close`."""
        await self._wanted.wait()
        if self._session_id is None or self._first is None:
            return
        await wait_until_idle()
        try:
            async with self._open_store() as store:
                await _begin(store, self._session_id, self._first)
                self._store = store
                self._settled.set()
                await self._closing.wait()
        except* StoreError as failures:
            if self._store is not None:
                raise
            self._failure = _first_of(failures)
            self._settled.set()

    def close(self) -> None:
        """Let the store go, once what it was opened for is settled."""
        self._closing.set()
        self._wanted.set()


@asynccontextmanager
async def open_deferred(
    open_store: Callable[[], AbstractAsyncContextManager[SessionStore]],
) -> AsyncIterator[DeferredStore]:
    """Lend a store whose opening is put off; a failure to open it is told by `ready`."""
    store = DeferredStore(open_store)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(store.hold)
        try:
            yield store
        finally:
            store.close()


async def _begin(store: SessionStore, session_id: SessionId, commit: Commit) -> None:
    state = await store.open(session_id, f"process {os.getpid()}")
    if state.head != SessionHead():
        raise StoreError(session_id=session_id, problem="another session has this name already")
    await store.commit(session_id, commit)


def _first_of(failures: BaseExceptionGroup[StoreError]) -> StoreError:
    first = failures.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first
