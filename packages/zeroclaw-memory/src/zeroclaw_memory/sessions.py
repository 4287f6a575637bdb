"""The session store on the state database."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.errors import CommitUncertain, StoreError, WireError
from zeroclaw_api.events import Event
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import Commit, SessionState
from zeroclaw_api.usage import Money
from zeroclaw_memory import session_rows
from zeroclaw_memory.database import LOCK_LIMIT, Database, open_database
from zeroclaw_memory.errors import StoreUnusable
from zeroclaw_memory.holders import Holders
from zeroclaw_memory.session_names import rename_sessions

__all__ = ["SqliteSessionStore", "open_store"]

GIVE_UP_SECONDS: Final = LOCK_LIMIT + 5
"""Bound of the shield in which a lease nobody waits for is given up."""


@define(eq=False)
class SqliteSessionStore:
    """Sessions in the state database.

    A session is leased to this store, not to a process number: when the process dies its leases
    end with it, and the next to open the session takes it over.
    """

    database: Database
    _holders: Holders
    _holder: str
    _numbers: count[int] = field(factory=count)

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """See `SessionStore.open`; the owner's words are for whoever finds the session busy."""
        number = next(self._numbers)
        lease = session_rows.Lease(session_id, self._holder, number, owner, os.getpid())
        may_be_taken = True
        try:
            try:
                await self.database.write(
                    session_id,
                    lambda connection: session_rows.take(connection, lease, self._holders),
                )
            except StoreError as error:
                may_be_taken = isinstance(error, CommitUncertain)
                raise
            return await self._read_state(session_id)
        except (StoreError, trio.Cancelled):
            if may_be_taken:
                # Nobody learns that it was taken, so nobody would release it.
                with (
                    trio.move_on_after(GIVE_UP_SECONDS, shield=True),
                    suppress(StoreError),
                ):
                    await self._give_up(session_id, number)
            raise

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """See `SessionStore.commit`."""
        try:
            rows = session_rows.encode(commit)
        except (WireError, ValueError, TypeError, RecursionError) as error:
            raise StoreError(
                session_id=session_id, problem=f"it cannot be written down: {error}"
            ) from error
        holder = self._holder
        await self.database.write(
            session_id,
            lambda connection: session_rows.write(connection, session_id, holder, commit, rows),
        )

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """See `SessionStore.events`."""
        try:
            return await self.database.read(
                session_id,
                lambda connection: session_rows.read_events(
                    connection, session_id, after_seq, until_seq
                ),
            )
        except WireError as error:
            raise _unreadable(session_id, error) from error

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """See `SessionStore.spent`."""
        return await self.database.read(
            "", lambda connection: session_rows.read_spent(connection, scopes)
        )

    async def latest(self, prefix: str) -> SessionId | None:
        """Of the sessions whose id begins so, the one in which something happened last.

        None when there is none. Raises `StoreError`.
        """
        return await self.database.read(
            "", lambda connection: session_rows.read_latest(connection, prefix)
        )

    async def rename(self, before: str, after: str) -> int:
        """Replace the beginning `before` of the names of sessions; returns how many had it.

        Raises `SessionBusy` when one of them is open, `StoreConflict` when a name is taken.
        """
        return await self.database.write(
            "", lambda connection: rename_sessions(connection, before, after, self._holders)
        )

    async def release(self, session_id: SessionId) -> None:
        """See `SessionStore.release`."""
        await self._give_up(session_id, None)

    async def _read_state(self, session_id: SessionId) -> SessionState:
        try:
            return await self.database.read(
                session_id, lambda connection: session_rows.read_state(connection, session_id)
            )
        except WireError as error:
            raise _unreadable(session_id, error) from error

    async def _give_up(self, session_id: SessionId, number: int | None) -> None:
        await self.database.write(
            session_id,
            lambda connection: session_rows.give_up(connection, session_id, self._holder, number),
        )


@asynccontextmanager
async def open_store(
    path: Path, lock_limit: float = LOCK_LIMIT
) -> AsyncIterator[SqliteSessionStore]:
    """The store in the database at a path, for as long as the block lasts."""
    holders = Holders(path.with_name(f"{path.name}-holders"))
    try:
        holder = await trio.to_thread.run_sync(holders.join, limiter=trio.CapacityLimiter(1))
    except OSError as error:
        raise StoreUnusable(
            path=str(holders.folder),
            problem=f"{error.strerror or error}; make it a folder that can be written",
        ) from error
    try:
        async with open_database(path, lock_limit) as database:
            yield SqliteSessionStore(database, holders, holder)
    finally:
        holders.leave(holder)


def _unreadable(session_id: SessionId, error: WireError) -> StoreError:
    return StoreError(session_id=session_id, problem=f"what is stored cannot be read: {error}")
