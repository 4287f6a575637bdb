"""Reads see what is committed, at most two at a time, without waiting for writes."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import trio
from sqlalchemy import Connection

from zeroclaw_memory import StoreUnusable
from zeroclaw_memory.database import open_database


async def test_two_reads_run_side_by_side_while_a_write_runs(tmp_path: Path) -> None:
    meeting = threading.Barrier(3, timeout=5)

    def meet(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar()
        meeting.wait()

    with trio.fail_after(10):
        async with open_database(tmp_path / "s.db") as database, trio.open_nursery() as nursery:
            nursery.start_soon(database.write, "s", meet)
            nursery.start_soon(database.read, "s", meet)
            nursery.start_soon(database.read, "s", meet)


async def test_many_reads_at_once_all_get_their_answer(tmp_path: Path) -> None:
    found: list[object] = []
    with trio.fail_after(10):
        async with open_database(tmp_path / "s.db") as database:

            async def read(number: int) -> None:
                query = f"SELECT {number}"
                answer = await database.read("", lambda c: c.exec_driver_sql(query).scalar())
                found.append(answer)

            async with trio.open_nursery() as nursery:
                for number in range(30):
                    nursery.start_soon(read, number)
    assert sorted(map(str, found)) == sorted(map(str, range(30)))


async def test_reader_that_tries_to_write_is_refused(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with open_database(tmp_path / "s.db") as database:
            with pytest.raises(StoreUnusable, match="read-only"):
                await database.read("", lambda c: c.exec_driver_sql("DELETE FROM sessions"))
