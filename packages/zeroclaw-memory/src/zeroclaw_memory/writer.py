"""The one thread that writes, with what waits at the same time in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias, TypeVar

import trio
from attrs import define, field, frozen
from sqlalchemy import Connection

from zeroclaw_api.errors import CommitUncertain, StoreError, ZeroClawError
from zeroclaw_memory.connections import (
    FAILURES,
    Failure,
    driver_of,
    error_name,
    failure,
    in_transaction,
    is_busy,
)

__all__ = ["QUEUE_LIMIT", "Writer", "WriterFigures"]

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

QUEUE_LIMIT: Final = 1_024
"""Jobs that may wait for the thread; a further one waits for room, outside of the queue."""

TOGETHER: Final = 128
"""Jobs in one transaction: more would make the first of them wait long for the last."""

_UNDONE: Final = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_CONSTRAINT")
"""Failures of a COMMIT that leave nothing of it on the disk; after others nobody knows."""


@frozen
class WriterFigures:
    """What a writer has done so far."""

    jobs: int
    transactions: int


@define(eq=False)
class _Job:
    """Something to write; its fate is settled once, after the transaction it was part of."""

    work: Work[None]
    session_id: str
    queued_at: float
    fate: Future[None] = field(factory=Future)
    ended: trio.Event = field(factory=trio.Event)

    def claim(self) -> bool:
        """Begin; False when it was withdrawn. From here on a cancel comes too late."""
        return self.fate.running() or self.fate.set_running_or_notify_cancel()

    def fail(self, error: ZeroClawError) -> None:
        if not self.fate.done() and self.claim():
            self.fate.set_exception(error)


@define(eq=False)
class Writer:
    """Runs jobs one after the other, in the order they came, each whole or not at all.

    `lock_limit` is in seconds, from when a job was handed over: as long as others may keep the
    database locked before it fails.
    """

    _connection: Connection
    _path: Path
    _lock_limit: float
    _token: trio.lowlevel.TrioToken = field(factory=trio.lowlevel.current_trio_token)
    _slots: trio.Semaphore = field(factory=lambda: trio.Semaphore(QUEUE_LIMIT))
    _queue: SimpleQueue[_Job | None] = field(factory=SimpleQueue)
    _is_closed: bool = False
    _jobs: int = 0
    _transactions: int = 0

    @property
    def figures(self) -> WriterFigures:
        """What it has done so far."""
        return WriterFigures(self._jobs, self._transactions)

    async def write(self, session_id: str, work: Work[T]) -> T:
        """Run the work in a transaction on the thread; returns when that is durable.

        Cancelling withdraws work that has not begun; what has begun goes on without its caller.
        Raises what the work raises of ours, `StoreError`, `CommitUncertain`.
        """
        found: list[T] = []

        def run(connection: Connection) -> None:
            found[:] = [work(connection)]

        await self._slots.acquire()
        if self._is_closed:
            self._slots.release()
            raise StoreError(session_id=session_id, problem="the store is closed")
        job = _Job(run, session_id, time.monotonic())
        self._queue.put(job)
        try:
            await job.ended.wait()
        finally:
            job.fate.cancel()
        job.fate.result()
        return found[0]

    def close(self) -> None:
        """Take no more jobs; the thread ends after those it has."""
        self._is_closed = True
        self._queue.put(None)

    def run(self) -> None:
        """The thread: until it is closed, and nothing waits any more."""
        waiting: list[_Job] = []
        is_closing = False
        try:
            while waiting or not is_closing:
                is_closing = self._gather(waiting, is_closing) or is_closing
                waiting = self._serve(waiting)
        finally:
            # Only a mistake of ours leads here with jobs left; nobody shall wait for them.
            self._abandon(waiting)
            self._token.run_sync_soon(self._abandon_queue)
            self._connection.close()

    def _gather(self, waiting: list[_Job], is_closing: bool) -> bool:
        """Add what has come meanwhile, wait when there is nothing; True at the end of all."""
        while len(waiting) < TOGETHER:
            try:
                job = self._queue.get(block=not waiting and not is_closing)
            except Empty:
                break
            if job is None:
                return True
            waiting.append(job)
        return False

    def _serve(self, waiting: list[_Job]) -> list[_Job]:
        """Write all that waits; returns what has to wait longer for a lock."""
        if not waiting:
            return []
        try:
            self._sql("BEGIN IMMEDIATE")
        except FAILURES as error:
            return self._refused(waiting, error)
        begun = [job for job in waiting if job.claim()]
        try:
            self._write_together(begun)
        finally:
            self._abandon(job for job in begun if not job.fate.done())
        self._tell(waiting)
        return []

    def _refused(self, waiting: list[_Job], error: Failure) -> list[_Job]:
        """The database cannot be written now: fail those who have waited long enough for it."""
        patient = is_busy(error)
        oldest = time.monotonic() - self._lock_limit
        kept = [j for j in waiting if patient and j.queued_at > oldest and not j.fate.cancelled()]
        dropped = [job for job in waiting if job not in kept]
        for job in dropped:
            job.fail(self._locked(job) if patient else failure(self._path, job.session_id, error))
        self._tell(dropped)
        return kept

    def _write_together(self, jobs: list[_Job]) -> None:
        """End the transaction that has begun, with these jobs in it.

        A job that refuses is undone alone. When SQLite fails, nobody can say on whose account:
        then each has its own transaction.
        """
        try:
            done = [job for job in jobs if self._run_job(job, is_alone=len(jobs) == 1)]
        except FAILURES as error:
            self._roll_back()
            self._write_apart(jobs, error)
            return
        if not done:
            self._roll_back()
            return
        try:
            self._sql("COMMIT")
        except FAILURES as error:
            self._roll_back()
            if error_name(error).startswith(_UNDONE):
                self._write_apart(done, error)
                return
            for job in done:
                job.fail(_uncertain(job, failure(self._path, job.session_id, error).problem))
            return
        self._jobs += len(done)
        self._transactions += 1
        for job in done:
            job.fate.set_result(None)

    def _write_apart(self, jobs: list[_Job], error: Failure) -> None:
        """After a failure of them together."""
        remaining = [job for job in jobs if not job.fate.done()]
        if len(jobs) == 1:
            for job in remaining:
                job.fail(failure(self._path, job.session_id, error))
            return
        for job in remaining:
            try:
                self._sql("BEGIN IMMEDIATE")
            except FAILURES as again:
                job.fail(failure(self._path, job.session_id, again))
            else:
                self._write_together([job])

    def _run_job(self, job: _Job, *, is_alone: bool) -> bool:
        """Whether the job is in the transaction now; a job that refuses leaves nothing in it."""
        if not is_alone:
            self._sql("SAVEPOINT job")
        try:
            job.work(self._connection)
        except ZeroClawError as error:
            if not is_alone:
                self._sql("ROLLBACK TO job")
                self._sql("RELEASE job")
            job.fail(error)
            return False
        if not is_alone:
            self._sql("RELEASE job")
        return True

    def _roll_back(self) -> None:
        if in_transaction(self._connection):
            self._sql("ROLLBACK")

    def _sql(self, statement: str) -> None:
        driver_of(self._connection).execute(statement)

    def _locked(self, job: _Job) -> StoreError:
        return StoreError(
            session_id=job.session_id,
            problem=f"another program has kept {self._path} locked for {self._lock_limit:g} s; "
            "end it, then try again",
        )

    def _abandon(self, jobs: Iterable[_Job]) -> None:
        left = list(jobs)
        for job in left:
            job.fail(_uncertain(job, "the thread that writes has ended"))
        self._tell(left)

    def _abandon_queue(self) -> None:
        self._is_closed = True
        while not self._queue.empty():
            job = self._queue.get_nowait()
            self._abandon([job] if job else [])

    def _tell(self, jobs: list[_Job]) -> None:
        if jobs:
            self._token.run_sync_soon(self._wake, jobs)

    def _wake(self, jobs: list[_Job]) -> None:
        for job in jobs:
            if not job.ended.is_set():
                job.ended.set()
                self._slots.release()


def _uncertain(job: _Job, problem: str) -> CommitUncertain:
    return CommitUncertain(session_id=job.session_id, problem=problem)
