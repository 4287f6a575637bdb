"""Looks into the database without changing anything, beside whoever uses it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote

from attrs import frozen

from zeroclaw.checks.judging.database import DatabaseFacts

__all__ = ["KNOWN_SCHEMA", "Sessions", "look_at_database", "look_at_sessions"]

T = TypeVar("T")

KNOWN_SCHEMA: Final = "0001"
"""The newest that is known here; where `zeroclaw_memory` says it, SQLAlchemy has to be loaded."""

BUSY_SECONDS: Final = 1.0

_LOCK_FORMAT: Final = "hhqqi4x"
"""`struct flock` of Linux: type, whence, start, length, process."""
_WRITE_LOCK: Final = 120
"""The byte of the shared memory file that is locked by whoever writes; SQLite's format of a WAL."""

_SCHEMA: Final = "SELECT version_num FROM alembic_version"
_COUNT: Final = "SELECT count(*) FROM sessions"
_LATEST: Final = """
SELECT sessions.id, json_extract(events.form, '$.at') AS moment
FROM sessions JOIN events ON events.session_id = sessions.id AND events.seq = sessions.last_seq
ORDER BY moment DESC, sessions.id DESC LIMIT 1
"""


@frozen
class Sessions:
    """How many there are, with the name and the moment (RFC 3339, UTC) of the latest."""

    count: int
    latest: str | None = None
    at: str | None = None


def look_at_database(path: Path) -> DatabaseFacts:
    """Whether it is whole, with what is in it. It may take seconds where it is large."""
    try:
        size = path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return DatabaseFacts(str(path), KNOWN_SCHEMA, is_there=False)
    except OSError as error:
        problem = error.strerror or str(error)
        return DatabaseFacts(str(path), KNOWN_SCHEMA, problem=problem)
    before = _writer_of(path)
    try:
        damage, schema, sessions = _read(path, _examine)
    except (sqlite3.Error, OSError) as error:
        return DatabaseFacts(str(path), KNOWN_SCHEMA, size=size, problem=str(error))
    # Every commit holds the lock for a moment, only a hang does so twice.
    writer = before if before is not None and before == _writer_of(path) else None
    return DatabaseFacts(
        str(path),
        KNOWN_SCHEMA,
        size=size,
        schema=schema,
        damage=damage,
        writer=writer,
        sessions=sessions,
    )


def look_at_sessions(path: Path) -> Sessions | None:
    """The sessions in the database; None where they cannot be read."""
    if not path.is_file():
        return Sessions(0)
    try:
        return _read(path, _sessions)
    except (sqlite3.Error, OSError):
        return None


def _examine(connection: sqlite3.Connection) -> tuple[str | None, str | None, int | None]:
    """The first damage, the schema, how many sessions there are."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    damage = None if found is None or found[0] == "ok" else str(found[0])
    schema = _schema(connection)
    if damage is not None or schema != KNOWN_SCHEMA:
        return damage, schema, None
    return None, schema, int(connection.execute(_COUNT).fetchone()[0])


def _sessions(connection: sqlite3.Connection) -> Sessions | None:
    schema = _schema(connection)
    if schema != KNOWN_SCHEMA:
        return None if schema else Sessions(0)
    count = int(connection.execute(_COUNT).fetchone()[0])
    latest = connection.execute(_LATEST).fetchone()
    return Sessions(count, *(latest or ()))


def _schema(connection: sqlite3.Connection) -> str | None:
    table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.execute(table).fetchone() is None:
        return None
    found = connection.execute(_SCHEMA).fetchone()
    return None if found is None else str(found[0])


def _read(path: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run the work on a database that is at rest, or else on what is committed now.

    Opening one that has no log would make SQLite write files beside it, unless it is told that
    nobody changes it. Whether that was true is looked at afterwards.
    """
    if not _has_log(path):
        before = _state(path)
        try:
            with _opened(path, "mode=ro&immutable=1") as connection:
                result = work(connection)
        except sqlite3.Error:
            if _state(path) == before and not _has_log(path):
                raise
        else:
            if _state(path) == before and not _has_log(path):
                return result
    with _opened(path, "mode=ro") as connection:
        return work(connection)


@contextmanager
def _opened(path: Path, options: str) -> Iterator[sqlite3.Connection]:
    address = f"file:{quote(str(path))}?{options}"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
        yield connection


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _writer_of(path: Path) -> int | None:
    """The process that writes right now; None also where that cannot be known."""
    if sys.platform != "linux":
        return None
    try:
        descriptor = os.open(f"{path}-shm", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        asked = struct.pack(_LOCK_FORMAT, fcntl.F_WRLCK, os.SEEK_SET, _WRITE_LOCK, 1, 0)
        answer = struct.unpack(_LOCK_FORMAT, fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return None if answer[0] == fcntl.F_UNLCK else int(answer[4])
