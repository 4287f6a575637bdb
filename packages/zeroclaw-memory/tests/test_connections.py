"""A connection for reading cannot write; failures have words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from zeroclaw_api.errors import StoreError
from zeroclaw_memory.connections import connect, error_name, failure, is_busy
from zeroclaw_memory.errors import StoreUnusable


def test_connection_for_reading_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "with ? and %.db"
    path.touch()
    with connect(path, is_read_only=False) as writer:
        writer.exec_driver_sql("CREATE TABLE t (x)")
        with connect(path, is_read_only=True) as reader:
            with pytest.raises(OperationalError) as caught:
                reader.exec_driver_sql("INSERT INTO t VALUES (1)")
            assert error_name(caught.value) == "SQLITE_READONLY"
            assert not is_busy(caught.value)


def test_failure_of_a_session_names_it_with_the_file() -> None:
    told = failure(Path("/x/s.db"), "mine", sqlite3.OperationalError("odd"))
    assert type(told) is StoreError
    assert str(told) == "The store failed on session mine: odd (/x/s.db)."


def test_failure_without_a_session_is_of_the_database() -> None:
    told = failure(Path("/x/s.db"), "", OverflowError("too large"))
    assert isinstance(told, StoreUnusable)
    assert str(told) == "Cannot use /x/s.db: too large."
