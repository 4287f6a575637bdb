"""The facade of the state database: one writer, two readers, for as long as its block lasts."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import trio
from attrs import define
from sqlalchemy import Connection

from zeroclaw_memory.connections import FAILURES, connect, failure, is_busy
from zeroclaw_memory.errors import StoreUnusable
from zeroclaw_memory.readers import Readers
from zeroclaw_memory.schema_version import bring_up_to_date
from zeroclaw_memory.writer import Writer, WriterFigures

__all__ = ["LOCK_LIMIT", "Database", "open_database"]

T = TypeVar("T")

LOCK_LIMIT: Final = 20.0
"""Seconds another program may keep the database locked: a back-up passes, a hang is told."""


@define(eq=False)
class Database:
    """What stores run their statements on; every method waits.

    `session_id` only says what an error is about; it is empty for what concerns them all.
    """

    path: Path
    _writer: Writer
    _readers: Readers

    @property
    def figures(self) -> WriterFigures:
        """What has been written so far."""
        return self._writer.figures

    async def write(self, session_id: str, work: Callable[[Connection], T]) -> T:
        """Run the work in a transaction; returns when it is durable.

        It runs on a thread and may be run again when those it shared a transaction with failed,
        so it has no other effect. What it raises of ours undoes it. Cancelling withdraws it when
        it has not begun. Raises `StoreError`, `CommitUncertain`.
        """
        return await self._writer.write(session_id, work)

    async def read(self, session_id: str, work: Callable[[Connection], T]) -> T:
        """Run the work on what is committed now. Raises `StoreError`."""
        return await self._readers.read(session_id, work)


@asynccontextmanager
async def open_database(path: Path, lock_limit: float = LOCK_LIMIT) -> AsyncIterator[Database]:
    """Create or migrate the database at a path, for its owner only, then use it.

    `lock_limit` is in seconds. Leaving the block waits for what was handed over.
    Raises `StoreUnusable`, `DatabaseTooNew`.
    """
    limiter = trio.CapacityLimiter(1)
    connection = await trio.to_thread.run_sync(
        partial(_open_file, path, lock_limit), limiter=limiter
    )
    writer = Writer(connection, path, lock_limit)
    readers = Readers(path, lock_limit)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(trio.to_thread.run_sync, writer.run, limiter=limiter))
        try:
            yield Database(path, writer, readers)
        finally:
            writer.close()
            readers.close()


def _open_file(path: Path, lock_limit: float) -> Connection:
    give_up = time.monotonic() + lock_limit
    try:
        _create_private(path)
    except OSError as error:
        raise StoreUnusable(path=str(path), problem=error.strerror or str(error)) from error
    while True:
        try:
            return _open_connection(path)
        except FAILURES as error:
            if not is_busy(error) or time.monotonic() > give_up:
                raise failure(path, "", error) from error


def _open_connection(path: Path) -> Connection:
    with ExitStack() as undo:
        connection = undo.enter_context(connect(path, is_read_only=False))
        bring_up_to_date(connection, path)
        undo.pop_all()
        return connection


def _create_private(path: Path) -> None:
    """A folder and a file that nobody else can read; SQLite gives its other files the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
