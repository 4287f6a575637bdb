"""A store that is opened while there is time for it: a person types, or a model is waited for.

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
from zeroclaw.words import say
from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Commit, SessionHead, SessionState, SessionStore
from zeroclaw_api.usage import Money

__all__ = ["DeferredStore", "open_deferred"]


@define(eq=False)
class DeferredStore:
    """Takes the first session as new, with its first commit, on trust; all else waits.

    Its owner must show nothing of that session before `ready` has returned: until then, what was
    accepted is not durable.
    """

    _open_store: Callable[[], AbstractAsyncContextManager[SessionStore]]
    _trusted: SessionId | None = None
    _first: Commit | None = None
    _store: SessionStore | None = None
    _failure: StoreError | None = None
    _wanted: trio.Event = field(factory=trio.Event)
    _opened: trio.Event = field(factory=trio.Event)
    _has_first: trio.Event = field(factory=trio.Event)
    _settled: trio.Event = field(factory=trio.Event)
    _closing: trio.Event = field(factory=trio.Event)

    def prepare(self) -> None:
        """Open the store as soon as there is time for it, though nobody needs it yet."""
        self._wanted.set()

    async def ready(self) -> None:
        """Wait until nothing is taken on trust any more. Raises `StoreError` when it cannot be."""
        await self._behind()

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """See `SessionStore.open`; the first session must be one that never was."""
        if self._trusted is not None:
            return await (await self._behind()).open(session_id, owner)
        await trio.lowlevel.checkpoint()
        self._trusted = session_id
        return SessionState(SessionHead(), (), (), None, ())

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """See `SessionStore.commit`; the very first returns before it is durable."""
        if session_id == self._trusted and self._first is None:
            await trio.lowlevel.checkpoint()
            self._first = commit
            self._has_first.set()
            self._wanted.set()
        else:
            await (await self._behind()).commit(session_id, commit)

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """See `SessionStore.events`."""
        if self._is_unused(session_id):
            await trio.lowlevel.checkpoint()
            return ()
        return await (await self._behind()).events(session_id, after_seq, until_seq)

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """See `SessionStore.spent`."""
        return await (await self._behind()).spent(scopes)

    async def release(self, session_id: SessionId) -> None:
        """See `SessionStore.release`; what was never taken needs no giving up."""
        if not self._is_unused(session_id):
            await (await self._behind()).release(session_id)

    def _is_unused(self, session_id: SessionId) -> bool:
        return session_id == self._trusted and self._first is None

    async def _behind(self) -> SessionStore:
        """The store, once it has what was taken on trust. Raises `StoreError`."""
        self._wanted.set()
        await self._opened.wait()
        if self._first is not None:
            await self._settled.wait()
        if self._failure is not None or self._store is None:
            raise self._failure or AssertionError("a store is there, or the reason why not")
        return self._store

    async def hold(self) -> None:
        """Open the store when it is wanted and there is time for it; keep it until `close`."""
        await self._wanted.wait()
        if self._closing.is_set() and self._first is None:
            return
        await wait_until_idle()
        try:
            async with self._open_store() as self._store:
                self._opened.set()
                await self._has_first.wait()
                if self._first is not None and self._trusted is not None:
                    await _begin(self._store, self._trusted, self._first)
                self._settled.set()
                await self._closing.wait()
        except* StoreError as failures:
            if self._settled.is_set():
                raise
            self._failure = _first_of(failures)
            self._opened.set()
            self._settled.set()

    def close(self) -> None:
        """Let the store go, once what it was opened for is settled."""
        self._closing.set()
        self._has_first.set()
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
        raise StoreError(session_id=session_id, problem=say("session_name_taken"))
    await store.commit(session_id, commit)


def _first_of(failures: BaseExceptionGroup[StoreError]) -> StoreError:
    first = failures.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first
