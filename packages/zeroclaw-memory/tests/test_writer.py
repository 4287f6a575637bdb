"""Jobs share a transaction, each whole or not at all, each with its own fate."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing
from sqlalchemy import Connection

from zeroclaw_api.errors import CommitUncertain, StoreConflict, StoreError
from zeroclaw_memory.database import Database, open_database


def put(number: int) -> Callable[[Connection], int]:
    def work(connection: Connection) -> int:
        connection.exec_driver_sql(f"INSERT INTO t VALUES ({number})")
        return number

    return work


def make_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE t (x INTEGER UNIQUE)")


def refuse(connection: Connection) -> None:
    put(99)(connection)
    raise StoreConflict(session_id="s", problem="no")


def numbers(connection: Connection) -> list[int]:
    return sorted(connection.exec_driver_sql("SELECT x FROM t").scalars())


@asynccontextmanager
async def database(path: Path) -> AsyncIterator[Database]:
    with trio.fail_after(10):
        async with open_database(path / "s.db") as opened:
            await opened.write("s", make_table)
            yield opened


@asynccontextmanager
async def held(opened: Database) -> AsyncIterator[None]:
    """While the block runs the thread is busy, so that what comes has to wait for it."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(_connection: Connection) -> None:
        begun.set()
        go_on.wait(5)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(opened.write, "s", hold)
        await trio.to_thread.run_sync(begun.wait)
        try:
            yield
            await trio.testing.wait_all_tasks_blocked()
        finally:
            go_on.set()


async def test_what_waits_together_is_written_in_one_transaction(tmp_path: Path) -> None:
    async with database(tmp_path) as opened:
        before = opened.figures
        async with trio.open_nursery() as nursery, held(opened):
            for number in range(20):
                nursery.start_soon(opened.write, "s", put(number))
        after = opened.figures
        assert await opened.read("s", numbers) == list(range(20))
    assert after.jobs - before.jobs == 21
    assert after.transactions - before.transactions == 2


async def test_job_that_refuses_is_undone_alone(tmp_path: Path) -> None:
    async with database(tmp_path) as opened:
        refused: list[StoreError] = []

        async def write_badly() -> None:
            try:
                await opened.write("s", refuse)
            except StoreConflict as error:
                refused.append(error)

        async with trio.open_nursery() as nursery, held(opened):
            nursery.start_soon(opened.write, "s", put(1))
            nursery.start_soon(write_badly)
            nursery.start_soon(opened.write, "s", put(2))
        assert len(refused) == 1
        with pytest.raises(StoreConflict):
            await opened.write("s", refuse)
        assert await opened.read("s", numbers) == [1, 2]


async def test_failing_statement_fails_its_own_job_alone(tmp_path: Path) -> None:
    async with database(tmp_path) as opened:
        failed: list[StoreError] = []

        async def write_twice() -> None:
            try:
                await opened.write("twice", put(1))
            except StoreError as error:
                failed.append(error)

        async with trio.open_nursery() as nursery, held(opened):
            nursery.start_soon(opened.write, "s", put(1))
            nursery.start_soon(opened.write, "s", put(2))
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(write_twice)
        assert [error.session_id for error in failed] == ["twice"]
        assert "UNIQUE" in str(failed[0])
        assert await opened.read("s", numbers) == [1, 2]


async def test_job_cancelled_while_it_waits_never_happens(tmp_path: Path) -> None:
    async with database(tmp_path) as opened, trio.open_nursery() as nursery, held(opened):
        nursery.start_soon(opened.write, "s", put(1))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True, deadline=trio.current_time() + 5):
            await trio.testing.wait_all_tasks_blocked()
    assert nursery.cancel_scope.cancelled_caught
    async with open_database(tmp_path / "s.db") as opened:
        assert await opened.read("s", numbers) == []


async def test_closed_database_takes_no_more_jobs(tmp_path: Path) -> None:
    async with database(tmp_path) as opened:
        await opened.write("s", put(1))
    with pytest.raises(StoreError, match="is closed"):
        await opened.write("s", put(2))
    with pytest.raises(StoreError, match="is closed"):
        await opened.read("s", numbers)


async def test_mistake_in_a_job_leaves_nobody_waiting(tmp_path: Path) -> None:
    def mistake(_connection: Connection) -> None:
        raise LookupError("ours")

    async def make_it() -> None:
        async with database(tmp_path) as opened:
            with pytest.raises(CommitUncertain, match="thread that writes has ended"):
                await opened.write("s", mistake)
            await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup) as caught:
        await make_it()
    assert caught.group_contains(LookupError, match="ours")
