"""A database that is read beside whoever uses it stays as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import trio

from zeroclaw.checks.looking.database import (
    KNOWN_SCHEMA,
    Sessions,
    look_at_database,
    look_at_sessions,
)
from zeroclaw_memory import open_sessions
from zeroclaw_memory.schema_version import REVISION

SECONDS: Final = 30


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def make_database(path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_sessions(path):
            await trio.lowlevel.checkpoint()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database as a run leaves it, without sessions."""
    path = tmp_path / "state.db"
    trio.run(make_database, path)
    return path


def test_schema_that_is_known_is_that_of_the_store() -> None:
    assert KNOWN_SCHEMA == REVISION


def test_missing_database_is_told_and_not_made(tmp_path: Path) -> None:
    file = tmp_path / "data" / "state.db"
    assert look_at_database(file).is_there is False
    assert look_at_sessions(file) == Sessions(0)
    assert names(tmp_path) == []


def test_whole_database_is_read_without_a_trace(file: Path) -> None:
    before = names(file.parent)
    facts = look_at_database(file)
    assert (facts.schema, facts.damage, facts.problem, facts.sessions) == (REVISION, None, None, 0)
    assert facts.size == file.stat().st_size
    assert look_at_sessions(file) == Sessions(0)
    assert names(file.parent) == before


def test_what_another_process_has_not_tidied_up_is_read(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("INSERT INTO sessions VALUES ('main/a', 0, 0, 0, 0, 0, NULL)")
        assert look_at_database(file).sessions == 1
        assert look_at_sessions(file) == Sessions(1)


@pytest.mark.skipif(sys.platform != "linux", reason="only there the holder can be asked for")
def test_process_that_holds_the_lock_is_named(file: Path) -> None:
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "c.execute('BEGIN IMMEDIATE'); print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        held = look_at_database(file)
        process.communicate(timeout=SECONDS)
    assert held.writer == process.pid != os.getpid()
    assert look_at_database(file).writer is None


def test_newer_or_foreign_schema_counts_no_sessions(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    assert look_at_database(file).schema == "9999"
    assert look_at_database(file).sessions is None
    assert look_at_sessions(file) is None


def test_damage_is_found_and_told_not_repaired(file: Path) -> None:
    whole = file.read_bytes()
    damaged = whole[:4096] + b"\xff" * 8192 + whole[12288:]
    file.write_bytes(damaged)
    facts = look_at_database(file)
    assert facts.damage or facts.problem
    assert file.read_bytes() == damaged


def test_file_that_is_no_database_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    file.write_bytes(b"this is not what it should be" * 100)
    assert look_at_database(file).problem == "file is not a database"
    assert look_at_sessions(file) is None


def test_empty_file_is_a_database_without_schema(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    file.touch()
    facts = look_at_database(file)
    assert (facts.schema, facts.problem, facts.sessions) == (None, None, None)
    assert look_at_sessions(file) == Sessions(0)
