"""A database is created, migrated or refused; alembic is loaded for a migration only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import trio
from sqlalchemy import Connection

from zeroclaw_memory import DatabaseTooNew, open_sessions
from zeroclaw_memory.connections import connect
from zeroclaw_memory.schema_version import REVISION, bring_up_to_date, migrate

LOADED = """
import sys, trio
from pathlib import Path
from zeroclaw_memory import open_sessions
async def main():
    async with open_sessions(Path(sys.argv[1])) as store:
        await store.open("s", "one")
trio.run(main)
print(sorted({"alembic", "sqlalchemy.orm", "sqlalchemy"} & set(sys.modules)))
"""


def fresh(path: Path) -> Connection:
    path.touch()
    return connect(path, is_read_only=False)


def version(connection: Connection) -> object:
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def test_neither_new_nor_current_database_loads_alembic(tmp_path: Path) -> None:
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", LOADED, str(tmp_path / "s.db")],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout.strip() == "['sqlalchemy']"


def test_older_database_is_migrated_with_alembic(tmp_path: Path) -> None:
    with fresh(tmp_path / "s.db") as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('')")
        connection.exec_driver_sql("DELETE FROM alembic_version")
        connection.exec_driver_sql("BEGIN")
        migrate(connection)
        connection.exec_driver_sql("COMMIT")
        assert version(connection) == REVISION
        bring_up_to_date(connection, tmp_path / "s.db")
    assert "alembic" in sys.modules


def test_migration_that_is_undone_leaves_nothing(tmp_path: Path) -> None:
    with fresh(tmp_path / "s.db") as connection:
        connection.exec_driver_sql("BEGIN")
        migrate(connection)
        connection.exec_driver_sql("ROLLBACK")
        assert connection.exec_driver_sql("SELECT * FROM sqlite_master").all() == []


async def test_database_of_a_later_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with trio.fail_after(10):
        async with open_sessions(path):
            await trio.lowlevel.checkpoint()
    with connect(path, is_read_only=False) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")
    with trio.fail_after(10), pytest.raises(DatabaseTooNew, match=r"schema 0099.*Update ZeroClaw"):
        async with open_sessions(path):
            await trio.lowlevel.checkpoint()
    with connect(path, is_read_only=True) as connection:
        assert version(connection) == "0099"
