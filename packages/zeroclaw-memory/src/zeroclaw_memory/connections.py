"""SQLite connections with the settings we rely on, plus the words for what goes wrong there."""

from __future__ import annotations

import json
import sqlite3
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, cast
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from zeroclaw_api.errors import StoreError
from zeroclaw_memory.errors import StoreUnusable

__all__ = [
    "BUSY_SECONDS",
    "FAILURES",
    "Failure",
    "connect",
    "driver_of",
    "error_name",
    "failure",
    "in_transaction",
    "is_busy",
]

BUSY_SECONDS: Final = 0.25
"""How long SQLite itself waits for a lock; whoever calls it decides whether to go on waiting."""

Failure: TypeAlias = SQLAlchemyError | sqlite3.Error | OverflowError | ValueError

FAILURES: Final = (SQLAlchemyError, sqlite3.Error, OverflowError, ValueError)
"""What executing a statement raises; the last two for values that SQLite cannot hold."""

_WORDS: Final = (
    ("SQLITE_FULL", "there is no room left to write; free some space"),
    ("SQLITE_READONLY", "it is read-only; make the file and its folder writable"),
    ("SQLITE_CANTOPEN", "the file cannot be opened; check that it and its folder are writable"),
    ("SQLITE_NOTADB", "the file is no database; move it away, or restore a copy of it"),
    ("SQLITE_CORRUPT", "the database is damaged; move it away, or restore a copy of it"),
    ("SQLITE_IOERR", "the disk failed to read or write; check it, and that it has room"),
    ("SQLITE_BUSY", "another program has locked the database"),
    ("SQLITE_LOCKED", "another program has locked the database"),
)


def connect(path: Path, *, is_read_only: bool) -> Connection:
    """A connection to an existing file; transactions are begun, ended in plain SQL.

    It may be used by one thread after another. Raises what `FAILURES` lists.
    """
    mode = "ro" if is_read_only else "rw"
    engine = create_engine(
        "sqlite://",
        creator=partial(
            sqlite3.connect,
            f"file:{quote(str(path))}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        ),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        json_serializer=partial(json.dumps, separators=(",", ":")),
    )
    connection = engine.connect()
    try:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        if is_read_only:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        else:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            connection.exec_driver_sql("PRAGMA synchronous = FULL")
    except FAILURES:
        connection.close()
        raise
    return connection


def driver_of(connection: Connection) -> sqlite3.Connection:
    """What is below: for statements that run often, since SQLAlchemy costs more than SQLite."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def in_transaction(connection: Connection) -> bool:
    """Whether SQLite has a transaction open: some failures end it."""
    return driver_of(connection).in_transaction


def error_name(error: Failure) -> str:
    """SQLite's name of an error, such as `SQLITE_FULL`; empty when it is none of SQLite's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorname", "")


def is_busy(error: Failure) -> bool:
    """Whether the same statement may succeed later, without anything else changing."""
    return error_name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def failure(path: Path, session_id: str, error: Failure) -> StoreError:
    """What to tell of an error: of the session, or, without one, of the database."""
    name = error_name(error)
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = next((text for start, text in _WORDS if name.startswith(start)), str(cause))
    if session_id:
        return StoreError(session_id=session_id, problem=f"{words} ({path})")
    return StoreUnusable(path=str(path), problem=words)
