"""Opens the session store, loading SQLAlchemy on a thread meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import trio

if TYPE_CHECKING:
    from zeroclaw_memory.sessions import SqliteSessionStore

__all__ = ["open_sessions"]


@asynccontextmanager
async def open_sessions(path: Path) -> AsyncIterator[SqliteSessionStore]:
    """The sessions in the database at a path, which is created or migrated.

    Leaving the block waits for the commits that were handed over, then ends all leases.
    Raises `StoreUnusable`, `DatabaseTooNew`.
    """
    opener = await trio.to_thread.run_sync(_load, limiter=trio.CapacityLimiter(1))
    async with opener(path) as store:
        yield store


def _load() -> Callable[[Path], AbstractAsyncContextManager[SqliteSessionStore]]:
    from zeroclaw_memory.sessions import open_store

    return open_store
