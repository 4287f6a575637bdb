"""The database is private to its owner; it says clearly why it cannot be used."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio

from zeroclaw_memory import StoreUnusable
from zeroclaw_memory.database import open_database

NOBODY = 65_534


@contextmanager
def no_superuser() -> Iterator[None]:
    """As a user for whom permissions count; root becomes nobody."""
    before = os.geteuid()
    os.seteuid(before or NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


async def use(path: Path, lock_limit: float = 5) -> None:
    async with open_database(path, lock_limit) as database:
        await database.write("", lambda connection: connection.exec_driver_sql("SELECT 1"))


async def test_nobody_else_can_read_the_database(tmp_path: Path) -> None:
    path = tmp_path / "home" / "state.db"
    with trio.fail_after(10):
        async with open_database(path) as database:
            await database.write(
                "", lambda c: c.exec_driver_sql("CREATE TABLE t (x)").rowcount and None
            )
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"state.db": 0o600, "state.db-wal": 0o600, "state.db-shm": 0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.touch(0o644)
    with trio.fail_after(10):
        await use(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_commits_are_synchronous_with_foreign_keys_checked(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    with trio.fail_after(10):
        async with open_database(tmp_path / "s.db") as database:
            found = await database.write(
                "", lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
            )
    assert found == ["wal", 2, 1, 250]


async def test_read_only_folder_is_told_in_one_sentence() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        await trio.Path(name).chmod(0o555)
        with trio.fail_after(10), no_superuser():
            with pytest.raises(StoreUnusable) as caught:
                await use(folder / "state.db")
            with pytest.raises(StoreUnusable):
                await use(folder / "below" / "state.db")
        assert str(caught.value) == f"Cannot use {folder}/state.db: Permission denied."


async def test_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.write_bytes(b"dear diary" * 1_000)
    with trio.fail_after(10), pytest.raises(StoreUnusable, match="is no database; move it away"):
        await use(path)
    assert path.read_bytes() == b"dear diary" * 1_000


async def test_damaged_database_is_told_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with trio.fail_after(10):
        await use(path)
        with path.open("r+b") as file:
            file.seek(100)
            file.write(b"\xff" * 4_000)
        with pytest.raises(StoreUnusable, match="damaged"):
            await use(path)


async def test_lock_held_while_opening_is_waited_for_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    foreign = sqlite3.connect(path, isolation_level=None)
    foreign.execute("BEGIN EXCLUSIVE")
    with trio.fail_after(10), pytest.raises(StoreUnusable, match="another program has locked"):
        await use(path, lock_limit=0.3)
    foreign.close()
    with trio.fail_after(10):
        await use(path)
