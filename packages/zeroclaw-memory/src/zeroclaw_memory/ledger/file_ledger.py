"""The ledger that sessions append to, with what waits at the same time in one commit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.ledger import LedgerDraft, LedgerRecord
from zeroclaw_memory.errors import LedgerUnusable
from zeroclaw_memory.ledger.chain_file import SEGMENT_BYTES, ChainFile
from zeroclaw_memory.ledger.folder import LedgerFolder

__all__ = ["FileLedger", "open_ledger"]

WAITING: Final = 1_024
"""Appends that may wait at once; a further one waits for a place among them."""

TOGETHER: Final = 128
"""Records in one commit: more would make the first of them wait long for the last."""

LOCK_SECONDS: Final = 10.0
"""How long other processes may keep the ledger locked before an append fails."""

LOOK_SECONDS: Final = 0.005
"""How often it is looked whether the lock is free; a commit takes about as long."""

CLOSE_SECONDS: Final = 5.0


@define(eq=False)
class _Job:
    draft: LedgerDraft
    record: LedgerRecord | None = None
    error: ZeroClawError | None = None


@define(eq=False)
class FileLedger:
    """The ledger in a folder; other processes may append to it as well.

    One of those who wait writes for all of them, on a thread, so that no task runs on its own.
    """

    _chain: ChainFile
    _lock_limit: float = LOCK_SECONDS
    _places: trio.Semaphore = field(factory=lambda: trio.Semaphore(WAITING))
    _turn: trio.Lock = field(factory=trio.Lock)
    _thread: trio.CapacityLimiter = field(factory=lambda: trio.CapacityLimiter(1))
    _waiting: list[_Job] = field(factory=list)

    async def append(self, draft: LedgerDraft) -> LedgerRecord:
        """See `Ledger.append`. Raises `LedgerUnusable`, `LedgerBroken`."""
        job = _Job(draft)
        async with self._places:
            self._waiting.append(job)
            try:
                async with self._turn:
                    if job in self._waiting:
                        await self._commit()
            finally:
                self._forget([job])
        if job.error is not None:
            raise job.error
        if job.record is None:
            raise AssertionError("an append ended without a record")
        return job.record

    async def aclose(self) -> None:
        """Make durable what is not yet; nobody may append any more. Raises `LedgerUnusable`."""
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            await trio.to_thread.run_sync(self._chain.close, limiter=self._thread)

    async def _commit(self) -> None:
        """Write what waits; a cancel before that leaves it to the next who has the turn."""
        deadline = trio.current_time() + self._lock_limit
        while True:
            batch = self._waiting[:TOGETHER]
            work = partial(self._chain.commit, [job.draft for job in batch])
            try:
                records = await trio.to_thread.run_sync(work, limiter=self._thread)
            except ZeroClawError as error:
                self._fail(batch, error)
                return
            if records is not None:
                for job, record in zip(batch, records, strict=True):
                    job.record = record
                self._forget(batch)
                return
            if trio.current_time() > deadline:
                problem = f"another program has kept it locked for {self._lock_limit:g} s"
                path = str(self._chain.folder.path)
                self._fail(batch, LedgerUnusable(path=path, problem=problem))
                return
            await trio.sleep(LOOK_SECONDS)

    def _fail(self, batch: list[_Job], error: ZeroClawError) -> None:
        for job in batch:
            job.error = error
        self._forget(batch)

    def _forget(self, jobs: list[_Job]) -> None:
        self._waiting = [job for job in self._waiting if job not in jobs]


@asynccontextmanager
async def open_ledger(
    folder: Path, *, segment_bytes: int = SEGMENT_BYTES
) -> AsyncIterator[FileLedger]:
    """The ledger in a folder, which is made with the first record. Leaving the block closes it."""
    ledger = FileLedger(ChainFile(LedgerFolder(folder), segment_bytes))
    try:
        yield ledger
    finally:
        await ledger.aclose()
