"""Two slots for reading, each with a read-only connection of its own."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import trio
from attrs import define, field
from sqlalchemy import Connection

from zeroclaw_api.errors import StoreError
from zeroclaw_memory.connections import FAILURES, connect, failure, in_transaction, is_busy

__all__ = ["SLOTS", "Readers"]

T = TypeVar("T")

SLOTS: Final = 2
"""Reads at the same time: more threads are slower, since they wait for one interpreter."""


@define(eq=False)
class Readers:
    """Reads what is committed, whatever the writer does meanwhile."""

    _path: Path
    _lock_limit: float
    _free: deque[Connection] = field(factory=deque)
    _limiter: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(SLOTS))
    _is_closed: bool = False

    async def read(self, session_id: str, work: Callable[[Connection], T]) -> T:
        """Run the work on a thread. Raises `StoreError`. A cancel waits for work that runs."""
        if self._is_closed:
            raise StoreError(session_id=session_id, problem="the store is closed")
        return await trio.to_thread.run_sync(
            partial(self._run, session_id, work), limiter=self._limiter
        )

    def close(self) -> None:
        """Close the connections; nobody reads any more."""
        self._is_closed = True
        while self._free:
            self._free.pop().close()

    def _run(self, session_id: str, work: Callable[[Connection], T]) -> T:
        give_up = time.monotonic() + self._lock_limit
        while True:
            try:
                return self._run_once(work)
            except FAILURES as error:
                # Readers wait for locks only while another process recovers the database.
                if not is_busy(error) or time.monotonic() > give_up:
                    raise failure(self._path, session_id, error) from error

    def _run_once(self, work: Callable[[Connection], T]) -> T:
        try:
            connection = self._free.pop()
        except IndexError:
            connection = connect(self._path, is_read_only=True)
        try:
            connection.exec_driver_sql("BEGIN")
            return work(connection)
        finally:
            if in_transaction(connection):
                connection.exec_driver_sql("ROLLBACK")
            self._free.append(connection)
