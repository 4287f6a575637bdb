"""What has to happen around a tool call at least: two durable commits, one command."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TypeAlias

import trio

__all__ = ["Steps", "bare_steps"]

Steps: TypeAlias = Callable[[], Awaitable[None]]

COMMITS = 2
"""Before the call starts, and with its result."""

ROW = "x" * 500
COMMAND = ("sh", "-c", "true")
NAMESPACE = ("--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/", "--proc", "/proc", "--")


@asynccontextmanager
async def bare_steps(folder: Path, *, commits: bool, command: bool) -> AsyncIterator[Steps]:
    """Something to do between two requests: the commits on a thread, the command in bubblewrap."""
    limiter = trio.CapacityLimiter(1)
    program = shutil.which("bwrap")
    argv = (program, *NAMESPACE, *COMMAND) if program else COMMAND
    with closing(sqlite3.connect(folder / "bare.db", check_same_thread=False)) as database:
        database.isolation_level = None
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE rows (value TEXT)")

        def commit() -> None:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO rows VALUES (?)", (ROW,))
            database.execute("COMMIT")

        async def steps() -> None:
            for _ in range(COMMITS if commits else 0):
                await trio.to_thread.run_sync(commit, limiter=limiter)
            if command:
                await trio.run_process(argv)

        yield steps
